import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { SIMILARITY_SETTINGS } from '../../../src/search/search-limits.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  db: Db;
  /** As operators' changes have it. */
  consoleDb: Db;
  drop(): Promise<void>;
}

/** A database of the test file's own, copied from the migrated template unless another is named. */
export async function createTestDatabase(template = 'factshelf_template'): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `factshelf_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) =>
    // Postgres copies the files in a sixth of the time that it takes to log every page.
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const options = {
    url: url.href,
    applicationName: 'factshelf-test',
    statementTimeoutMs: 15_000,
    // The service gives up sooner; a test of a race is about its outcome, on a slow machine too.
    patienceMs: 8_000,
    // A test holds a lock until a program that it started stands at it.
    idleInTransactionMs: 0,
    settings: SIMILARITY_SETTINGS,
    logger: createLogger('test', 'warn'),
  };
  const pool = createPool(options);
  const consolePool = createPool({ ...options, max: 5 });
  return {
    url: url.href,
    pool,
    db: createDb(pool),
    consoleDb: createDb(consolePool),
    async drop() {
      await pool.end();
      await consolePool.end();
      await onServer(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** Two files that copy a template at once would refuse each other: they take turns under one lock. */
export async function onServer(
  serverUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await work(client);
  } finally {
    await client.end();
  }
}
