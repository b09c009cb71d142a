import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

const lookUp = (gtin: string) => api.get(`/products/barcode/${gtin}`);

test.each(['036000291452', '0036000291452', '00036000291452'])(
  'finds the product as %s',
  async (spelling) => {
    const id = await insertProduct(database.db, { gtins: ['0036000291452'] });
    const { status, body } = await lookUp(spelling);
    expect([status, body.id, body.gtin]).toEqual([200, id, '036000291452']);
  },
);

test.each(['40123455', '000040123455', '0000040123455', '00000040123455'])(
  'finds a GTIN-8 as %s',
  async (spelling) => {
    const id = await insertProduct(database.db, { gtins: ['40123455'] });
    const { body } = await lookUp(spelling);
    expect([body.id, body.gtin]).toEqual([id, '40123455']);
  },
);

test.each([
  '4006381333931 ',
  '4 006381 333931\r\n',
  '4–006381—333931',
  '4006381\u2011333931\u00A0',
  '\u200E4006381333931\u200F',
  '4006\u200B381\u00AD333\uFEFF931',
])('finds %j as it was typed or pasted, wherever a barcode is looked for', async (typed) => {
  const id = await insertProduct(database.db, { gtins: ['4006381333931'] });
  const encoded = encodeURIComponent(typed);
  expect((await lookUp(encoded)).body.id).toBe(id);
  expect((await api.get(`/products/lookup?codes=${encoded}`)).body.items).toMatchObject([
    { code: typed, gtin: '4006381333931', result: 'found', product: { id } },
  ]);
  expect((await api.post('/products/lookup', { codes: [typed] })).body.items[0].product.id).toBe(id);
  expect((await api.get(`/products/scan?data=${encoded}`)).body.product.id).toBe(id);
  expect((await api.get(`/products/search?q=${encoded}`)).body.items).toMatchObject([
    { id, matched: 'barcode' },
  ]);
});

test('finds a product by each of its barcodes and names the primary one', async () => {
  const id = await insertProduct(database.db, {
    gtins: ['3017620422003', '13017620422000', '9780306406157'],
  });
  for (const gtin of ['3017620422003', '13017620422000', '9780306406157']) {
    const { body } = await lookUp(gtin);
    expect([body.id, body.gtin]).toEqual([id, '3017620422003']);
  }
});

test('answers the same as the lookup by id', async () => {
  const id = await insertProduct(database.db, { gtins: ['3017620422003'], msrp: [{ amount: 3 }] });
  expect((await lookUp('3017620422003')).body).toEqual((await api.get(`/products/${id}`)).body);
});

test('expands a UPC-E whose digits as given find nothing', async () => {
  const id = await insertProduct(database.db, { gtins: ['042100005264'] });
  const { body } = await lookUp('04252614');
  expect([body.id, body.gtin]).toEqual([id, '042100005264']);
});

test('prefers the GTIN-8 that is spelt like a UPC-E', async () => {
  await insertProduct(database.db, { name: 'Expansion', gtins: ['012345000065'] });
  expect((await lookUp('01234565')).body.name).toBe('Expansion');
  await insertProduct(database.db, { name: 'Short code', gtins: ['01234565'] });
  expect((await lookUp('01234565')).body.name).toBe('Short code');
});

test('does not show drafts and archived products', async () => {
  await insertProduct(database.db, { status: 'draft', gtins: ['3017620422003'] });
  await insertProduct(database.db, { status: 'archived', gtins: ['40123455'] });
  for (const gtin of ['3017620422003', '40123455']) expectError(await lookUp(gtin), 404, 'not_found');
});

test.each([
  ['3017620422004', 'bad_check_digit'],
  ['3017620', 'bad_length'],
  ['30176204220O3', 'bad_format'],
])('says what is wrong with %s', async (gtin, reason) => {
  const response = await lookUp(gtin);
  expectError(response, 404, 'not_found');
  expect(response.body.error.details).toEqual({ reason });
});

test('gives no reason for a sound code that nobody added', async () => {
  const response = await lookUp('3017620422003');
  expectError(response, 404, 'not_found');
  expect(response.body.error).not.toHaveProperty('details');
});
