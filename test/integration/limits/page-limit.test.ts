import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { LEAST_BYTES } from '../../../src/platform/http/answers/send-text.ts';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';
import { createTestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';

const SMALL = { code: 'small', perMinute: 2, cumulative: 1 };

async function withLimitedApi(run: (api: TestApi, key: string) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
    redisPrefix: `test-${randomBytes(6).toString('hex')}:`,
  });
  try {
    await database.db.insert(tiers).values(SMALL);
    const { key } = await insertKey(database.db, SMALL.code);
    await run(createTestApi(database, { limits: limits.meter, pageLimits: limits.pageMeter }), key);
  } finally {
    await limits.close();
    await database.drop();
  }
}

test('pages have a minute of their own, and a quota that is used up does not close them', () =>
  withLimitedApi(async (api, key) => {
    const read = () => api.get('/products/search?q=a', { 'X-API-Key': key });
    const open = () => api.request().get('/search?q=a').set('X-API-Key', key);
    expect((await read()).status).toBe(200);
    expectError(await read(), 403, 'quota_exhausted');
    expect([(await open()).status, (await open()).status]).toEqual([200, 200]);
    const refused = await open().set('Accept', 'text/html');
    expect(refused.status).toBe(429);
    // A refusal costs less than a page: it has nothing around it, and is too short to be compressed.
    expect(refused.text).toContain('<h1>Too many');
    expect(refused.text).not.toContain('<nav');
    expect(refused.text.length).toBeLessThan(LEAST_BYTES);
  }));

test('an address without a page counts as a page', () =>
  withLimitedApi(async (api, key) => {
    const open = () => api.request().get('/nowhere').set({ 'X-API-Key': key, Accept: 'text/html' });
    expect([(await open()).status, (await open()).status, (await open()).status]).toEqual([404, 404, 429]);
  }));

test('a refused call ends its connection, so that one address does not fill a turn of the event loop', () =>
  withLimitedApi(async (api, key) => {
    const open = () => api.request().get('/search').set({ 'X-API-Key': key, Connection: 'keep-alive' });
    const connections = [await open(), await open(), await open()].map(
      ({ status, headers }) => `${status} ${headers['connection']}`,
    );
    expect(connections).toEqual(['200 keep-alive', '200 keep-alive', '429 close']);
  }));
