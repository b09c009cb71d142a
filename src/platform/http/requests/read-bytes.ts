import type { IncomingMessage } from 'node:http';
import readRawBody, { type RawBodyError } from 'raw-body';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';

/**
 * Reads a body. Refuses it as soon as it is known to be too large: by its declared length, or at the first byte
 * beyond the limit.
 * @throws ApiError `payload_too_large`
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await readRawBody(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (error) {
    // Discard the rest of the body.
    request.resume();
    if ((error as RawBodyError).status !== 413) throw error;
    throw bodyTooLarge(limit);
  }
}

export function bodyTooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`, {
    details: { limit },
    headers: { Connection: 'close' },
  });
}

export const isCompressed = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

/** Reads a body of any type, uncompressed, into `request.body`. */
export function readBytesBody(limitBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (isCompressed(request)) {
      throw new ApiError('unsupported_media_type', 'Send the file itself, not compressed.');
    }
    request.body = await readBytes(request, limitBytes);
    next();
  };
}
