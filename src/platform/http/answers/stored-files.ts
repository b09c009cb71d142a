import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { StoredAnswer } from './stored-answer.ts';

const NOT_THERE = new Set(['ENOENT', 'EISDIR']);

interface StoredFilesOptions {
  folder: string;
  /** The paths that are served, whole and undecoded, below where this is mounted: no other is looked for. */
  names: RegExp;
  /** Files that are sent as one, by the path of the whole. */
  joined?: Readonly<Record<string, readonly string[]>> | undefined;
  cacheControl: string;
}

/** Files that do not change while this process runs: each is read once, and compressed once in each coding. */
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
