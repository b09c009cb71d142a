import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMissCounter, type MissCounter } from '../../../src/catalog/misses/miss-counter.ts';
import { forgetOldMisses, saveMisses } from '../../../src/catalog/misses/miss-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics, type Metrics } from '../../../src/platform/metrics.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { findLastAudit } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let metrics: Metrics;
let misses: MissCounter;
let api: TestApi;
let editor: AdminCaller;
let session: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  metrics = createMetrics();
  misses = createMissCounter({ db: database.db, metrics, logger: createLogger('test', 'silent') });
  api = createTestApi(database, { misses, trustProxy: true });
  session = (await signInTestOperator(database.db, 'editor')).headers;
  editor = createAdminCaller(api, session);
});
beforeEach(async () => {
  await misses.save();
  await database.db.execute(sql`truncate misses`);
  await clearCatalogue(database.db);
  await insertProduct(database.db, { name: 'Hazelnut spread', gtins: ['3017620422003'] });
});
afterAll(async () => {
  await misses.close();
  await database.drop();
});

const get = async (path: string, address = '192.0.2.1') => {
  const { status } = await api.get(path, { 'X-Forwarded-For': address });
  expect([200, 400, 404]).toContain(status);
};
const list = async (query = ''): Promise<string[]> => {
  const { items } = (await editor.get(`/misses${query}`)).body as {
    items: { kind: string; value: string; count: number }[];
  };
  return items.map(({ kind, value, count }) => `${kind} ${value} ${count}`);
};

test('counts texts and barcodes that find nothing, by caller once between two saves', async () => {
  await get('/products/search?q=Oat%20Milk');
  await get('/products/search?q=oat%20milk');
  await get('/products/search?q=o%C3%A4t%20milk', '192.0.2.2');
  await get('/products/barcode/4006381333931');
  await get('/products/scan?data=4006381333931', '2001:db8::1');
  await get('/products/lookup?codes=04006381333931,96385074,3017620422003', '192.0.2.3');
  await misses.save();
  expect(await list()).toEqual(['barcode 4006381333931 3', 'text oat milk 2', 'barcode 96385074 1']);
  await get('/products/search?q=oat%20milk');
  await misses.save();
  expect(await list('?kind=text')).toEqual(['text oat milk 3']);
  const { body } = await editor.get('/misses?kind=barcode&size=1&page=2');
  expect(body).toMatchObject({ total: 2, page: 2, items: [{ value: '96385074', days: 1, best_score: 0 }] });
});

test('counts a text whose best product is not similar enough, with its score', async () => {
  await insertProduct(database.db, { name: 'Chocolate' });
  const { body } = await api.get('/products/search?q=chocomilky');
  const [{ score }] = (body as { items: [{ score: number }] }).items;
  expect(score).toBeLessThan(0.5);
  await misses.save();
  const { items } = (await editor.get('/misses')).body as { items: { best_score: number }[] };
  expect(items).toMatchObject([{ value: 'chocomilky', count: 1 }]);
  expect(items[0]?.best_score).toBeCloseTo(score, 5);
});

test('counts a text also where no page of it is settled', async () => {
  const page = { items: [], page: 1, size: 20, total: 0, total_is_exact: false, is_settled: false };
  const unsettled = createTestApi(database, { misses, searchProducts: () => Promise.resolve(page) });
  await unsettled.get('/products/search?q=a%20text%20of%20several%20words');
  await misses.save();
  expect(await list()).toEqual(['text a text of several words 1']);
});

test.each([
  ['what is found', '/products/search?q=hazelnut%20spred'],
  ['a code that is found', '/products/search?q=3017620422003'],
  ['a list without a text', '/products/search?brand=nobody'],
  ['a text with a filter', '/products/search?q=oat&country=Italy'],
  ['a text with an exact filter', '/products/search?q=oat&nova_group_in=1'],
  ['a deep page', '/products/search?q=oat&page=2'],
  ['a page of no items', '/products/search?q=oat&size=0'],
  ['another order', '/products/search?q=oat&sort=name'],
  ['suggestions', '/suggest?q=oat'],
  ['a telephone number', '/products/search?q=%2B49%20171%201234567'],
  ['an e-mail address', '/products/search?q=jane%40example.org'],
  ['a part of a barcode', '/products/search?q=400638'],
  ['a barcode that is found', '/products/barcode/3017620422003'],
  ['a barcode with a wrong digit', '/products/barcode/4006381333932'],
  ['a code of one shop only', '/products/barcode/2012345678900'],
])('does not count %s', async (_what, path) => {
  await get(path);
  await misses.save();
  expect(await list()).toEqual([]);
});

