import type { Request, Response } from 'express';
import { LIMIT_HEADERS } from '../callers/rate-limit.ts';
import type { Route } from '../route.ts';

/** Headers that identify a caller. Shared caches vary by both, so that callers with a key get their own answers. */
const KEY_HEADERS = 'X-API-Key, Authorization';
/** A cache may serve a stale answer while it revalidates, for this many times the answer's lifetime. */
const STALE_TIMES = 5;

/**
 * Sets how long an answer may be cached.
 * @param sharedSeconds how long shared caches may keep answers of reads without a key; 0: not at all
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
 * Lets shared caches store an answer, unless its caller has a key. Such an answer carries no header about the caller:
 * no limits, quota, request id or cookie.
 * @param own `Cache-Control` of an answer that shared caches must not store
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
