// @ts-check
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DIST = path.join(ROOT, 'dist');
const DRAFTS = path.join(DIST, 'drafts');
const HOUR_MS = 3_600_000;

/**
 * @typedef {object} Target
 * @property {string} place the folder of the build
 * @property {string} last the file that is moved into place last, so that its time is that of the build
 * @property {() => Promise<string[]>} listSources lists the source files and folders
 * @property {(draft: string) => Promise<void>} build builds into an empty folder
 */

/**
 * Builds a target that is missing or older than one of its sources. Files are built in a draft folder and moved into place
 * one by one. Files of the former build stay for an hour, because another process may be using or building the same.
 * @param {Target} target
 * @returns {Promise<void>} rejected with the error of the build; the former build stays
 */
export async function bringUpToDate(target) {
  const last = path.join(target.place, target.last);
  const builtAt = await modifiedAt(last);
  // A source that changes during the build must count as newer than it.
  const readAt = new Date();
  const changes = await Promise.all((await target.listSources()).map(modifiedAt));
  if (changes.every((changedAt) => changedAt <= builtAt)) return;
  const draft = path.join(DRAFTS, `${path.basename(target.place)}-${process.pid}`);
  try {
    await mkdir(draft, { recursive: true });
    await target.build(draft);
    const parts = await readdir(draft);
    const files = await listFiles(draft);
    await utimes(path.join(draft, target.last), readAt, readAt);
    for (const file of [...files.filter((name) => name !== target.last), target.last]) {
      const place = path.join(target.place, file);
      await mkdir(path.dirname(place), { recursive: true });
      await rename(path.join(draft, file), place);
    }
    const written = new Set(files.map((file) => path.join(target.place, file)));
    for (const part of parts) await removeOld(path.join(target.place, part), written);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} the folder and everything in it: a folder's time changes when a file is added or removed
 */
export async function listAll(folder) {
  const entries = await readdir(folder, { recursive: true });
  return [folder, ...entries.map((entry) => path.join(folder, entry))];
}

/** @param {string} folder */
async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * @param {string} part a file or a folder
 * @param {Set<string>} written what the build has just written
 */
async function removeOld(part, written) {
  const files = (await stat(part)).isFile() ? [] : await listFiles(part);
  for (const name of files) {
    const file = path.join(part, name);
    if (!written.has(file) && Date.now() - (await modifiedAt(file)) > HOUR_MS)
      await rm(file, { force: true });
  }
}

/**
 * @param {string} place
 * @returns {Promise<number>} 0 when there is nothing
 */
async function modifiedAt(place) {
  return await stat(place).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
