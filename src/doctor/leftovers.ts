import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { findProcessStart, isSameProcess } from '../platform/processes/process-life.ts';
import { findImageRoot } from '../review/pictures/storage/open-storage.ts';
import { findBackupRoot } from './backups.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

/** The name holds the id and the start of the process, which earlier releases did not write. */
const WORK = /^\.(?:backup|restore)-(?:(\d+)-(\d*)-)?/;
/** What those releases made besides. */
const FORMER = /^(base-backup|restoring)$|^factshelf-.+\.tar\.unfinished$/;

/** Creates a folder for a backup or a restore. Others can tell it from what a killed process left. */
export async function makeWorkFolder(folder: string, purpose: 'backup' | 'restore'): Promise<string> {
  const start = (await findProcessStart(process.pid)) ?? '';
  return await mkdtemp(path.join(folder, `.${purpose}-${process.pid}-${start}-`));
}

/** Returns the folders in which backups and restores work. */
export function listWorkPlaces(config: Config): string[] {
  const places = [path.resolve(config.DATA_DIR), findBackupRoot(config), findImageRoot(config)];
  return [...new Set(places)];
}

/** Returns what killed backups and restores left in these folders. */
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
  const [isWork, pid, start = ''] = WORK.exec(name) ?? [];
  return isWork !== undefined && (pid === undefined || !(await isSameProcess(Number(pid), start)));
}

/** Removes what killed backups and restores left. What cannot be removed stays, and the doctor names it. */
export async function removeLeftovers(folders: readonly string[]): Promise<void> {
  for (const leftover of await listLeftovers(folders)) await removeFolder(leftover).catch(() => undefined);
}

/** Removes a folder, also while a server whose parent was killed still ends in it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

export async function checkLeftovers(config: Config): Promise<Finding[]> {
  const left = await listLeftovers(listWorkPlaces(config));
  if (left.length === 0) return [fine('leftovers', 'Backups and restores have left nothing behind.')];
  const says = `Killed backups or restores left whole copies: ${left.join(', ')}.`;
  return [wrong('leftovers', says, 'npm run backup removes them')];
}
