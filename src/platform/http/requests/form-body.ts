import { MIMEType } from 'node:util';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { readBytes } from './read-bytes.ts';

/** Reads the body that a form of a page sends into `request.body`, as `URLSearchParams`. */
export function readFormBody(limitBytes: number): RequestHandler {
  return async (request, _response, next) => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    if (!isForm(type) || encoding.toLowerCase() !== 'identity') {
      throw new ApiError(
        'unsupported_media_type',
        'Send a form: Content-Type application/x-www-form-urlencoded, not compressed.',
      );
    }
    request.body = new URLSearchParams((await readBytes(request, limitBytes)).toString('utf8'));
    next();
  };
}

function isForm(contentType: string | undefined): boolean {
  try {
    return new MIMEType(contentType ?? '').essence === 'application/x-www-form-urlencoded';
  } catch {
    return false;
  }
}
