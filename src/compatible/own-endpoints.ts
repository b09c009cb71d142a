import { ApiError } from '../platform/http/api-error.ts';
import type { HandlerInput, Route } from '../platform/http/route.ts';
import { parseInput, type RawInput } from '../platform/http/requests/parse-input.ts';

/** The input of a compatible endpoint, whatever its own schemas are. */
export type OuterInput = Omit<HandlerInput<undefined, undefined, undefined>, 'params' | 'query' | 'body'>;

/**
 * Calls one of our own endpoints on behalf of a compatible one, within its limits and its deadline: the same checks and the
 * same answer. A merged product is answered as the one that it was merged into.
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
    try {
      return await own.handler({ ...input, ...parsed });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'merged')) throw error;
      const params = { id: error.details?.['merged_into'] };
      return await own.handler({
        ...input,
        ...parseInput(own, { query: {}, body: undefined, ...raw, params }),
      });
    }
  };
}
