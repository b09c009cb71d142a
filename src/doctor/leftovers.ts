import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { findProcessStart, isSameProcess } from '../platform/processes/process-life.ts';
import { findImageRoot } from '../review/pictures/storage/open-storage.ts';
import { findBackupRoot } from './backups.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

/** The name holds the id and the start of the process, which earlier releases did not write. */
const WORK = /^\.(?:backup|restore)-(?:(\d+)-(\d*)-)?/;
/** What a file that holds secrets is called until it is complete. */
const DRAFT = /^(?:running\.json|[a-z-]+-(?:password|key))\.(\d+)/;
/** What earlier releases made besides. */
const FORMER = /^(base-backup|restoring)$|^factshelf-.+\.tar\.unfinished$/;

/** Returns how a folder's name begins, so that others can tell it from what a killed process left. */
export async function nameWork(purpose: 'backup' | 'restore'): Promise<string> {
  return `.${purpose}-${process.pid}-${(await findProcessStart(process.pid)) ?? ''}-`;
}

/** Creates a folder for a backup or a restore. */
export async function makeWorkFolder(folder: string, purpose: 'backup' | 'restore'): Promise<string> {
  return await mkdtemp(path.join(folder, await nameWork(purpose)));
}

/** Returns the folders in which backups and restores work. */
export function listWorkPlaces(config: Config): string[] {
  const places = [path.resolve(config.DATA_DIR), findBackupRoot(config), findImageRoot(config)];
  return [...new Set(places)];
}

/** Returns what killed processes left in these folders: whole copies, and drafts of secrets. */
export async function listLeftovers(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      const isLeft = await Promise.all(names.map(isLeftover));
      return names.filter((_, index) => isLeft[index]).map((name) => path.join(folder, name));
    }),
  );
  return found.flat();
}

async function isLeftover(name: string): Promise<boolean> {
  if (FORMER.test(name)) return true;
  const [match, pid, start = ''] = WORK.exec(name) ?? DRAFT.exec(name) ?? [];
  return match !== undefined && (pid === undefined || !(await isSameProcess(Number(pid), start)));
}

/** Removes what killed processes left. What cannot be removed stays, and the doctor names it. */
export async function removeLeftovers(folders: readonly string[]): Promise<void> {
  for (const leftover of await listLeftovers(folders)) await removeFolder(leftover).catch(() => undefined);
}

/** Removes a folder, also while a server whose parent was killed still ends in it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

export async function checkLeftovers(config: Config): Promise<Finding[]> {
  const left = await listLeftovers(listWorkPlaces(config));
  if (left.length === 0) return [fine('leftovers', 'Killed backups and restores have left nothing.')];
  const says = `Killed processes left what is of no use: ${left.join(', ')}.`;
  return [wrong('leftovers', says, 'npm run backup removes them')];
}
