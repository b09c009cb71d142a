import path from 'node:path';
import { Command } from 'commander';
import { sql, type SQL } from 'drizzle-orm';
import { findBackupRoot, listBackups } from '../../doctor/backups.ts';
import { listWorkPlaces, makeWorkFolder, removeFolder, removeLeftovers } from '../../doctor/leftovers.ts';
import { resolveServices } from '../../embedded/connect.ts';
import { describeFailure, StartError } from '../../embedded/describe-failure.ts';
import { makeDirectory } from '../../embedded/make-directory.ts';
import { assertRestorable, startCopy } from '../../embedded/postgres/base-backup.ts';
import { moveClusterIn } from '../../embedded/postgres/finish-restore.ts';
import { claimDataDir } from '../../embedded/processes/running-instance.ts';
import { readConfig, type Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { prepareDatabase, type DatabaseUrls } from '../../platform/db/prepare-database.ts';
import { createLogger } from '../../platform/logger.ts';
import { findImageRoot } from '../../review/pictures/storage/open-storage.ts';
import { requestRebuild } from '../../search/index/rebuild-store.ts';
import { jsonOption, printResult, runProgram, type OutputOptions } from '../output.ts';
import { readBackup, unpackDatabase, unpackPictures, type AboutBackup } from './backup-file.ts';
import { onOwner } from './on-owner.ts';
import { loadDump } from './postgres-programs.ts';

interface Options extends OutputOptions {
  replace?: true;
  check?: true;
}

const command = new Command('restore')
  .description('Puts a backup in its place. The service must not run meanwhile.')
  .argument(
    '[file]',
    'what npm run backup wrote, with its .sha256 beside it; with --check the newest unless given',
  )
  .option('--replace', 'also when there is a database with content: it is removed')
  .option(
    '--check',
    'restores beside the service, which may run, says what the backup holds, and removes it again',
  )
  .addOption(jsonOption())
  .action(run);

async function run(given: string | undefined, options: Options): Promise<void> {
  const config = readConfig();
  const file = path.resolve(given ?? (await findChecked(config, options)));
  const about = await readBackup(file);
  const isOfCluster = about.method === 'base_backup';
  if (options.check) {
    const products = await (isOfCluster ? checkCluster : checkDump)(config, about, file);
    printResult(options, { file, made_at: about.made_at, products, pictures: about.pictures }, [
      `${file} can be restored: ${products} products and ${about.pictures} pictures of ${about.made_at}.`,
    ]);
    return;
  }
  const restore = isOfCluster ? restoreCluster : restoreDump;
  const products = await restore(config, about, file, options.replace ?? false);
  printResult(options, { made_at: about.made_at, products, pictures: about.pictures }, [
    `The database of ${about.made_at} is in place: ${products} products, ${about.pictures} pictures.`,
    'The indexer rebuilds the search index when it starts.',
  ]);
}

/** Returns the newest backup, for a check without a file. */
async function findChecked(config: Config, { check }: Options): Promise<string> {
  const root = findBackupRoot(config);
  const files = await listBackups(root);
  const last = files.at(-1);
  if (last === undefined) throw new StartError(`There is no backup in ${root}.`);
  if (!check) throw new StartError(`Which backup? Name one:\n  ${files.join('\n  ')}`);
  return last;
}

/** Starts a copy of the cluster beside the one in use, which may run. */
async function checkCluster(config: Config, about: AboutBackup, file: string): Promise<number> {
  await assertRestorable(path.resolve(config.DATA_DIR), about.postgres, true);
  return await whileUnpacked(config, about, file, (unpacked) => bringUp(config, about, unpacked));
}

/** Loads the dump into a database of its own on the same server. The owner needs the right to create databases. */
async function checkDump(config: Config, about: AboutBackup, file: string): Promise<number> {
  const services = await resolveServices(config);
  const name = `factshelf_check_${process.pid}`;
  const ofCheck = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [databaseUrl, ownerUrl] = [ofCheck(services.databaseUrl), ofCheck(services.ownerUrl)];
  const execute = (statement: SQL) => onOwner(services.ownerUrl, (db) => db.execute(statement));
  try {
    await execute(sql`create database ${sql.identifier(name)}`);
    try {
      return await whileUnpacked(config, about, file, async ({ database }) => {
        await loadDump(ownerUrl, database, () => Promise.resolve());
        return await finish({ databaseUrl, ownerUrl });
      });
    } finally {
      await execute(sql`drop database ${sql.identifier(name)} with (force)`);
    }
  } finally {
    await services.stop();
  }
}

interface Unpacked {
  /** Below the data directory. */
  work: string;
  /** What Postgres wrote. */
  database: string;
  /** Called last before the database is replaced: until then, nothing that is in use has changed. */
  movePicturesIn: () => Promise<void>;
}

/** Unpacks a backup beside what it replaces, for as long as `use` takes. */
async function whileUnpacked<T>(
  config: Config,
  about: AboutBackup,
  file: string,
  use: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  const dataDir = path.resolve(config.DATA_DIR);
  makeDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  await removeLeftovers(listWorkPlaces(config));
  const work = await makeWorkFolder(dataDir, 'restore');
  try {
    const pictures = about.pictures > 0 ? await unpackPictures(file, findImageRoot(config)) : undefined;
    try {
      const database = unpackDatabase(file, work);
      return await use({ work, database, movePicturesIn: async () => await pictures?.moveIn() });
    } finally {
      await pictures?.remove();
    }
  } finally {
    await removeFolder(work);
  }
}

async function restoreCluster(
  config: Config,
  about: AboutBackup,
  file: string,
  mayReplace: boolean,
): Promise<number> {
  const { postgres: version } = about;
  if (config.DATABASE_URL !== undefined) {
    throw new StartError('This backup is of the Postgres of npm start: unset DATABASE_URL to restore it.');
  }
  const dataDir = path.resolve(config.DATA_DIR);
  const claim = await claimDataDir(dataDir, 'A restore of Factshelf');
  try {
    await assertRestorable(dataDir, version, mayReplace);
    return await whileUnpacked(config, about, file, async (unpacked) => {
      const products = await bringUp(config, about, unpacked);
      await unpacked.movePicturesIn();
      await moveClusterIn(dataDir, unpacked.work);
      return products;
    });
  } finally {
    await claim.stop();
  }
}

/** Starts the unpacked cluster, migrates it and stops it. Returns the number of products. */
async function bringUp(
  config: Config,
  { password = '' }: AboutBackup,
  { work, database }: Pick<Unpacked, 'work' | 'database'>,
): Promise<number> {
  const logger = createLogger('restore', config.LOG_LEVEL);
  const dataDir = path.resolve(config.DATA_DIR);
  const copy = await startCopy({ dataDir, work, file: database, password, logger });
  try {
    return await finish({ databaseUrl: copy.serviceUrl, ownerUrl: copy.url });
  } finally {
    await copy.stop();
  }
}

async function restoreDump(
  config: Config,
  about: AboutBackup,
  file: string,
  mayReplace: boolean,
): Promise<number> {
  const services = await resolveServices(config);
  try {
    await onOwner(services.ownerUrl, (db) => assertReplaceable(db, mayReplace));
    await whileUnpacked(config, about, file, async ({ database, movePicturesIn }) => {
      await loadDump(services.ownerUrl, database, movePicturesIn);
    });
    return await finish(services).catch((error: unknown) => {
      throw new StartError(
        `The database of ${about.made_at} is in place, but not of this release yet: npm run db:migrate. ${describeFailure(error)}`,
      );
    });
  } finally {
    await services.stop();
  }
}

/** @throws {StartError} when the database is in use, or has content that may not be replaced */
async function assertReplaceable(db: Db, mayReplace: boolean): Promise<void> {
  const { rows: users } = await db.execute<{ name: string }>(sql`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'factshelf-%' and pid <> pg_backend_pid()
    order by name`);
  if (users.length > 0) {
    const names = users.map(({ name }) => name).join(', ');
    throw new StartError(`The database is in use (${names}): stop the API and the indexer first.`);
  }
  if (mayReplace) return;
  for (const name of ['products', 'accounts', 'operators']) {
    const { rows: table } = await db.execute<{ has: boolean }>(
      sql`select to_regclass(${name}) is not null as has`,
    );
    if (!table[0]?.has) continue;
    const { rows } = await db.execute(sql`select from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0) throw new StartError('The database is not empty: --replace removes what is in it.');
  }
}

/** Migrates a restored database to this release. Returns the number of products. */
async function finish(urls: DatabaseUrls): Promise<number> {
  await prepareDatabase(urls);
  return await onOwner(urls.ownerUrl, async (db) => {
    // Postgres cannot see that its files were copied: cursors for changes after the backup must become invalid.
    await db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
    await requestRebuild(db, 'restore');
    await db.execute(sql`analyze`);
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from products`);
    return rows[0]?.count ?? 0;
  });
}

await runProgram(command);
