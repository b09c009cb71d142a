import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runMigrations as runQueueMigrations } from 'bullmq';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { RELEASE } from '../release.ts';
import { databaseErrorOf } from './database-error.ts';

/** BullMQ's queues, where they are kept in Postgres and where they are not. */
export const QUEUES = ['index-sync', 'webhooks'] as const;
const MIGRATIONS = path.join(RELEASE, 'migrations');
/** Any number that nobody else uses: it names the lock that migrating processes wait for. */
const MIGRATION_LOCK = 7_305_221;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCKED_FOR_MS = 60_000;

/**
 * Brings the database to this release's schema: our tables, then BullMQ's own (schema `bullmq`, used when there is
 * no Redis). Safe from several processes at once: drizzle's migrator is not, so all of it runs under one session
 * lock. Throws when the database cannot be reached or a migration fails; then nothing of that migration is kept.
 * `migrationsFolder`: this release's, unless a test brings the migrations of another.
 */
export async function migrateDatabase(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = await connectToMigrate(url);
  try {
    const db = drizzle(client);
    await retryWhileLocked(client, async () => {
      await carryOver(db, migrationsFolder);
      await migrate(db, { migrationsFolder });
    });
    await runQueueMigrations(client);
  } finally {
    await client.end();
  }
}

/** A connection that is the only one to migrate, until it is ended. */
export async function connectToMigrate(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'factshelf-migrate',
    connectionTimeoutMillis: 5_000,
  });
  // Of a connection that is lost the statement says so; unheard, the event would end the process without a word.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The advisory lock itself may be held for a whole migration of another process.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Runs DDL that gives up waiting for a lock after 500 ms, and tries again, for a minute. While it waits, everybody who
 * wants the table waits behind it: longer than the 1 s that a request waits for a lock, and requests would fail.
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

/** `when` of migration 0036, the last one before version 1.0, as drizzle noted it. */
const LAST_BEFORE_1_0 = 1_795_529_321_286;

/** What the schema of migration 0036 has and that of version 1.0 has not. */
const DROPS = sql.raw(`
  -- Products from before the change feed that have no position yet get one as if they had just changed.
  INSERT INTO product_change_marks (product_id)
  SELECT p.id FROM products p, change_feed f
  WHERE p.id > f.filled_to AND NOT EXISTS (SELECT FROM product_changes c WHERE c.product_id = p.id)
  ON CONFLICT DO NOTHING;
  ALTER TABLE change_feed DROP COLUMN filled_to;
  DROP TABLE search_words;
  DELETE FROM drizzle.__drizzle_migrations;`);

/**
 * Carries a database of the last commit before version 1.0 over to the baseline migration of 1.0, in one transaction. Leaves an
 * empty database, and one of 1.0 or later, as they are.
 * @throws {Error} when the database is of an earlier commit
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
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${baseline.hash}, ${baseline.folderMillis})`,
    );
  });
}

async function findLastMigration(tx: Pick<NodePgDatabase, 'execute'>): Promise<number | undefined> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isThere"`,
  );
  if (!rows[0]?.isThere) return undefined;
  const { rows: found } = await tx.execute<{ last: number | null }>(
    sql`SELECT max(created_at)::float8 AS last FROM drizzle.__drizzle_migrations`,
  );
  return found[0]?.last ?? undefined;
}
