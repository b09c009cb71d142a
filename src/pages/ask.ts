import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Calls, Names, Only } from '../endpoints.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { passGuards } from '../platform/http/pass-guards.ts';
import { BODY_LIMIT_BYTES } from '../platform/http/requests/json-body.ts';
import type { RawInput } from '../platform/http/requests/parse-input.ts';
import { bodyTooLarge } from '../platform/http/requests/read-bytes.ts';
import type { Route } from '../platform/http/route.ts';
import { runRoute } from '../platform/http/run-route.ts';

/**
 * Calls an endpoint of the API like any caller: the same checks, limits, deadline and answer. A merged product is
 * answered as the one that it was merged into. `headers` replace those of the page's request.
 * @throws ApiError the endpoint's refusal
 */
export type Ask = <
  Id extends keyof Calls,
  Query extends Names<Calls[Id]['query']>,
  Body extends Names<Calls[Id]['body']>,
>(
  operationId: Id,
  input?: {
    params?: Names<Calls[Id]['path']>;
    query?: Only<Query, Calls[Id]['query']>;
    body?: Only<Body, Calls[Id]['body']>;
    headers?: IncomingHttpHeaders;
  },
) => Promise<Calls[Id]['answer']>;

export interface AskOptions {
  routes: ReadonlyMap<string, Route>;
  /** Middleware that a call passes in addition to that of its page. */
  guardCall: (item: Route) => RequestHandler[];
}

/** @throws Error for an unknown operation id */
export function findEndpoint(routes: AskOptions['routes'], operationId: string): Route {
  const route = routes.get(operationId);
  if (!route) throw new Error(`there is no endpoint ${operationId}`);
  return route;
}

/** Returns `ask` for one request of a page. `passed`: the endpoint whose guards the request has already passed. */
export function askFor(
  { routes, guardCall }: AskOptions,
  request: Request,
  response: Response,
  passed?: string,
): Ask {
  const ask = async (
    operationId: string,
    input: Partial<RawInput> & { headers?: IncomingHttpHeaders } = {},
  ): Promise<unknown> => {
    const route = findEndpoint(routes, operationId);
    if (operationId !== passed) await passGuards(guardCall(route), request, response);
    if (route.body) requireSize(input.body, route.bodyLimitBytes ?? BODY_LIMIT_BYTES);
    const whole = { params: {}, query: {}, body: undefined, ...input };
    const run = (params: typeof whole.params) =>
      runRoute(route, { ...whole, params }, request, response, route.deadlineMs);
    try {
      return await run(whole.params);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'merged')) throw error;
      return await run({ ...whole.params, id: error.details?.['merged_into'] });
    }
  };
  // The routes were found by their ids, so their answers are those of the type.
  return ask as Ask;
}

/** A form is larger than its content; only the content counts for the endpoint's limit. */
function requireSize(body: unknown, limitBytes: number): void {
  const bytes = Buffer.isBuffer(body) ? body.length : Buffer.byteLength(JSON.stringify(body));
  if (bytes > limitBytes) throw bodyTooLarge(limitBytes);
}
