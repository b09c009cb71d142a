import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** What holds an API key by mistake is no name for a request: the id is logged, and kept in the audit log. */
const ACCEPTED = /^(?!.*pfk_)[A-Za-z0-9._-]{8,64}$/;

/** The caller's `X-Request-Id` when it is well formed, else a new UUID v4. */
function chooseId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}

const arrivals = new WeakMap<IncomingMessage, number>();

/**
 * Names the request for the log, the envelope and the caller, and notes when it came. Must come first, so that every
 * answer carries the name, and a deadline counts all there is to wait for.
 */
export const requestId: RequestHandler = (request, response, next) => {
  const id = chooseId(request);
  request.id = id;
  if (!arrivals.has(request)) arrivals.set(request, performance.now());
  response.set('X-Request-Id', id);
  next();
};

/** The id that `requestId` gave this request. */
export function requestIdOf(request: IncomingMessage): string {
  return request.id as string;
}

/** For how long the caller has waited, in ms. */
export function waitedMs(request: IncomingMessage): number {
  return performance.now() - (arrivals.get(request) ?? performance.now());
}