test('shows the share as a metric', async () => {
  const count = async (kind: string, outcome: string) =>
    (await metrics.lookups.get()).values.find(({ labels }) => isDeepStrictEqual(labels, { kind, outcome }))
      ?.value ?? 0;
  const before = [
    await count('text', 'found'),
    await count('text', 'nothing'),
    await count('barcode', 'nothing'),
  ];
  await get('/products/search?q=hazelnut');
  await get('/products/search?q=oat');
  await get('/products/barcode/4006381333931');
  const after = [
    await count('text', 'found'),
    await count('text', 'nothing'),
    await count('barcode', 'nothing'),
  ];
  expect(after).toEqual(before.map((value) => value + 1));
});

test('leaves out a barcode that a product has by now', async () => {
  await get('/products/barcode/4006381333931');
  await misses.save();
  await insertProduct(database.db, { name: 'Marker', gtins: ['4006381333931'] });
  expect(await list()).toEqual([]);
});

test('keeps the most frequent of a day, and then the latest', async () => {
  const save = (...names: string[]) =>
    saveMisses(
      database.db,
      names.map((value) => ({ kind: 'text', value, count: 1, best_score: 0 })),
      3,
    );
  await save('often', 'early', 'late');
  await save('often');
  await save('flood 1', 'flood 2');
  await save('last');
  expect((await list()).sort()).toEqual(['text flood 1 1', 'text last 1', 'text often 2']);
});

test('forgets after 90 days', async () => {
  await database.db.execute(sql`
    insert into misses (day, kind, value, count, best_score)
    select (now() at time zone 'utc')::date - age, 'text', 'age ' || age, 1, 0 from unnest(array[29, 30, 89, 90]) age`);
  await forgetOldMisses(database.db);
  expect((await list('?days=90')).sort()).toEqual(['text age 29 1', 'text age 30 1', 'text age 89 1']);
  expect(await list()).toEqual(['text age 29 1']);
});

test('is shed in memory, and asks the database for nothing, however many different texts there are', async () => {
  for (let n = 0; n < 5_000; n += 1)
    misses.noteText({ caller: undefined, address: `192.0.2.${n % 250}` }, `word ${n}`, 0);
  await misses.save();
  expect(((await editor.get('/misses')).body as { total: number }).total).toBe(2_000);
});

test('is removed until it is asked for again, and the audit log does not say what it was', async () => {
  await get('/products/search?q=50%25%2Foat%20%3Fmilk');
  await misses.save();
  const value = encodeURIComponent('50%/oat ?milk');
  const removed = await editor.delete(`/misses/text/${value}`);
  expect(removed.status, removed.text).toBe(200);
  expect(await list()).toEqual([]);
  const entry = await findLastAudit(database.db);
  expect(entry).toMatchObject({ action: 'miss.removed' });
  expect(JSON.stringify(entry)).not.toContain('oat');
  expectAdminError(await editor.delete(`/misses/text/${value}`), 404, 'not_found');
});

test('comes as CSV, where a formula is a text', async () => {
  await get('/products/search?q=%3D1%2Bx');
  await get('/products/barcode/4006381333931');
  await misses.save();
  const { status, text, headers } = await api
    .request()
    .get('/api/admin/misses/export.csv?kind=text')
    .set(session);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text).toMatch(/^kind,value,count,days,best_score,last_at\ntext,'=1\+x,1,1,0,[\d:.TZ-]+\n$/);
});

test('is for editors', async () => {
  const reviewer = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
  expectAdminError(await reviewer.get('/misses'), 403, 'forbidden');
});

test('counts nothing where it is off', async () => {
  const silent = createTestApi(database);
  expect((await silent.get('/products/barcode/4006381333931')).status).toBe(404);
  expect((await silent.get('/products/search?q=oat')).status).toBe(200);
  await misses.save();
  expect(await list()).toEqual([]);
});
