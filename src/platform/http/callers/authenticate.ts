import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import type { Caller, CheckedCaller } from './caller.ts';
import { rateLimit, type MeterCall } from './rate-limit.ts';

/** Whose key this text is; undefined when it is malformed, unknown, revoked or not confirmed. */
export type FindCaller = (keyText: string) => Promise<Caller | undefined>;

const BEARER = /^Bearer (\S+)$/i;

/**
 * Sets `request.caller`. A key that is not valid is noted, not refused yet: it first counts against the per-minute
 * limit of its address, to slow down guessing, and `refuseInvalidKey` comes after that.
 */
export function authenticate({ findCaller }: { findCaller: FindCaller }): RequestHandler {
  return async (request, _response, next) => {
    request.caller = await checkCaller(request, findCaller);
    next();
  };
}

/** 401 for a key that `authenticate` found wanting: never answered as if none had been sent. */
export const refuseInvalidKey: RequestHandler = (request, _response, next) => {
  if (request.caller?.kind === 'invalid') throw request.caller.error;
  next();
};

/** 401 as well without a key, where only key holders may come. */
const requireKey: RequestHandler = (request, _response, next) => {
  const { caller } = request;
  if (caller?.kind !== 'key') throw caller?.kind === 'invalid' ? caller.error : missingKey();
  next();
};

async function checkCaller(request: IncomingMessage, findCaller: FindCaller): Promise<CheckedCaller> {
  // Of a header given twice Node joins the values or keeps the first: here both are seen.
  const { 'x-api-key': plain = [], authorization = [] } = request.headersDistinct;
  if (plain.length === 0 && authorization.length === 0) return { kind: 'anonymous' };
  const keys = [...plain, ...authorization.map((value) => BEARER.exec(value)?.[1])];
  const [key] = keys;
  const isOne = plain.length <= 1 && authorization.length <= 1 && keys.every((other) => other === key);
  const caller = key && isOne ? await findCaller(key) : undefined;
  return caller ?? { kind: 'invalid', error: invalidKey() };
}

function missingKey(): ApiError {
  return new ApiError('invalid_api_key', 'This needs an API key, as X-API-Key or as Bearer token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** The same words for every reason: a caller learns nothing about keys that are not his. */
function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'This API key is not valid: it is malformed, unknown, revoked, or waits for the confirmation of its e-mail. Send one ' +
      'key, as X-API-Key or as Bearer token; reads need none at all.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

/** What a request to a route with `needsKey` passes: the key's limit per minute, without its quota, and the key. */
export function keyGuard(meter: MeterCall | undefined): RequestHandler[] {
  return [...(meter ? [rateLimit(meter, { isFree: true })] : []), requireKey];
}
