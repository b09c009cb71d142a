import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

let database: TestDatabase;
let limits: Limits | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`update tiers set per_minute = 2, cumulative = 3 where code = 'anonymous'`);
});
afterEach(async () => {
  await limits?.close();
});
afterAll(() => database.drop());

describe.each(['memory', 'Redis'])('suggestions, counted in %s', (counted) => {
  const redisUrl = counted === 'Redis' ? inject('redisUrl') : undefined;

  test.skipIf(counted === 'Redis' && !redisUrl)('have a minute of their own and no quota', async () => {
    limits = await createLimits({
      databaseUrl: database.url,
      redisUrl,
      metrics: createMetrics(),
      logger: createLogger('test', 'silent'),
      patienceMs: TEST_PATIENCE_MS,
      redisPrefix: `suggest-${Date.now()}`,
    });
    const { get } = createTestApi(database, {
      limits: limits.meter,
      suggestLimits: limits.suggestMeter,
      trustProxy: 1,
    });
    const address = { 'X-Forwarded-For': counted === 'Redis' ? '203.0.113.7' : '203.0.113.8' };
    // The minute may turn once on the way.
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await get('/suggest?q=a', address));
    expect(figuresOf(answers[0] as never)).toMatchObject({ limit: 10, remaining: 9, quota: NaN, used: NaN });
    const refused = answers.find(({ status }) => status === 429);
    expectError(refused as never, 429, 'rate_limited');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    // Other calls know nothing of these.
    const other = await get('/sources', address);
    expect(other.status).toBe(200);
    expect(figuresOf(other)).toMatchObject({ limit: 2, remaining: 1, used: 1 });
    const { key } = await insertKey(database.db);
    expect(figuresOf(await get('/suggest?q=a', { ...address, 'X-API-Key': key })).limit).toBe(3_000);
    const elsewhere = { 'X-Forwarded-For': counted === 'Redis' ? '203.0.113.17' : '203.0.113.18' };
    const wrong = await get('/suggest?q=a', { ...elsewhere, 'X-API-Key': 'pf_wrong' });
    expectError(wrong, 401, 'invalid_api_key');
  });
});
