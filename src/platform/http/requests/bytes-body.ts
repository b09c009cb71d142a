import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { readBytes } from './read-bytes.ts';

/** Reads a body as it is into `request.body`, whatever it is said to be, but not compressed. */
export function readBytesBody(limitBytes: number): RequestHandler {
  return async (request, _response, next) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() !== 'identity') {
      throw new ApiError('unsupported_media_type', 'Send the file itself, not compressed.');
    }
    request.body = await readBytes(request, limitBytes);
    next();
  };
}
