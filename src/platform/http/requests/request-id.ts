import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** Refuses ids that contain an API key by mistake, because ids are logged and stored in the audit log. */
const ACCEPTED = /^(?!.*pfk_)[A-Za-z0-9._-]{8,64}$/;

/** Returns the caller's `X-Request-Id` if it is well-formed, else a new UUID v4. */
function chooseId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}

const arrivals = new WeakMap<IncomingMessage, number>();

/**
 * Sets the request id for the log, the envelope and the caller, and notes the arrival. Must come first, so that every
 * answer has the id and deadlines include all waiting.
 */
export const requestId: RequestHandler = (request, response, next) => {
  const id = chooseId(request);
  request.id = id;
  if (!arrivals.has(request)) arrivals.set(request, performance.now());
  response.set('X-Request-Id', id);
  next();
};

export function requestIdOf(request: IncomingMessage): string {
  return request.id as string;
}

/** Returns how long the caller has waited, in ms. */
export function waitedMs(request: IncomingMessage): number {
  return performance.now() - (arrivals.get(request) ?? performance.now());
}
