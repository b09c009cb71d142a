import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createFailureLog } from '../../../src/platform/http/failure-log.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startApi } from '../../support/servers/started-api.ts';
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function collectLines() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', 'info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, logger };
}

it('calls that fail for want of the database are one line of the log, which says why', async () => {
  const { lines, logger } = collectLines();
  const proxy = await createTcpProxy(database.url);
  const pool = createPool({ url: proxy.url, applicationName: 'test', statementTimeoutMs: 1_000, logger });
  const { request } = createTestApi({ db: createDb(pool) }, { logger });
  await proxy.shut();
  for (let i = 0; i < 20; i++) expect((await request().get('/api/v1/categories')).status).toBe(503);
  const told = lines.filter(({ msg }) => String(msg).includes('cannot be reached'));
  const reasons = told.map(({ reason }) => String(reason));
  expect(reasons).toContainEqual(expect.stringMatching('ECONNREFUSED'));
  // The port is free while the proxy is shut: a server of another test may get it, which is another reason.
  expect(new Set(reasons).size).toBe(told.length);
  expect(told.length).toBeLessThan(4);
  await pool.end();
  await proxy.close();
});

it.each([
  ['the role is not there', (url: URL) => (url.username = 'nobody_known')],
  ['the database is not there', (url: URL) => (url.pathname = '/nowhere')],
])('calls are 503 while %s, as before the first migration', async (_what, spoil) => {
  const { lines, logger } = collectLines();
  const url = new URL(database.url);
  spoil(url);
  const pool = createPool({ url: url.href, applicationName: 'test', statementTimeoutMs: 1_000, logger });
  const { request } = createTestApi({ db: createDb(pool) }, { logger });
  const { status, body } = await request().get('/api/v1/categories');
  expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(lines.map(({ reason }) => String(reason))).toEqual([expect.stringMatching(/nobody_known|nowhere/)]);
  await pool.end();
});

it('a repeated failure is logged when it begins and when it is over', async () => {
  const { lines, logger } = collectLines();
  const failures = createFailureLog(logger, 100);
  const full = Object.assign(new Error('full'), { code: '53100' });
  for (let i = 0; i < 3; i++) failures.report('warn', 'not written', new Error('query', { cause: full }));
  failures.report('error', 'not read', new Error('away'));
  await waitFor('the end', () => lines.length === 4);
  expect(lines).toMatchObject([
    { level: 40, msg: 'not written', reason: 'full' },
    { level: 50, msg: 'not read', reason: 'away' },
    { msg: 'over: not written', reason: 'full', times: 3 },
    { msg: 'over: not read', reason: 'away', times: 1 },
  ]);
  failures.report('warn', 'not written', full);
  expect(lines).toHaveLength(5);
});

it('/readyz is degraded while the database takes no writes, or has no room for them', async () => {
  const name = new URL(database.url).pathname.slice(1);
  // For connections that come.
  const set = async (setting: string) => {
    await database.db.execute(sql.raw(`begin read write; alter database ${name} ${setting}; commit`));
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'factshelf-api' and datname = current_database()`,
    );
  };
  const api = await startApi({ DATABASE_URL: database.url });
  const become = async (status: string, writes: string) => {
    await waitFor(`${status}, database_writes ${writes}`, async () => {
      const ready = await api.get('/readyz');
      const body = JSON.parse(ready.text) as { status: string; checks: Record<string, string> };
      return ready.status === 200 && body.status === status && body.checks['database_writes'] === writes;
    });
  };
  try {
    await become('ok', 'ok');
    await set('set default_transaction_read_only = on');
    await become('degraded', 'degraded');
    await set('reset default_transaction_read_only');
    await become('ok', 'ok');
    // What a full disk says in another way: no more may be written to files.
    await set('set temp_file_limit = 64');
    await become('degraded', 'degraded');
    await set('reset temp_file_limit');
    await become('ok', 'ok');
  } finally {
    await api.stop();
  }
});
