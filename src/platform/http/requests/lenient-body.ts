import multer from 'multer';
import type { RequestHandler } from 'express';
import { passGuards } from '../pass-guards.ts';
import { parseForm, refuseForm } from './form-body.ts';
import { parseJson } from './json-body.ts';
import { parseMediaType } from './media-type.ts';
import { readBytes } from './read-bytes.ts';

const MOST_FIELDS = 300;
/** A list of ingredients is the longest. */
const FIELD_BYTES = 32_768;

/**
 * Reads a body of an app that was written for another service into `request.body`, as an object: a form of either kind,
 * else JSON, whatever its declared type. A field that is repeated has its last value, a file is a `Buffer`.
 */
export function readLenientBody(limitBytes: number): RequestHandler {
  const readParts = multer({
    storage: multer.memoryStorage(),
    limits: { files: 1, fileSize: limitBytes, fields: MOST_FIELDS, fieldSize: FIELD_BYTES },
  }).any();
  return async (request, response, next) => {
    const type = parseMediaType(request.headers['content-type'])?.essence;
    if (type === 'multipart/form-data') {
      await passGuards([readParts], request, response).catch((error: unknown) => {
        throw refuseForm(error, limitBytes);
      });
      const files = (request.files ?? []) as Express.Multer.File[];
      const fields = Object.entries((request.body ?? {}) as Record<string, unknown>);
      request.body = Object.fromEntries([
        ...fields.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) as unknown) : value]),
        ...files.map(({ fieldname, buffer }) => [fieldname, buffer]),
      ]);
    } else {
      const bytes = await readBytes(request, limitBytes);
      request.body =
        type === 'application/x-www-form-urlencoded'
          ? Object.fromEntries(parseForm(bytes.toString('utf8'), MOST_FIELDS))
          : parseJson(bytes, MOST_FIELDS);
    }
    next();
  };
}
