import multer, { MulterError } from 'multer';
import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import { parseMediaType } from './media-type.ts';
import { bodyTooLarge, isCompressed, readBytes } from './read-bytes.ts';

export interface FormCaps {
  mostFields: number;
  mostBytes: number;
}

/** Reads the body of an HTML form into `request.body`, as `URLSearchParams`. */
export function readFormBody({ mostFields, mostBytes }: FormCaps): RequestHandler {
  return async (request, _response, next) => {
    const type = parseMediaType(request.headers['content-type']);
    if (type?.essence !== 'application/x-www-form-urlencoded' || isCompressed(request)) {
      throw new ApiError(
        'unsupported_media_type',
        'Send a form: Content-Type application/x-www-form-urlencoded, not compressed.',
      );
    }
    request.body = parseForm((await readBytes(request, mostBytes)).toString('utf8'), mostFields);
    next();
  };
}

/**
 * Parses the text of a form. Its fields are counted first, because a field of one byte costs as much as a long one.
 * @throws ApiError `payload_too_large`
 */
export function parseForm(text: string, mostFields: number): URLSearchParams {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields <= mostFields) continue;
    throw new ApiError('payload_too_large', `The form has more than ${mostFields} fields.`, {
      details: { limit: mostFields },
    });
  }
  return new URLSearchParams(text);
}

/** Limits of the fields besides the file. */
const MOST_FIELDS = 8;
const FIELD_BYTES = 1_024;

/**
 * Reads an HTML form with a file each in these fields: other fields into `request.body`, as `URLSearchParams`, and the
 * files into `request.files`. Must come after the limits of callers, because the files are held in memory.
 */
export function readFileFormBody(names: readonly string[], limitBytes: number): RequestHandler {
  const read = multer({
    storage: multer.memoryStorage(),
    limits: { files: names.length, fileSize: limitBytes, fields: MOST_FIELDS, fieldSize: FIELD_BYTES },
  }).fields(names.map((name) => ({ name, maxCount: 1 })));
  return (request, response, next) => {
    read(request, response, (error: unknown) => {
      const fields = (request.body ?? {}) as Record<string, unknown>;
      request.body = new URLSearchParams(
        Object.entries(fields).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
      );
      next(error && refuseForm(error, limitBytes));
    });
  };
}

/** Returns the refusal for a form that could not be read. */
export function refuseForm(error: unknown, limitBytes: number): ApiError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return bodyTooLarge(limitBytes);
  return new ApiError(
    'invalid_request',
    'This is not a form with at most one file a field, or its fields are too many or too long.',
    { cause: error },
  );
}
