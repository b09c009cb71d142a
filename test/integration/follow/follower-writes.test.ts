import { randomUUID } from 'node:crypto';
import { Registry } from '@prometheus-io/client';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoCatalogue } from '../../../src/demo/demo-catalogue.ts';
import { beginFollow, endFollow } from '../../../src/follow/begin-follow.ts';
import { createFollowCheck, measureFollow } from '../../../src/follow/follow-health.ts';
import { findFollow, moveCursor } from '../../../src/follow/follow-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createExportDirectory } from '../../support/imports/export-file.ts';
import { startImportCommand } from '../../support/imports/import-command.ts';
import { createAdminCaller, describedAdminRoutes } from '../../support/callers/test-admin.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

const LEADER = 'https://leader.example.org';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { readinessChecks: [createFollowCheck(database.db)] });
});
afterAll(async () => {
  await database.drop();
});

const readReadiness = async () => (await api.request().get('/readyz')).body as Record<string, unknown>;
const readMetrics = async () => {
  const registry = new Registry();
  measureFollow(registry, () => findFollow(database.db));
  return await registry.metrics();
};

test('a catalogue of its own says nothing of a leader, and does not begin to follow', async () => {
  expect(await readReadiness()).toEqual({ status: 'ok', checks: { following: 'ok' } });
  expect(await readMetrics()).not.toMatch(/^factshelf_follow/m);
  const begin = (leader?: string) => beginFollow(database.db, leader, { isMoved: false });
  await expect(begin()).rejects.toThrow('Name the service to follow');
  const id = await insertProduct(database.db);
  await expect(begin(LEADER)).rejects.toThrow('There are products in this catalogue already');
  await database.db.execute(sql`delete from products where id = ${id}`);
  await begin(LEADER);
  await expect(begin('https://other.example.org')).rejects.toThrow(`This catalogue follows ${LEADER}`);
  expect((await begin()).leader).toBe(LEADER);
});

test('what comes from the leader is refused with its name, and all else is not', async () => {
  const writes = describedAdminRoutes.filter(({ method }) => method !== 'get');
  const refused: string[] = [];
  for (const { method, path } of writes) {
    // A session of its own: some of these end it.
    const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
    const { status, body } = await admin[method as 'post'](path.replaceAll(/\{\w+\}/g, randomUUID()), {});
    const { error } = body as { error?: { code: string; message: string; details?: { leader?: string } } };
    if (error?.details?.leader !== LEADER) continue;
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(LEADER) as string,
    });
    refused.push(path);
  }
  const isOwn = (path: string) =>
    /^\/(login|logout|me|operators|views|accounts|contacts|keys|tiers|webhooks|index|queues|misses)(\/|$)/.test(
      path,
    );
  expect(refused).toEqual(writes.map(({ path }) => path).filter((path) => !isOwn(path)));
  expect(refused.length).toBeGreaterThan(40);
});

test('submissions are refused, reading and registering are not', async () => {
  const submitted = await api.submit('/submissions', { gtin: '3017620422003', name: 'Hazelnut spread' });
  expectError(submitted, 409, 'invalid_state');
  expect(submitted.text).toContain(LEADER);
  expect((await api.get('/products/search?q=a')).status).toBe(200);
  const registered = await api.post('/register', { email: 'a@example.org', password: 'a long pass phrase' });
  expect(registered.status, registered.text).toBe(201);
});

test('imports and the demonstration catalogue do not write into it', async () => {
  const exports = await createExportDirectory();
  const { exitCode, output } = await startImportCommand({ database, exports }, 'package.json').ended;
  await exports.remove();
  expect(exitCode).toBe(1);
  expect(output).toContain(`This catalogue follows ${LEADER} and is only read here`);
  expect(await loadDemoCatalogue(database.db, createLogger('test', 'silent'))).toBe(0);
});

test('its lag is in /readyz and in the metrics; far behind it is degraded', async () => {
  expect(await readReadiness()).toMatchObject({
    status: 'ok',
    following: { lag_seconds: expect.any(Number) as number, is_failing: false },
  });
  await database.db.execute(
    sql`update follow set current_at = now() - interval '10 minutes', error = 'The leader does not answer'`,
  );
  expect(await readReadiness()).toMatchObject({
    status: 'degraded',
    checks: { following: 'degraded' },
    following: { is_failing: true },
  });
  expect(JSON.stringify(await readReadiness())).not.toContain('leader.example.org');
  expect(await readMetrics()).toMatch(
    /^factshelf_follow_lag_seconds\{leader="https:\/\/leader.example.org"\} 60\d/m,
  );
});

test('while the leader is asked for more it is not behind; when no answer comes, or a page is not the last, it is', async () => {
  const readLag = async (state: { seconds: number; isCurrent: boolean; error?: string }) => {
    await database.db.execute(sql`
      update follow set current_at = now() - make_interval(secs => ${state.seconds}), is_current = ${state.isCurrent},
        error = ${state.error ?? null}`);
    return Math.round((await findFollow(database.db))?.lagSeconds ?? NaN);
  };
  expect(await readLag({ seconds: 20, isCurrent: true })).toBe(0);
  expect(await readLag({ seconds: 30, isCurrent: true })).toBe(30);
  expect(await readLag({ seconds: 20, isCurrent: false })).toBe(20);
  expect(await readLag({ seconds: 20, isCurrent: true, error: 'The leader does not answer' })).toBe(20);
  // A page that is not the last one says that there is more.
  await readLag({ seconds: 20, isCurrent: true });
  await database.db.transaction((tx) => moveCursor(tx, 'c1.0123456789ab.5', false));
  expect((await findFollow(database.db))?.lagSeconds).toBeGreaterThan(19);
  await database.db.transaction((tx) => moveCursor(tx, 'c1.0123456789ab.6', true));
  expect((await findFollow(database.db))?.lagSeconds).toBe(0);
});

test('a catalogue that no longer follows writes again', async () => {
  expect(await endFollow(database.db)).toBe(LEADER);
  await expect(endFollow(database.db)).rejects.toThrow('does not follow');
  expect((await api.submit('/submissions', { gtin: '3017620422003', name: 'Hazelnut spread' })).status).toBe(
    201,
  );
});
