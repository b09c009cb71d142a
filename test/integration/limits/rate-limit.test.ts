import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';

const GTIN = '4006381333931';
const BARCODE_PATH = `/products/barcode/${GTIN}`;
const redisUrl = inject('redisUrl');
const logger = createLogger('test', 'silent');

let database: TestDatabase;
/** Both stores count in one database: no address comes twice. */
let nextHost = 1;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { gtins: [GTIN] });
});
afterAll(() => database.drop());

const STORES = [
  { name: 'memory and Postgres', url: undefined },
  ...(redisUrl ? [{ name: 'Redis', url: redisUrl }] : []),
];

describe.each(STORES)('limits counted in $name', ({ url }) => {
  let limits: Limits[] = [];
  let redisPrefix: string;
  beforeEach(() => {
    redisPrefix = `test-${randomBytes(6).toString('hex')}:`;
  });
  afterEach(async () => {
    await Promise.all(limits.splice(0).map((item) => item.close()));
    await setTier('anonymous', 60, 1_000);
  });

  const setTier = async (code: string, perMinute: number | null, cumulative: number | null) => {
    await database.db.update(tiers).set({ perMinute, cumulative }).where(eq(tiers.code, code));
  };
  const openLimits = async (): Promise<Limits> => {
    const opened = await createLimits({
      databaseUrl: database.url,
      redisUrl: url,
      metrics: createMetrics(),
      logger,
      patienceMs: TEST_PATIENCE_MS,
      redisPrefix,
    });
    limits.push(opened);
    return opened;
  };
  /** The application behind one proxy, so that a test can choose the address of its calls. */
  const openApi = async (): Promise<TestApi> =>
    createTestApi(database, { limits: (await openLimits()).meter, trustProxy: 1 });
  const newAddress = () => {
    nextHost += 1;
    return `198.51.${nextHost >> 8}.${nextHost & 0xff}`;
  };

  test('every answer of a read says what is left, whatever its status', async () => {
    const { get, request } = await openApi();
    const address = { 'X-Forwarded-For': newAddress() };
    const first = await get(BARCODE_PATH, address);
    const post = () => request().post('/api/v1/brands').set(address);
    const answers = [
      first,
      await get(BARCODE_PATH, { ...address, 'If-None-Match': first.headers['etag'] as string }),
      await get('/products/barcode/4006381333930', address),
      await get('/brands?page=0', address),
      await post(),
      await request().get('/api/v1/nothing').set(address),
      await request().head('/api/v1/brands').set(address),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 404, 400, 405, 404, 200]);
    let before = { remaining: 60, reset: 0 };
    for (const [index, answer] of answers.entries()) {
      const figures = figuresOf(answer);
      const left = figures.reset === before.reset || before.reset === 0 ? before.remaining - 1 : 59;
      expect(figures).toEqual({
        limit: 60,
        remaining: left,
        reset: figures.reset,
        quota: 1_000,
        used: index + 1,
        left: 999 - index,
      });
      expect(figures.reset % 60).toBe(0);
      expect(Math.abs(figures.reset - Date.now() / 1_000)).toBeLessThanOrEqual(61);
      before = figures;
    }
  });

  test('the same figures are in the headers of the IETF draft', async () => {
    const { get } = await openApi();
    const { headers } = await get(BARCODE_PATH, { 'X-Forwarded-For': newAddress() });
    expect(headers['ratelimit-policy']).toBe('"anonymous";q=60;w=60');
    const [, left, seconds] = /^"anonymous";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] as string) ?? [];
    expect(left).toBe(headers['x-ratelimit-remaining']);
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  test('past the limit of a minute the answer is 429 with the seconds to wait, and no quota is used', async () => {
    await setTier('anonymous', 5, 1_000);
    const { request } = await openApi();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request().get('/api/v1/brands').set('X-Forwarded-For', address)),
    );
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(passed.length + refused.length).toBe(20);
    // Five in each minute that the calls fell into.
    const resets = new Set(answers.map((answer) => figuresOf(answer).reset));
    expect(passed.length).toBeLessThanOrEqual(5 * resets.size);
    expect(passed.length).toBeGreaterThanOrEqual(5);
    for (const answer of refused) {
      expectError(answer, 429, 'rate_limited');
      expect(answer.body.error.message).toContain('POST /api/v1/register');
      const seconds = Number(answer.headers['retry-after']);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(answer.headers['ratelimit']).toBe(`"anonymous";r=0;t=${seconds}`);
      expect(figuresOf(answer)).toMatchObject({ limit: 5, remaining: 0, quota: 1_000 });
    }
    await setTier('anonymous', 1_000, 1_000);
    const next = await (await openApi()).request().get('/api/v1/brands').set('X-Forwarded-For', address);
    expect(figuresOf(next).used).toBe(passed.length + 1);
  });

  test('a quota that is used up is 403, says how to register, and stays used up', async () => {
    await setTier('anonymous', 60, 3);
    const { request } = await openApi();
    const address = newAddress();
    const call = () => request().get('/api/v1/brands').set('X-Forwarded-For', address);
    const answers = [await call(), await call(), await call(), await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403, 403]);
    for (const answer of answers.slice(3)) {
      expectError(answer, 403, 'quota_exhausted');
      expect(answer.body.error.message).toContain('POST /api/v1/register');
      expect(figuresOf(answer)).toMatchObject({ limit: 60, quota: 3, used: 3, left: 0 });
    }
    await setTier('anonymous', 60, 2);
    const lowered = await (await openApi()).request().get('/api/v1/brands').set('X-Forwarded-For', address);
    expect(lowered.status).toBe(403);
    expect(figuresOf(lowered)).toMatchObject({ quota: 2, used: 3, left: 0 });
  });

  test('64 parallel callers on two processes get exactly the 1,000 calls of an address', async () => {
    await setTier('anonymous', null, 1_000);
    const apis = [await openApi(), await openApi()];
    const address = newAddress();
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 64 }, async (_, caller) => {
        let status = 400;
        while (status === 400) {
          // Refused for its parameter after it has been counted: the database answers nothing else.
          const request = apis[caller % 2]?.request().get('/api/v1/brands?page=0');
          status = (await request?.set('X-Forwarded-For', address))?.status ?? 0;
          statuses.push(status);
        }
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(1_000);
    expect(statuses.filter((status) => status === 403)).toHaveLength(64);
  });

  test('a key is counted by its account, wherever the calls come from', async () => {
    const { get } = await openApi();
    const { key } = await insertKey(database.db);
    const first = await get(BARCODE_PATH, { 'X-API-Key': key, 'X-Forwarded-For': newAddress() });
    const second = await get(BARCODE_PATH, {
      Authorization: `Bearer ${key}`,
      'X-Forwarded-For': newAddress(),
    });
    expect(figuresOf(first)).toMatchObject({ limit: 600, quota: 100_000, used: 1 });
    expect(figuresOf(second)).toMatchObject({ limit: 600, quota: 100_000, used: 2 });
    expect(second.headers['ratelimit-policy']).toBe('"registered";q=600;w=60');
  });

  test('an account past its quota gets an error of its own', async () => {
    const { get } = await openApi();
    // Not known to the process when it started.
    await database.db.insert(tiers).values({ code: `small-${redisPrefix}`, perMinute: 10, cumulative: 1 });
    const { key } = await insertKey(database.db, `small-${redisPrefix}`);
    expect((await get(BARCODE_PATH, { 'X-API-Key': key })).status).toBe(200);
    const refused = await get(BARCODE_PATH, { 'X-API-Key': key });
    expectError(refused, 403, 'quota_exhausted');
    expect(refused.body.error.message).toContain('of this account');
  });

  test('a tier without limits has no headers, and its calls are counted all the same', async () => {
    const opened = await openLimits();
    const { get } = createTestApi(database, { limits: opened.meter });
    const { key, accountId } = await insertKey(database.db, 'internal');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => get(BARCODE_PATH, { 'X-API-Key': key })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const names = answers.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /limit|quota/.test(name))).toEqual([]);
    expect(await opened.findAccountUsage(accountId)).toBe(100);
  });

  test('an invalid key counts against the minute of its address and uses none of its quota', async () => {
    await setTier('anonymous', 5, 1_000);
    const { request } = await openApi();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        request().get('/api/v1/brands').set('X-Forwarded-For', address).set('X-API-Key', 'pfk_wrong'),
      ),
    );
    const minutes = new Set(answers.map((answer) => figuresOf(answer).reset)).size;
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeLessThanOrEqual(5 * minutes);
    for (const answer of refused) expectError(answer, 401, 'invalid_api_key');
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - refused.length);
    for (const answer of answers) {
      expect(figuresOf(answer)).toMatchObject({ limit: 5, quota: 1_000, used: 0, left: 1_000 });
    }
  });

  test('what is not metered has no such headers and counts for nothing', async () => {
    await setTier('anonymous', 1, 1);
    const { request } = await openApi();
    const address = newAddress();
    const paths = ['/api/v1/openapi.json', '/healthz', '/readyz', '/docs/', '/'];
    for (const path of [...paths, ...paths]) {
      const answer = await request().get(path).set('X-Forwarded-For', address);
      expect(answer.status).toBeLessThan(400);
      expect(Object.keys(answer.headers).filter((name) => /limit|quota/.test(name))).toEqual([]);
    }
    const preflight = await request().options('/api/v1/brands').set('X-Forwarded-For', address);
    expect(preflight.status).toBe(204);
    const first = await request().get('/api/v1/brands').set('X-Forwarded-For', address);
    expect(first.status).toBe(200);
  });

  test('a changed tier is felt without a restart', async () => {
    const { request } = await openApi();
    const call = () => request().get('/api/v1/brands').set('X-Forwarded-For', newAddress());
    expect(figuresOf(await call())).toMatchObject({ limit: 60, quota: 1_000 });
    await setTier('anonymous', 61, 1_001);
    await waitFor('the new figures', async () => {
      const figures = figuresOf(await call());
      return figures.limit === 61 && figures.quota === 1_001;
    });
  });

  test('a web page may read all of these headers', async () => {
    const { get } = await openApi();
    const { headers } = await get(BARCODE_PATH, { Origin: 'https://example.org' });
    const exposed = (headers['access-control-expose-headers'] as string).toLowerCase().split(',');
    const sent = Object.keys(headers).filter((name) => /ratelimit|quota/.test(name));
    expect(sent).toHaveLength(8);
    expect(exposed).toEqual(expect.arrayContaining([...sent, 'retry-after']));
  });
});
