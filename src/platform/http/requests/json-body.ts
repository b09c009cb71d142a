import { MIMEType } from 'node:util';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { readBytes } from './read-bytes.ts';

/** Default limit of a body. */
export const BODY_LIMIT_BYTES = 4_096;
const MAX_LEVELS = 8;

/**
 * Reads a JSON body into `request.body`. Accepts only JSON text of RFC 8259: valid UTF-8, not compressed, and not
 * nested too deeply.
 */
export function readJsonBody(limitBytes: number): RequestHandler {
  return async (request, _response, next) => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    if (!isJson(type) || encoding.toLowerCase() !== 'identity') {
      throw new ApiError(
        'unsupported_media_type',
        'Send JSON: Content-Type application/json, in UTF-8, not compressed.',
      );
    }
    request.body = parseJson(await readBytes(request, limitBytes));
    next();
  };
}

function isJson(contentType: string | undefined): boolean {
  try {
    const type = new MIMEType(contentType ?? '');
    const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8';
    return type.essence === 'application/json' && charset === 'utf-8';
  } catch {
    return false;
  }
}

function parseJson(bytes: Buffer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ApiError('invalid_request', 'The body is not JSON in UTF-8.', { cause: error });
  }
  if (hasPrototypeKey(body, MAX_LEVELS)) {
    throw new ApiError('invalid_request', 'The body has a field __proto__.');
  }
  if (isDeeperThan(body, MAX_LEVELS)) {
    throw new ApiError('invalid_request', `The body is nested deeper than ${MAX_LEVELS} levels.`);
  }
  return body;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** No field has this name. Where field names are free, validation would silently drop it. */
function hasPrototypeKey(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels < 0) return false;
  return (
    Object.hasOwn(value, '__proto__') ||
    Object.values(value).some((item) => hasPrototypeKey(item, levels - 1))
  );
}
