import type { Request, RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import type { Caller, CheckedCaller } from './caller.ts';
import { rateLimit, type MeterCall } from './rate-limit.ts';

/** Returns the caller of a key; undefined when it is malformed, unknown, revoked or not confirmed. */
export type FindCaller = (keyText: string) => Promise<Caller | undefined>;

const BEARER = /^Bearer (\S+)$/i;

/**
 * Sets `request.caller`. Does not refuse an invalid key yet: it must first count for the limit of its address, which
 * slows down guessing. `refuseInvalidKey` comes after the limits.
 */
export function authenticate({
  findCaller,
  readKeys = readKeysOfHeaders,
}: {
  findCaller: FindCaller;
  readKeys?: ReadKeys;
}): RequestHandler {
  return async (request, _response, next) => {
    request.caller = await checkCaller(readKeys(request), findCaller);
    next();
  };
}

/** 401 for a key that `authenticate` found invalid. Such a call is never treated as anonymous. */
export const refuseInvalidKey: RequestHandler = (request, _response, next) => {
  if (request.caller?.kind === 'invalid') throw request.caller.error;
  next();
};

/** 401 without a valid key. */
const requireKey: RequestHandler = (request, _response, next) => {
  const { caller } = request;
  if (caller?.kind !== 'key') throw caller?.kind === 'invalid' ? caller.error : missingKey();
  next();
};

/** Returns every key that a request gives; undefined stands for a header that holds none. */
export type ReadKeys = (request: Request) => (string | undefined)[];

export const readKeysOfHeaders: ReadKeys = (request) => {
  // Node joins repeated headers or keeps the first; `headersDistinct` has all of them.
  const { 'x-api-key': plain = [], authorization = [] } = request.headersDistinct;
  // A header that is repeated is refused, even with the same key.
  if (plain.length > 1 || authorization.length > 1) return [undefined];
  return [...plain, ...authorization.map((value) => BEARER.exec(value)?.[1])];
};

async function checkCaller(
  keys: readonly (string | undefined)[],
  findCaller: FindCaller,
): Promise<CheckedCaller> {
  if (keys.length === 0) return { kind: 'anonymous' };
  const [key] = keys;
  const caller = key && keys.every((other) => other === key) ? await findCaller(key) : undefined;
  return caller ?? { kind: 'invalid', error: invalidKey() };
}

function missingKey(): ApiError {
  return new ApiError('invalid_api_key', 'This needs an API key, as X-API-Key or as Bearer token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** One message for every reason, so that it reveals nothing about keys of others. */
function invalidKey(): ApiError {
  return new ApiError(
    'invalid_api_key',
    'This API key is not valid: it is malformed, unknown, revoked, or waits for the confirmation of its e-mail. Send one ' +
      'key, as X-API-Key or as Bearer token; reads need none at all.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

/** Guards of a route with `needsKey`: the key's limit per minute, without its quota, and then the key itself. */
export function keyGuard(meter: MeterCall | undefined): RequestHandler[] {
  return [...(meter ? [rateLimit(meter, { isFree: true })] : []), requireKey];
}
