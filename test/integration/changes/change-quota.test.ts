import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createChangeFeed } from '../../../src/publish/feed/change-feed.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { stampAll } from '../../support/changes/change-reader.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

const redisUrl = inject('redisUrl');
const STORES = [
  { name: 'memory and Postgres', url: undefined },
  ...(redisUrl ? [{ name: 'Redis', url: redisUrl }] : []),
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const categoryId = await ensureCategory(database.db, 'food');
  await database.db.execute(sql`
    insert into products (id, name, search_name, category_id, status, quality_score)
    select gen_random_uuid(), 'P', 'p', ${categoryId}, 'active', 0.5 from generate_series(1, 150)`);
  await stampAll(database.db);
  await database.db.update(tiers).set({ perMinute: 50, cumulative: 2 }).where(eq(tiers.code, 'registered'));
});
afterAll(() => database.drop());

describe.each(STORES)('pages of changes, counted in $name', ({ url }) => {
  let limits: Limits;
  let api: TestApi;
  beforeAll(async () => {
    limits = await createLimits({
      databaseUrl: database.url,
      redisUrl: url,
      metrics: createMetrics(),
      logger: createLogger('test', 'silent'),
      patienceMs: TEST_PATIENCE_MS,
      redisPrefix: `test-${randomBytes(6).toString('hex')}:`,
    });
    api = createTestApi(database, { limits: limits.meter });
  });
  afterAll(() => limits.close());

  test('large ones use the quota, small and empty ones the minute alone', async () => {
    const { key } = await insertKey(database.db);
    const read = (query: string) => api.get(`/changes?${query}`, { 'X-API-Key': key });
    const small = await read('limit=100');
    expect(figuresOf(small)).toMatchObject({ limit: 50, remaining: 49, quota: 2, used: 0, left: 2 });
    expect(figuresOf(await read('since=now'))).toMatchObject({ remaining: 48, used: 0 });
    expect(figuresOf(await read('limit=101'))).toMatchObject({ remaining: 47, used: 1, left: 1 });
    expect(figuresOf(await read('limit=1000'))).toMatchObject({ remaining: 46, used: 2, left: 0 });
    const refused = await read('limit=1000');
    expectError(refused, 403, 'quota_exhausted');
    expect(figuresOf(refused)).toMatchObject({ remaining: 45, used: 2, left: 0 });
    expect((await read('limit=100')).status).toBe(200);
  });

  test('a call beyond those that may be under way uses none of the quota', async () => {
    const { key } = await insertKey(database.db);
    const changeFeed = createChangeFeed({ db: database.db, figures: { mostOfOne: 0 } });
    const crowded = createTestApi(database, { limits: limits.meter, changeFeed });
    const refused = await crowded.get('/changes', { 'X-API-Key': key });
    expectError(refused, 429, 'rate_limited');
    expect(figuresOf(refused)).toMatchObject({ remaining: 49, used: 0, left: 2 });
  });

  test('what fails uses one call of the quota', async () => {
    const { key } = await insertKey(database.db);
    const gone = await api.get('/changes?since=c1.000000000000.1', { 'X-API-Key': key });
    expectError(gone, 410, 'cursor_expired');
    expect(figuresOf(gone)).toMatchObject({ used: 1, left: 1 });
    const mistyped = await api.get('/changes?limit=0', { 'X-API-Key': key });
    expectError(mistyped, 400, 'invalid_parameter');
    expect(figuresOf(mistyped)).toMatchObject({ used: 2, left: 0 });
  });

  test('an invalid key is refused', async () => {
    expectError(await api.get('/changes', { 'X-API-Key': 'pfk_none' }), 401, 'invalid_api_key');
  });
});
