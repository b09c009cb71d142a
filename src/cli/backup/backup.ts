import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { sql } from 'drizzle-orm';
import { findBackupRoot, isBackupDue, removeOldBackups } from '../../doctor/backups.ts';
import { listWorkPlaces, makeWorkFolder, removeFolder, removeLeftovers } from '../../doctor/leftovers.ts';
import { resolveServices } from '../../embedded/connect.ts';
import { StartError } from '../../embedded/describe-failure.ts';
import { makeDirectory } from '../../embedded/make-directory.ts';
import { backUpCluster } from '../../embedded/postgres/base-backup.ts';
import { readConfig, timeOfDay, type Config } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { startLoop } from '../../platform/start-loop.ts';
import { findDueTime } from '../../publish/dumps/nightly-dumps.ts';
import { findImageRoot } from '../../review/pictures/storage/open-storage.ts';
import { jsonOption, printResult, runProgram, type OutputOptions } from '../output.ts';
import { listPictures, writeBackup } from './backup-file.ts';
import { onOwner } from './on-owner.ts';
import { dumpDatabase } from './postgres-programs.ts';

const LOOK_EVERY_MS = 60_000;
/** A full disk is not filled again each minute. */
const RETRY_MS = 3_600_000;

interface Options extends OutputOptions {
  to?: string;
  keep?: number;
  daily?: { hours: number; minutes: number };
}

const command = new Command('backup')
  .description('Writes the database and the folder of pictures into one file. The service goes on meanwhile.')
  .option('--to <folder>', 'where to; else BACKUP_DIR, which is DATA_DIR/backups unless set')
  .option('--keep <count>', 'afterwards remove older backups from that folder, down to so many', readCount)
  .option(
    '--daily <time>',
    'stay, and make one each day at this time in UTC, or later if it was missed',
    readTime,
  )
  .addOption(jsonOption())
  .action(run);

async function run(options: Options): Promise<void> {
  const config = readConfig();
  const { daily } = options;
  if (!daily) return await backUpOnce(config, options);
  const root = findRoot(config, options);
  const logger = createLogger('backup', config.LOG_LEVEL);
  startLoop({
    name: 'the daily backup',
    everyMs: LOOK_EVERY_MS,
    trouble: {
      report(error) {
        logger.error({ err: error }, 'the daily backup failed: next try in an hour');
        return RETRY_MS;
      },
      over: () => undefined,
    },
    async work() {
      if (await isBackupDue(root, findDueTime(daily))) await backUpOnce(config, options);
    },
    logger,
  });
}

async function backUpOnce(config: Config, options: Options): Promise<void> {
  const services = await resolveServices(config);
  try {
    await backUp(config, services.ownerUrl, options);
  } finally {
    await services.stop();
  }
}

async function backUp(config: Config, url: string, options: Options): Promise<void> {
  const root = findRoot(config, options);
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
    const removed = options.keep === undefined ? [] : await removeOldBackups(root, options.keep);
    printResult(options, { ...written, method: about.method, removed }, [
      written.file,
      `  the database and ${written.pictures} pictures, ${(written.bytes / 1_000_000).toFixed(1)} MB`,
      ...(imageRoot ? [] : ['  without the pictures of the bucket: back it up as well']),
      ...removed.map((file) => `  removed: ${file}`),
      `  npm run restore -- ${written.file}`,
    ]);
  } finally {
    await removeFolder(work);
  }
}

const findRoot = (config: Config, { to }: Options) => path.resolve(to ?? findBackupRoot(config));

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function readTime(text: string): Options['daily'] {
  const { data } = timeOfDay.safeParse(text);
  if (data === undefined || data === 'off')
    throw new InvalidArgumentError('It must be a time, such as 03:30.');
  return data;
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
