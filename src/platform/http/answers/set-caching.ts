import type { Request, Response } from 'express';
import { LIMIT_HEADERS } from '../callers/rate-limit.ts';
import type { Route } from '../route.ts';

/** The headers that identify a caller. Caches compare both, so that an answer without a key is not given to a caller with one. */
const KEY_HEADERS = 'X-API-Key, Authorization';
/** While a cache fetches an answer again it may serve the stale one, for this many times its age. */
const STALE_TIMES = 5;

/**
 * Says how long an answer may be kept.
 * @param sharedSeconds how long shared caches may keep what reads answer to callers without a key; 0: not at all
 */
export function setCaching(item: Route, request: Request, response: Response, sharedSeconds: number): void {
  const { maxAgeSeconds = 0 } = item;
  const shared =
    sharedSeconds > 0 && item.method === 'get' && !item.unmetered
      ? `public, max-age=${maxAgeSeconds}, s-maxage=${sharedSeconds}, stale-while-revalidate=${STALE_TIMES * sharedSeconds}`
      : undefined;
  const forOneself = maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : undefined;
  const cacheControl = item.cacheControl ?? shared ?? forOneself ?? 'no-cache';
  if (!cacheControl.startsWith('public')) {
    response.set('Cache-Control', cacheControl);
    return;
  }
  const own = item.cacheControl?.replace('public', 'private') ?? forOneself ?? 'private, no-cache';
  shareAnswer(request, response, cacheControl, own);
}

/**
 * Lets shared caches keep an answer, unless its caller has a key. What they show to others says nothing of who asked first,
 * neither limits nor quota nor the id of the request, and sets no cookie.
 * @param own the `Cache-Control` of an answer that they must not keep
 */
export function shareAnswer(
  request: Request,
  response: Response,
  cacheControl: string,
  own = 'private, no-cache',
): void {
  response.vary(KEY_HEADERS);
  if (request.caller?.kind !== 'anonymous' || response.hasHeader('Set-Cookie')) {
    response.set('Cache-Control', own);
    return;
  }
  response.set('Cache-Control', cacheControl);
  for (const name of [...LIMIT_HEADERS, 'X-Request-Id']) response.removeHeader(name);
}
