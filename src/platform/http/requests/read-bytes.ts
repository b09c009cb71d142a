import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';

/**
 * A body, refused as soon as it is known to be too large: from its length, or from the byte that is one too many.
 * @throws ApiError `payload_too_large`
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (error) {
    // The rest of the body is discarded.
    request.resume();
    if ((error as getRawBody.RawBodyError).status !== 413) throw error;
    throw bodyTooLarge(limit);
  }
}

export function bodyTooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    details: { limit },
    headers: { Connection: 'close' },
  });
}

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
