import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

const GTIN = '4006381333931';
let database: TestDatabase;
let limits: Limits;
let api: TestApi;
let key: string;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  id = await insertProduct(database.db, { gtins: [GTIN] });
  limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
    redisPrefix: randomBytes(4).toString('hex'),
  });
  api = createTestApi(database, { limits: limits.meter, sharedCacheSeconds: 30 });
  ({ key } = await insertKey(database.db));
});
afterAll(async () => {
  await limits.close();
  await database.drop();
});

const READS = () => [
  `/products/barcode/${GTIN}`,
  `/products/${id}`,
  '/products/search?q=plain',
  `/products/scan?data=${GTIN}`,
  `/products/lookup?codes=${GTIN}`,
  '/categories',
  '/stats',
];
/** What says something of one caller. */
const ofCaller = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => /limit|quota|request-id|cookie/.test(name));
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=150';

test('without a key reads may be kept by shared caches, and say nothing of who asked', async () => {
  for (const path of READS()) {
    const first = await api.get(path, { 'X-Request-Id': 'of-the-first-caller' });
    expect([first.status, first.headers['cache-control']], path).toEqual([200, SHARED]);
    expect(ofCaller(first.headers), path).toEqual([]);
    expect(first.headers['vary'], path).toMatch(/X-API-Key.*Authorization/);
    const again = await api.get(path, { 'If-None-Match': first.headers['etag'] as string });
    // Statistics say when they were made.
    if (path !== '/stats') expect(again.status, path).toBe(304);
    expect(again.headers['cache-control'], path).toBe(SHARED);
    expect(ofCaller(again.headers), path).toEqual([]);
  }
});

test('where the language matters, `Vary` names it', async () => {
  const { headers } = await api.get(`/products/${id}`);
  expect(headers['vary']).toBe('Accept-Language, X-API-Key, Authorization, Accept-Encoding');
  // nginx keeps no answer whose Vary is longer.
  expect((headers['vary'] as string).length).toBeLessThanOrEqual(128);
});

test('with a key no shared cache may keep them, and everything is said', async () => {
  const keys: Record<string, string>[] = [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }];
  for (const auth of keys) {
    for (const path of READS()) {
      const { status, headers } = await api.get(path, auth);
      expect([status, headers['cache-control']], path).toEqual([200, 'private, no-cache']);
      expect(headers['vary'], path).toMatch(/X-API-Key.*Authorization/);
      expect(ofCaller(headers), path).toEqual(expect.arrayContaining(['x-quota-used', 'x-request-id']));
    }
  }
});

test('errors are kept by nobody, and tell limits as ever', async () => {
  const wrong = { 'X-API-Key': 'pfk_wrong' };
  const answers = [
    await api.get('/products/barcode/4006381333930'),
    await api.get('/products/search?page=0'),
    await api.get('/products/scan?data=(00)106141412345678908'),
    await api.get(`/products/${id}`, wrong),
    await api.request().get('/api/v1/nothing'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 401, 404]);
  for (const { headers } of answers) {
    expect(headers['cache-control']).toBe('no-store');
    expect(ofCaller(headers)).toEqual(expect.arrayContaining(['x-request-id', 'x-ratelimit-limit']));
  }
});

test('what is no read is kept by nobody', async () => {
  const { status, headers } = await api.post('/products/lookup', { codes: [GTIN] });
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(ofCaller(headers)).toContain('x-quota-cost');
});

test('without the setting nothing is for shared caches', async () => {
  const { headers } = await createTestApi(database, { limits: limits.meter }).get(`/products/${id}`);
  expect([headers['cache-control'], headers['vary']]).toEqual([
    'no-cache',
    'Accept-Language, Accept-Encoding',
  ]);
  expect(ofCaller(headers)).toContain('x-quota-used');
});
