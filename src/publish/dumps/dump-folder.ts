import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { manifestSchema, type Manifest } from './dump-contract.ts';

const MOST_KEPT = 7;
/** Names that begin with a dot are not served. */
const UNFINISHED = '.unfinished-';
const NAME = /^\d{8}T\d{9}Z$/;

/** Returns the configured folder of dumps, or the default. */
export function findDumpRoot(config: { DATA_DIR: string; DUMP_DIR?: string | undefined }): string {
  return path.resolve(config.DUMP_DIR ?? path.join(config.DATA_DIR, 'dumps'));
}

/** Returns the name of a dump of this moment. Names sort by time. */
export function nameDump(createdAt: Date): string {
  return createdAt.toISOString().replaceAll(/[-:.]/g, '');
}

/** Returns whether a text is a dump’s name, so that it is safe as a part of a path. */
export function isDumpName(text: string): boolean {
  return NAME.test(text);
}

/** Returns the names of dumps, newest first, or an empty list when the folder does not exist. */
export async function listDumpNames(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isDumpName).sort().reverse();
}

/** Returns the manifest of a dump, or undefined when the dump does not exist or was removed. */
export async function readManifest(root: string, name: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path.join(root, name, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Creates a hidden folder for a new dump, and removes the leftovers of killed runs. */
export async function makeUnfinished(root: string, name: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const left of await readdir(root))
    if (left.startsWith(UNFINISHED)) await rm(path.join(root, left), { recursive: true, force: true });
  const folder = path.join(root, UNFINISHED + name);
  await mkdir(folder);
  return folder;
}

/**
 * Publishes a dump atomically. Removes surplus dumps, and dumps from before `erasedAt`, which may hold data that was
 * erased on request.
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

/** Removes a dump. Renames it to a hidden name first, so that a killed process leaves no incomplete dump. */
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
