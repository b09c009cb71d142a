import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function open(settings: Record<string, string>) {
  const pool = createPool({
    url: database.url,
    applicationName: 'factshelf-test',
    statementTimeoutMs: 15_000,
    patienceMs: 8_000,
    settings,
    logger: createLogger('test', 'silent'),
  });
  return { pool, db: createDb(pool, () => TRACEPARENT) };
}

test('a transaction tells its triggers the trace', async () => {
  const { pool, db } = open({});
  const { rows } = await db.transaction((tx) =>
    tx.execute(sql`select current_setting('factshelf.traceparent') as traceparent`),
  );
  expect(rows).toEqual([{ traceparent: TRACEPARENT }]);
  await pool.end();
});

test('a transaction with a trace writes nothing into a database that was made read-only', async () => {
  const { pool, db } = open({ default_transaction_read_only: 'on' });
  await expect(db.transaction((tx) => tx.execute(sql`update sources set name = name`))).rejects.toMatchObject(
    { cause: { code: '25006' } },
  );
  await pool.end();
});
