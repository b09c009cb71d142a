import { inject } from 'vitest';
import { createPasswordHasher } from '../../../src/access/accounts/passwords/password-hash.ts';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { loadDemoCatalogue } from '../../../src/demo/demo-catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createConsoleOperators } from '../callers/console-operators.ts';
import { createTestDatabase, onServer, type TestDatabase } from './test-database.ts';

const TEMPLATE = 'factshelf_demo';
const HALF_MADE = `${TEMPLATE}_half_made`;

/** A database of the test file's own, with the demonstration catalogue and an operator of each role. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    // The first file of the run makes it, and the others copy it.
    if (rows.length > 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${HALF_MADE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${HALF_MADE} TEMPLATE factshelf_template`);
    const url = new URL(serverUrl);
    url.pathname = `/${HALF_MADE}`;
    await fill(url.href);
    await client.query(`ALTER DATABASE ${HALF_MADE} RENAME TO ${TEMPLATE}`);
  });
  return await createTestDatabase(TEMPLATE);
}

async function fill(url: string): Promise<void> {
  const logger = createLogger('test-demo', 'warn');
  const pool = createPool({ url, applicationName: 'test-demo', logger, statementTimeoutMs: 60_000 });
  const db = createDb(pool);
  await loadDemoCatalogue(db, logger);
  await createConsoleOperators(db, createPasswordHasher());
  await pool.end();
}
