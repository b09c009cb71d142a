import cors from 'cors';
import type { RequestHandler } from 'express';
import { LIMIT_HEADERS } from '../callers/rate-limit.ts';

/** For every origin, on every answer, and without credentials. `OPTIONS` is answered here, for any path. */
export function allowEveryOrigin(): RequestHandler {
  return cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Request-Id',
      'ETag',
      'Accept-Ranges',
      'Content-Range',
      'Retry-After',
      'Allow',
      'Link',
      ...LIMIT_HEADERS,
    ],
    maxAge: 86_400,
  });
}
