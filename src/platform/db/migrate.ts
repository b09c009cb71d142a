import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runMigrations as runQueueMigrations } from 'bullmq';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { RELEASE } from '../release.ts';
import { foldAgain, FOLDED_SINCE } from './fold-again.ts';
import { databaseErrorOf } from './database-error.ts';

/** Names of BullMQ's queues, in Postgres or Redis. */
export const QUEUES = ['index-sync', 'webhooks'] as const;
const MIGRATIONS = path.join(RELEASE, 'migrations');
const FUNCTIONS = path.join(RELEASE, 'src/platform/db/functions');
/** Key of the advisory lock of migrations: any number that no other lock uses. */
const MIGRATION_LOCK = 7_305_221;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCKED_FOR_MS = 60_000;

/**
 * Migrates the database to this release's schema: our tables and functions, then BullMQ's tables (schema `bullmq`, used
 * without Redis).
 * Safe to run concurrently: everything runs under one session lock, because drizzle's migrator is not. Throws if the
 * database is unreachable or a migration fails, which is then rolled back. `migrationsFolder`: for tests with
 * migrations of another release.
 */
export async function migrateDatabase(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = await connectToMigrate(url);
  try {
    const db = drizzle(client);
    await retryWhileLocked(client, async () => {
      await carryOver(db, migrationsFolder);
      const last = await findLastMigration(db);
      // Before the migration, which is the mark that it is done.
      if (last !== undefined && last < FOLDED_SINCE) await foldAgain(db);
      await migrate(db, { migrationsFolder });
      if (migrationsFolder === MIGRATIONS) await client.query(await readFunctions());
    });
    await runQueueMigrations(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the statements that give each function its present text. A migration creates a function and its triggers; a later
 * change is one of its file.
 */
async function readFunctions(): Promise<string> {
  const files = await readdir(FUNCTIONS, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFile(path.join(FUNCTIONS, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Returns a connection that holds the migration lock until it is ended. */
export async function connectToMigrate(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'factshelf-migrate',
    connectionTimeoutMillis: 5_000,
  });
  // The statement reports a lost connection. Without a listener, the event would end the process silently.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Another process may hold the advisory lock for a whole migration.
    await client.query('SET lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Runs DDL with a lock timeout of 500 ms, and retries for a minute. While DDL waits for a lock, every later query of
 * the table waits behind it. Requests wait 1 s at most, so a longer wait would fail them.
 */
export async function retryWhileLocked<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("SET lock_timeout = '500ms'");
  for (const until = Date.now() + LOCKED_FOR_MS; ;) {
    try {
      return await work();
    } catch (error) {
      if (databaseErrorOf(error)?.code !== LOCK_NOT_AVAILABLE || Date.now() > until) throw error;
      await sleep(500);
    }
  }
}

/** `when` of migration 0036, the last before version 1.0, in drizzle's journal. */
const LAST_BEFORE_1_0 = 1_795_529_321_286;

/** Removes what the schema of migration 0036 has and that of version 1.0 does not. */
const DROPS = sql.raw(`
  -- Products from before the change feed that have no position yet get one as if they had just changed.
  insert into product_change_marks (product_id)
  select p.id from products p, change_feed f
  where p.id > f.filled_to and not exists (select from product_changes c where c.product_id = p.id)
  on conflict do nothing;
  alter table change_feed drop column filled_to;
  drop table search_words;
  delete from drizzle.__drizzle_migrations;`);

/**
 * Carries a database of the last commit before version 1.0 over to the baseline migration of 1.0, in one transaction.
 * Leaves an empty database, and one of 1.0 or later, unchanged.
 * @throws {Error} if the database is from an earlier commit
 */
async function carryOver(db: NodePgDatabase, migrationsFolder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder });
  await db.transaction(async (tx) => {
    const last = await findLastMigration(tx);
    if (!baseline || last === undefined || last >= baseline.folderMillis) return;
    if (last !== LAST_BEFORE_1_0) {
      throw new Error(
        'This database is of a commit long before version 1.0. First migrate it with the last commit whose newest migration is 0036_drop_index_changes.',
      );
    }
    await tx.execute(DROPS);
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${baseline.hash}, ${baseline.folderMillis})`,
    );
  });
}

async function findLastMigration(tx: Pick<NodePgDatabase, 'execute'>): Promise<number | undefined> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return undefined;
  const { rows: found } = await tx.execute<{ last: number | null }>(
    sql`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
  );
  return found[0]?.last ?? undefined;
}
