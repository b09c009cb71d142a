import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

const NAME = /^factshelf-.+\.tar$/;
const HOUR_MS = 3_600_000;
const OLD_HOURS = 48;

/** The folder of backups, unless `--to` names another. */
export function findBackupRoot({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return path.resolve(BACKUP_DIR ?? path.join(DATA_DIR, 'backups'));
}

/** Lists the backups in a folder, the oldest first: their names begin with the time. */
export async function listBackups(root: string): Promise<string[]> {
  const names = existsSync(root) ? await readdir(root) : [];
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => path.join(root, name));
}

/** Returns the path of the newest backup in a folder, or undefined. */
export async function findLastBackup(root: string): Promise<string | undefined> {
  return (await listBackups(root)).at(-1);
}

/** Returns whether a folder has no backup that was made since then. */
export async function isBackupDue(root: string, since: Date): Promise<boolean> {
  const last = await findLastBackup(root);
  return last === undefined || (await stat(last)).mtimeMs < since.getTime();
}

/** Removes all but the newest backups of a folder, and their checksums. Returns the removed ones. */
export async function removeOldBackups(root: string, keep: number): Promise<string[]> {
  const old = (await listBackups(root)).slice(0, -keep);
  for (const file of old) {
    await rm(file);
    await rm(`${file}.sha256`, { force: true });
  }
  return old;
}

export async function checkBackups(config: Config, now = Date.now()): Promise<Finding[]> {
  const root = findBackupRoot(config);
  const file = await findLastBackup(root);
  if (!file)
    return [wrong('backups', `There is no backup in ${root}.`, 'npm run backup, each night by cron')];
  const last = path.basename(file);
  const hours = Math.floor((now - (await stat(file)).mtimeMs) / HOUR_MS);
  if (hours < OLD_HOURS) return [fine('backups', `${last} is ${hours} hours old.`)];
  return [
    wrong('backups', `The last backup, ${last}, is ${Math.floor(hours / 24)} days old.`, 'npm run backup'),
  ];
}
