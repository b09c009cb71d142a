import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/recorded/recorded-catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
let spread: string;
let drink: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  await clearCatalogue(database.db);
  spread = await insertProduct(database.db, {
    name: 'Spread',
    gtins: ['3017620422003', '13017620422000'],
    facts: { name_lang: 'en', names: { de: 'Aufstrich' } },
  });
  drink = await insertProduct(database.db, { name: 'Drink', gtins: ['042100005264'] });
  await insertProduct(database.db, { name: 'Draft', status: 'draft', gtins: ['40123455'] });
});
afterAll(() => database.drop());

const CODES = [
  '04252614',
  '3017620422004',
  '40123455',
  '13017620422000',
  '0036000291452',
  '03017620422003',
  '',
];
const items = (body: unknown) =>
  (body as { items: { result: string; product: { id: string } | null }[] }).items.map(
    ({ product, ...item }) => ({
      ...item,
      product: product?.id ?? null,
    }),
  );
const EXPECTED = () => [
  {
    code: '04252614',
    gtin: '042100005264',
    result: 'found',
    reason: null,
    merged_into: null,
    product: drink,
  },
  {
    code: '3017620422004',
    gtin: null,
    result: 'invalid',
    reason: 'bad_check_digit',
    merged_into: null,
    product: null,
  },
  { code: '40123455', gtin: '40123455', result: 'not_found', reason: null, merged_into: null, product: null },
  {
    code: '13017620422000',
    gtin: '13017620422000',
    result: 'found',
    reason: null,
    merged_into: null,
    product: spread,
  },
  {
    code: '0036000291452',
    gtin: '036000291452',
    result: 'not_found',
    reason: null,
    merged_into: null,
    product: null,
  },
  {
    code: '03017620422003',
    gtin: '3017620422003',
    result: 'found',
    reason: null,
    merged_into: null,
    product: spread,
  },
  { code: '', gtin: null, result: 'invalid', reason: 'bad_format', merged_into: null, product: null },
];

test('answers each code in the order asked, whatever comes of it', async () => {
  const asked = await api.get(`/products/lookup?codes=${CODES.join(',')}`);
  expect([asked.status, items(asked.body)]).toEqual([200, EXPECTED()]);
  const posted = await api.post('/products/lookup', { codes: CODES });
  expect([posted.status, items(posted.body)]).toEqual([200, EXPECTED()]);
});

test('a product is what the lookup of its barcode answers, in the language wanted too', async () => {
  for (const lang of ['', 'lang=de']) {
    const { body } = await api.get(`/products/lookup?codes=3017620422003&${lang}`);
    expect(body.items[0].product).toEqual((await api.get(`/products/barcode/3017620422003?${lang}`)).body);
  }
});

test('100 codes of nothing are answered with 200, and cost as many calls', async () => {
  const codes = Array.from({ length: 100 }, (_, at) => gtinOf(at));
  const answer = await api.post('/products/lookup', { codes });
  expect([answer.status, answer.body.items.length, answer.headers['x-quota-cost']]).toEqual([
    200,
    100,
    '100',
  ]);
});

test.each([
  ['an invalid one', 'abc', '1'],
  ['spellings of one code', '3017620422003,03017620422003', '2'],
  ['one code a hundred times', Array(100).fill('3017620422003').join(','), '100'],
  ['two codes and an invalid one', '3017620422003,40123455,1', '2'],
  ['a code that may be two', '02345673', '1'],
])('the cost of %s', async (_, codes, cost) => {
  const { status, headers } = await api.get(`/products/lookup?codes=${codes}`);
  expect([status, headers['x-quota-cost']]).toEqual([200, cost]);
});

test.each([
  '',
  '?codes=',
  `?codes=${'1,'.repeat(100)}`,
  '?codes=1&codes=2',
  '?codes=%FF',
  `?codes=${'1'.repeat(65)}`,
])('refuses %s', async (query) => {
  const response = await api.get(`/products/lookup${query}`);
  expectError(response, 400, 'invalid_parameter');
  expect(response.body.error.details).toEqual({ parameter: 'codes' });
});

test.each([
  [{}, 'invalid_request'],
  [{ codes: '1' }, 'invalid_request'],
  [{ codes: [1] }, 'invalid_request'],
  [{ codes: ['1'], more: 1 }, 'invalid_request'],
  [{ codes: [] }, 'validation_failed'],
  [{ codes: Array.from({ length: 101 }, () => '1') }, 'validation_failed'],
  [{ codes: ['1'.repeat(65)] }, 'validation_failed'],
])('refuses the body %j', async (body, code) => {
  expectError(await api.post('/products/lookup', body), 400, code);
});

test('takes a code with what a paste brings along', async () => {
  const codes = ['3017620422003\n', ' 3017620422003', '3017620422003\u200b', '301-7620-422003'];
  const { body } = await api.post('/products/lookup', { codes });
  expect(items(body).map(({ result }) => result)).toEqual(codes.map(() => 'found'));
});

test('takes text that can be no barcode as an invalid code', async () => {
  const odd = ['\u0000', '٣٠١٧٦٢٠٤٢٢٠٠٣', '__proto__', '🍫', '-1', '1e13'];
  const { status, body } = await api.post('/products/lookup', { codes: odd });
  expect([status, new Set(items(body).map(({ result }) => result))]).toEqual([200, new Set(['invalid'])]);
});
