import path from 'node:path';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { findBackupRoot } from '../../doctor/backups.ts';
import { listWorkPlaces, makeWorkFolder, removeFolder, removeLeftovers } from '../../doctor/leftovers.ts';
import { resolveServices } from '../../embedded/connect.ts';
import { StartError } from '../../embedded/describe-failure.ts';
import { makeDirectory } from '../../embedded/make-directory.ts';
import { backUpCluster } from '../../embedded/postgres/base-backup.ts';
import { readConfig, type Config } from '../../platform/config.ts';
import { findImageRoot } from '../../review/pictures/storage/open-storage.ts';
import { jsonOption, printResult, runProgram, type OutputOptions } from '../output.ts';
import { listPictures, writeBackup } from './backup-file.ts';
import { onOwner } from './on-owner.ts';
import { dumpDatabase } from './postgres-programs.ts';

interface Options extends OutputOptions {
  to?: string;
}

const command = new Command('backup')
  .description('Writes the database and the folder of pictures into one file. The service goes on meanwhile.')
  .option('--to <folder>', 'where to; else BACKUP_DIR, which is DATA_DIR/backups unless set')
  .addOption(jsonOption())
  .action(run);

async function run(options: Options): Promise<void> {
  const config = readConfig();
  const services = await resolveServices(config);
  try {
    await backUp(config, services.ownerUrl, options);
  } finally {
    await services.stop();
  }
}

async function backUp(config: Config, url: string, options: Options): Promise<void> {
  const root = path.resolve(options.to ?? findBackupRoot(config));
  const imageRoot = config.S3_BUCKET === undefined ? findImageRoot(config) : undefined;
  const { version, hasPictures } = await readDatabase(url);
  if (imageRoot && hasPictures && (await listPictures(imageRoot)).length === 0) {
    throw new StartError(
      `The database names pictures, and ${imageRoot} has none: mount it, or correct IMAGE_DIR.`,
    );
  }
  makeDirectory(root, 0o700);
  await removeLeftovers([...listWorkPlaces(config), root]);
  const isOwn = config.DATABASE_URL === undefined;
  const work = await makeWorkFolder(isOwn ? path.resolve(config.DATA_DIR) : root, 'backup');
  try {
    const made_at = new Date().toISOString();
    // The database before the pictures: a picture added meanwhile is superfluous, but none is missing.
    await (isOwn
      ? backUpCluster(config.DATA_DIR, url, work)
      : dumpDatabase(url, path.join(work, 'database')));
    const about = {
      made_at,
      method: isOwn ? ('base_backup' as const) : ('pg_dump' as const),
      postgres: version,
      ...(isOwn && { password: decodeURIComponent(new URL(url).password) }),
    };
    const written = await writeBackup(root, { about, work, imageRoot });
    printResult(options, { ...written, method: about.method }, [
      written.file,
      `  the database and ${written.pictures} pictures, ${(written.bytes / 1_000_000).toFixed(1)} MB`,
      ...(imageRoot ? [] : ['  without the pictures of the bucket: back it up as well']),
      `  npm run restore -- ${written.file}`,
    ]);
  } finally {
    await removeFolder(work);
  }
}

async function readDatabase(url: string): Promise<{ version: string; hasPictures: boolean }> {
  return await onOwner(url, async (db) => {
    const { rows } = await db.execute<{ version: string; hasPictures: boolean }>(
      sql`select (current_setting('server_version_num')::int / 10000)::text as version,
                 exists (select from submission_pictures where state = 'approved') as "hasPictures"`,
    );
    const [row] = rows;
    if (!row) throw new Error('the query returned no row');
    return row;
  });
}

await runProgram(command);
