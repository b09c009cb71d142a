import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
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

/** Returns the path of the newest backup in a folder, or undefined. */
export async function findLastBackup(root: string): Promise<string | undefined> {
  const names = existsSync(root) ? await readdir(root) : [];
  const last = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  return last && path.join(root, last);
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
