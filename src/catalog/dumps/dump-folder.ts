import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { manifestSchema, type Manifest } from './dump-contract.ts';

const MOST_KEPT = 7;
/** Nothing that begins with a point is served. */
const UNFINISHED = '.unfinished-';
const NAME = /^\d{8}T\d{9}Z$/;

/** Where an installation has its dumps that does not say where. */
export function findDumpRoot(config: { DATA_DIR: string; DUMP_DIR?: string | undefined }): string {
  return path.resolve(config.DUMP_DIR ?? path.join(config.DATA_DIR, 'dumps'));
}

/** What a dump of this moment is called: names in their order are dumps in theirs. */
export function nameDump(createdAt: Date): string {
  return createdAt.toISOString().replaceAll(/[-:.]/g, '');
}

/** So that a name that others give can be a part of a path. */
export function isDumpName(text: string): boolean {
  return NAME.test(text);
}

/** The newest first; none where there is no such folder. */
export async function listDumpNames(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isDumpName).sort().reverse();
}

/** Undefined: it is not there, or not any more. */
export async function readManifest(root: string, name: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path.join(root, name, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** A new folder that nobody is shown. What a killed run has left behind is removed. */
export async function makeUnfinished(root: string, name: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const left of await readdir(root))
    if (left.startsWith(UNFINISHED)) await rm(path.join(root, left), { recursive: true, force: true });
  const folder = path.join(root, UNFINISHED + name);
  await mkdir(folder);
  return folder;
}

/**
 * Shows a dump, all of it at once, and removes those that are too many, or that show a moment before `erasedAt`: they may
 * hold what was erased on request.
 */
export async function publishDump(
  root: string,
  folder: string,
  name: string,
  erasedAt?: Date,
): Promise<void> {
  await syncFolder(folder);
  await rename(folder, path.join(root, name));
  await syncFolder(root);
  const leastKept = erasedAt ? nameDump(erasedAt) : '';
  const older = (await listDumpNames(root)).filter((other) => other < name);
  for (const [at, old] of older.entries())
    if (at >= MOST_KEPT - 1 || old < leastKept) await removeDump(root, old);
}

/** Out of sight first: whoever is killed in the middle leaves no dump that lacks a part of its files. */
async function removeDump(root: string, name: string): Promise<void> {
  const hidden = path.join(root, UNFINISHED + name);
  await rename(path.join(root, name), hidden);
  await rm(hidden, { recursive: true, force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
