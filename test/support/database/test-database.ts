import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, createPool, type Db } from '../../../src/db/client.ts';
import { createLogger } from '../../../src/logger.ts';
import { SIMILARITY_SETTINGS } from '../../../src/search/search-limits.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  db: Db;
  /** As operators' changes have it. */
  consoleDb: Db;
  drop(): Promise<void>;
}

/** A database of the test file's own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `factshelf_test_${randomBytes(6).toString('hex')}`;
  // Postgres copies the files in a sixth of the time that it takes to log every page.
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE factshelf_template STRATEGY FILE_COPY`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const options = {
    url: url.href,
    applicationName: 'factshelf-test',
    statementTimeoutMs: 15_000,
    // The service gives up sooner; a test of a race is about its outcome, on a slow machine too.
    patienceMs: 8_000,
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
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Two files that copy the template at once would refuse each other: they take turns under one lock. */
async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
