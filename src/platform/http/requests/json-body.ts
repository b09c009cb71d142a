import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { parseMediaType } from './media-type.ts';
import { isCompressed, readBytes } from './read-bytes.ts';

/** Default limit of a body. */
export const BODY_LIMIT_BYTES = 4_096;
const MAX_LEVELS = 8;
/** A body may have one value for so many of its bytes: to check a short one costs as much as a long one. */
const BYTES_OF_VALUE = 16;

/**
 * Reads a JSON body into `request.body`. Accepts only JSON text of RFC 8259: valid UTF-8, not compressed, and not
 * nested too deeply.
 */
export function readJsonBody(limitBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (!isJson(request.headers['content-type']) || isCompressed(request)) {
      throw new ApiError(
        'unsupported_media_type',
        'Send JSON: Content-Type application/json, in UTF-8, not compressed.',
      );
    }
    request.body = parseJson(await readBytes(request, limitBytes), limitBytes / BYTES_OF_VALUE);
    next();
  };
}

function isJson(contentType: string | undefined): boolean {
  const type = parseMediaType(contentType);
  const charset = type?.params.get('charset')?.toLowerCase() ?? 'utf-8';
  return type?.essence === 'application/json' && charset === 'utf-8';
}

/**
 * Parses JSON text of RFC 8259 in UTF-8 that is not nested too deeply.
 * @throws ApiError `invalid_request`, `payload_too_large`
 */
export function parseJson(bytes: Buffer, mostValues: number): unknown {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ApiError('invalid_request', 'The body is not JSON in UTF-8.', { cause: error });
  }
  let values = 0;
  const check = (value: unknown, levels: number): void => {
    values += 1;
    if (values > mostValues)
      throw new ApiError('payload_too_large', `The body has more than ${mostValues} values.`, {
        details: { limit: mostValues },
      });
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0)
      throw new ApiError('invalid_request', `The body is nested deeper than ${MAX_LEVELS} levels.`);
    // No field has this name. Where field names are free, validation would silently drop it.
    if (Object.hasOwn(value, '__proto__'))
      throw new ApiError('invalid_request', 'The body has a field __proto__.');
    for (const item of Object.values(value)) check(item, levels - 1);
  };
  check(body, MAX_LEVELS);
  return body;
}
