import type { HandlerInput, Route } from '../platform/http/route.ts';
import { parseInput, type RawInput } from '../platform/http/requests/parse-input.ts';

/** The input of a compatible endpoint, whatever its own schemas are. */
export type OuterInput = Omit<HandlerInput<undefined, undefined, undefined>, 'params' | 'query' | 'body'>;

/**
 * Calls one of our own endpoints on behalf of a compatible one, within its limits and its deadline: the same checks and the
 * same answer.
 * @throws ApiError the endpoint's refusal
 */
export type CallOwn = (operationId: string, input: OuterInput, raw: Partial<RawInput>) => Promise<unknown>;

/** @throws Error at a call with an unknown operation id */
export function callOwnEndpoints(endpoints: readonly Route[]): CallOwn {
  const byId = new Map(endpoints.map((item) => [item.operationId, item]));
  return async (operationId, input, raw) => {
    const own = byId.get(operationId);
    if (!own) throw new Error(`there is no endpoint ${operationId}`);
    const parsed = parseInput(own, { params: {}, query: {}, body: undefined, ...raw });
    return await own.handler({ ...input, ...parsed });
  };
}
