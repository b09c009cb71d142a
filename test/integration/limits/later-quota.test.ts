import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/recorded/recorded-catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

const GTIN = '4006381333931';
const BARCODE = `/products/barcode/${GTIN}`;
const redisUrl = inject('redisUrl');
const logger = createLogger('test', 'silent');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { gtins: [GTIN] });
});
afterAll(() => database.drop());

const STORES = [
  { name: 'memory and Postgres', url: undefined },
  ...(redisUrl ? [{ name: 'Redis', url: redisUrl }] : []),
];

describe.each(STORES)('a quota that is taken when the cost is known, counted in $name', ({ url }) => {
  let opened: Limits[] = [];
  let redisPrefix: string;
  beforeEach(() => {
    redisPrefix = `test-${randomBytes(6).toString('hex')}:`;
  });
  afterEach(async () => {
    await Promise.all(opened.map((limits) => limits.close()));
    opened = [];
  });

  const openApi = async (): Promise<TestApi> => {
    const limits = await createLimits({
      databaseUrl: database.url,
      redisUrl: url,
      metrics: createMetrics(),
      logger,
      patienceMs: TEST_PATIENCE_MS,
      redisPrefix,
    });
    opened.push(limits);
    // Sixty at once take a slow machine longer than a caller would wait: that is not what this is about.
    return createTestApi(database, { limits: limits.meter, trustProxy: 1, requestDeadlineMs: 20_000 });
  };
  /** A key of a tier of its own, with so many calls. */
  const insertKeyWith = async (cumulative: number, perMinute: number | null = null) => {
    const code = `tier-${randomBytes(4).toString('hex')}`;
    await database.db.insert(tiers).values({ code, perMinute, cumulative });
    const { key, accountId } = await insertKey(database.db, code);
    return { headers: { 'X-API-Key': key }, accountId };
  };

  test('a 304 costs a caller with a key a call of the minute, and none of the quota', async () => {
    const { headers } = await insertKeyWith(10, 5);
    const { get } = await openApi();
    const first = await get(BARCODE, headers);
    const known = { ...headers, 'If-None-Match': first.headers['etag'] as string };
    const again = [await get(BARCODE, known), await get(BARCODE, known)];
    expect(again.map(({ status }) => status)).toEqual([304, 304]);
    expect(again.map((answer) => figuresOf(answer).used)).toEqual([1, 1]);
    expect(figuresOf(again[1]!)).toMatchObject({ limit: 5, quota: 10, left: 9 });
    const statuses = [await get(BARCODE, known), await get(BARCODE, known), await get(BARCODE, known)].map(
      ({ status }) => status,
    );
    // The minute may have changed meanwhile.
    expect([304, 429]).toContain(statuses[2]);
    // Compared weakly (RFC 9110, 8.8.3.2): a compressed answer has a weak validator.
    const tags = [first, again[0]].map((answer) => answer?.headers['etag']?.replace(/^W\//, ''));
    expect(tags[0]).toBe(tags[1]);
  });

  test('what is no 304 costs as ever: another answer, 404, 400, 405 and an unknown path', async () => {
    const { headers } = await insertKeyWith(100);
    const { get, request } = await openApi();
    const asking = { ...headers, 'If-None-Match': '"other"' };
    const answers = [
      await get(BARCODE, asking),
      await get('/products/barcode/4006381333930', asking),
      await get('/brands?page=0', asking),
      await request().post('/api/v1/brands').set(asking),
      await request().get('/api/v1/nothing').set(asking),
      await request().head('/api/v1/brands').set(asking),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 405, 404, 200]);
    expect(answers.map((answer) => figuresOf(answer).used)).toEqual([1, 2, 3, 4, 5, 6]);
    const plain = await get(BARCODE, headers);
    expect([plain.headers['etag'], plain.text]).toEqual([answers[0]?.headers['etag'], answers[0]?.text]);
  });

  test('without a key a 304 costs both', async () => {
    const { get } = await openApi();
    const address = { 'X-Forwarded-For': `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}` };
    const first = await get(BARCODE, address);
    const again = await get(BARCODE, { ...address, 'If-None-Match': first.headers['etag'] as string });
    expect([again.status, figuresOf(again).used]).toEqual([304, figuresOf(first).used + 1]);
  });

  test('a caller who has used up a quota has no work done, not for a 304 either', async () => {
    const { headers } = await insertKeyWith(1);
    const { get } = await openApi();
    const first = await get(BARCODE, headers);
    for (const tag of [first.headers['etag'] as string, '"other"']) {
      expectError(await get(BARCODE, { ...headers, 'If-None-Match': tag }), 403, 'quota_exhausted');
    }
  });

  test('a refused key uses nothing of anything', async () => {
    const { get, request } = await openApi();
    const address = { 'X-Forwarded-For': `198.19.${randomBytes(1)[0]}.${randomBytes(1)[0]}` };
    const wrong = { ...address, 'X-API-Key': 'pfk_wrong', 'If-None-Match': '"x"' };
    expectError(
      await request().get(`/api/v1/products/lookup?codes=${GTIN}`).set(wrong),
      401,
      'invalid_api_key',
    );
    expectError(await request().get(`/api/v1${BARCODE}`).set(wrong), 401, 'invalid_api_key');
    expect(figuresOf(await get(BARCODE, address)).used).toBe(1);
  });

  test('a lookup costs as many calls as it has codes, and one of the minute', async () => {
    const { headers } = await insertKeyWith(100, 1_000);
    const { get, request } = await openApi();
    const ask = (codes: string[]) => get(`/products/lookup?codes=${codes.join(',')}`, headers);
    const first = await ask([GTIN, `0${GTIN}`, gtinOf(1), 'abc']);
    expect([first.status, first.headers['x-quota-cost']]).toEqual([200, '3']);
    expect(figuresOf(first)).toMatchObject({ limit: 1_000, quota: 100, used: 3, left: 97 });
    const posted = await request()
      .post('/api/v1/products/lookup')
      .set(headers)
      .send({ codes: [gtinOf(1), gtinOf(2)] });
    expect([posted.status, figuresOf(posted).used]).toEqual([200, 5]);
    const answers = [
      await ask(['abc']),
      await get('/products/lookup?codes=', headers),
      await request().post('/api/v1/products/lookup').set(headers).send('{'),
      await request().put('/api/v1/products/lookup').set(headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 415, 405]);
    expect(answers.map((answer) => figuresOf(answer).used)).toEqual([6, 7, 8, 9]);
    const again = await get(`/products/lookup?codes=${gtinOf(1)},${gtinOf(2)}`, {
      ...headers,
      'If-None-Match': posted.headers['etag'] as string,
    });
    expect([again.status, figuresOf(again).used]).toEqual([304, 9]);
  });

  test('a lookup is paid for wholly or not at all', async () => {
    const { headers } = await insertKeyWith(5);
    const { get } = await openApi();
    const many = Array.from({ length: 6 }, (_, at) => gtinOf(at)).join(',');
    const tags: Record<string, string>[] = [{}, { 'If-None-Match': '"x"' }];
    for (const tag of tags) {
      const refused = await get(`/products/lookup?codes=${many}`, { ...headers, ...tag });
      expectError(refused, 403, 'quota_exhausted');
      expect(refused.body.error.message).toContain('costs 6 calls');
      expect(figuresOf(refused)).toMatchObject({ quota: 5, used: 0, left: 5 });
    }
    const fits = await get(`/products/lookup?codes=${many.slice(0, -14)}`, headers);
    expect([fits.status, figuresOf(fits).left]).toEqual([200, 0]);
    expectError(await get(`/products/lookup?codes=${GTIN}`, headers), 403, 'quota_exhausted');
  });

  test('of callers at once on two processes none gets more than the quota, whatever each costs', async () => {
    const { headers, accountId } = await insertKeyWith(100);
    const apis = [await openApi(), await openApi()];
    const costs = Array.from({ length: 60 }, (_, at) => 1 + (at % 7));
    const answers = await Promise.all(
      costs.map(async (cost, at) => {
        const codes = Array.from({ length: cost }, (_, code) => gtinOf(code)).join(',');
        // Every third is one that could have cost nothing.
        const tag: Record<string, string> = at % 3 === 0 ? { 'If-None-Match': '"x"' } : {};
        const answer = await apis[at % 2]!.get(`/products/lookup?codes=${codes}`, { ...headers, ...tag });
        return { cost, status: answer.status };
      }),
    );
    const paid = answers.filter(({ status }) => status === 200).reduce((sum, { cost }) => sum + cost, 0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect(paid).toBeLessThanOrEqual(100);
    // Anyone who was refused costs 7 at the most.
    expect(paid).toBeGreaterThan(93);
    expect(await opened[0]!.findAccountUsage(accountId)).toBe(paid);
  });
});
