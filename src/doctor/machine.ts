import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { findBackupRoot } from './backups.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

const LEAST_SHARE = 0.1;
const GB = 1_000_000_000;

/** @param version of Node, without the v */
export function checkNode(version = process.versions.node): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isGood = major >= 24 || (major === 22 && minor >= 12);
  return [
    isGood
      ? fine('node', `Node ${version}.`)
      : wrong('node', `Node ${version} is not tested.`, 'install Node 24 or newer, or 22 from 22.12 on'),
  ];
}

/** Returns the folders of this installation that can grow. */
export function listGrowingFolders(config: Config): string[] {
  const folders = [config.DATA_DIR, config.DUMP_DIR, config.IMAGE_DIR, findBackupRoot(config)];
  const existing = folders.flatMap((folder) =>
    folder !== undefined && existsSync(folder) ? [path.resolve(folder)] : [],
  );
  return [...new Set(existing)];
}

/** Checks the free space on the volumes of growing folders. */
export async function checkDisks(config: Config): Promise<Finding[]> {
  const found = await Promise.all(
    listGrowingFolders(config).map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      const says = `${folder}: ${((bavail * bsize) / GB).toFixed(1)} GB of ${((blocks * bsize) / GB).toFixed(1)} are free.`;
      return bavail / blocks > LEAST_SHARE
        ? fine('disk', says)
        : wrong('disk', says, `give its volume space, or remove old dumps and backups`);
    }),
  );
  return found;
}
