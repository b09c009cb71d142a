import cors from 'cors';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { LIMIT_HEADERS } from '../callers/rate-limit.ts';

const MAX_HEADERS = 100;
/** Each listed choice is compared with each available one, so 8 KB of choices would take longer than a lookup. */
const CHOICES = ['accept', 'accept-encoding', 'accept-language'] as const;
const MAX_CHOICES_LENGTH = 1_000;

/**
 * Refuses transfer codings other than `chunked`: their body would be read undecoded. Requires exactly one Host header
 * (RFC 9112, 3.2): Node would refuse its absence without envelope and request id, and accepts a second one. Limits
 * the number of headers, because Node silently drops those beyond its own maximum.
 */
export const checkHeaders: RequestHandler = (request, _response, next) => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
  const { 'transfer-encoding': coding = 'chunked' } = request.headers;
  if (coding.toLowerCase() !== 'chunked') {
    throw new ApiError('invalid_request', 'The only accepted transfer coding is chunked.', {
      headers: { Connection: 'close' },
    });
  }
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new ApiError('invalid_request', 'The request must have one Host header.');
  }
  if (names.length > MAX_HEADERS) {
    throw new ApiError('invalid_request', `The request has more than ${MAX_HEADERS} headers.`);
  }
  for (const name of CHOICES) {
    if ((request.headers[name]?.length ?? 0) > MAX_CHOICES_LENGTH)
      throw new ApiError(
        'invalid_request',
        `The header ${name} has more than ${MAX_CHOICES_LENGTH} characters.`,
      );
  }
  next();
};

/** CORS for every origin without credentials. Answers `OPTIONS` for any path. */
export function allowEveryOrigin(): RequestHandler {
  return cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Request-Id',
      'ETag',
      'Accept-Ranges',
      'Content-Range',
      'Retry-After',
      'Allow',
      'Link',
      'Idempotent-Replayed',
      ...LIMIT_HEADERS,
    ],
    maxAge: 86_400,
  });
}
