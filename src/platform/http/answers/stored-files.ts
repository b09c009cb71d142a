import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { StoredAnswer } from './stored-answer.ts';

const NOT_THERE = new Set(['ENOENT', 'EISDIR']);

interface StoredFilesOptions {
  folder: string;
  /** Pattern of the served paths, whole and undecoded, relative to the mount. Other paths are not looked up. */
  names: RegExp;
  /** Files that are sent concatenated, by their common path. */
  joined?: Readonly<Record<string, readonly string[]>> | undefined;
  cacheControl: string;
}

/** Serves files that do not change while the process runs. Each is read once, and compressed once per encoding. */
export function serveStoredFiles({
  folder,
  names,
  joined = {},
  cacheControl,
}: StoredFilesOptions): RequestHandler {
  const stored = new Map<string, StoredAnswer>();
  return async (request, response, next) => {
    const name = request.path;
    if (!names.test(name)) return next();
    try {
      if (!stored.has(name)) {
        const files = joined[name] ?? [name];
        const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
        stored.set(name, new StoredAnswer(Buffer.concat(contents)));
      }
    } catch (error) {
      if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return next();
      throw error;
    }
    response.set('Cache-Control', cacheControl).type(path.extname(name));
    await stored.get(name)?.send(request, response);
  };
}
