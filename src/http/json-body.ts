import { MIMEType } from 'node:util';
import express, { type RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

const MOST_LEVELS = 8;

/**
 * Reads a JSON body into `request.body`. Only what RFC 8259 calls JSON text is taken: UTF-8, checked byte by byte, not
 * compressed, and not nested deeper than any body here needs to be.
 */
export function readJsonBody(limitBytes = 4_096): RequestHandler {
  const readBytes = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return (request, response, next) => {
    if (!isJson(request.headers['content-type'])) {
      throw new ApiError('unsupported_media_type', 'Send JSON: Content-Type application/json, in UTF-8.');
    }
    readBytes(request, response, (error?: unknown) => {
      if ((error as { status?: unknown } | undefined)?.status === 413) {
        return next(
          new ApiError('payload_too_large', `The body is larger than ${limitBytes} bytes.`, {
            details: { limit: limitBytes },
          }),
        );
      }
      if (error) return next(error);
      try {
        request.body = parseJson(request.body);
      } catch (problem) {
        return next(problem);
      }
      next();
    });
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

function parseJson(bytes: unknown): unknown {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes as Buffer | undefined));
  } catch (error) {
    throw new ApiError('invalid_request', 'The body is not JSON in UTF-8.', { cause: error });
  }
  if (hasPrototypeKey(body, MOST_LEVELS)) {
    throw new ApiError('invalid_request', 'The body has a field __proto__.');
  }
  if (isDeeperThan(body, MOST_LEVELS)) {
    throw new ApiError('invalid_request', `The body is nested deeper than ${MOST_LEVELS} levels.`);
  }
  return body;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** No field is called so; where keys are free, validation would drop it in silence. */
function hasPrototypeKey(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels < 0) return false;
  return (
    Object.hasOwn(value, '__proto__') ||
    Object.values(value).some((item) => hasPrototypeKey(item, levels - 1))
  );
}
