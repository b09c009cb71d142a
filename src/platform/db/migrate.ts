import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations as runQueueMigrations } from 'bullmq';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { RELEASE } from '../release.ts';
import { carryOver } from './carry-over.ts';
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
