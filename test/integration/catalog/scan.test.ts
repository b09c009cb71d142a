import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SCAN_CHARACTERS } from '../../../src/catalog/scan/read-scan.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
let juice: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  await clearCatalogue(database.db);
  juice = await insertProduct(database.db, {
    name: 'Juice',
    gtins: ['5051277937280'],
    facts: { name_lang: 'en', names: { fr: 'Jus' } },
  });
});
afterAll(() => database.drop());

const scan = (data: string, more = '') => api.get(`/products/scan?data=${encodeURIComponent(data)}${more}`);

test.each([
  ['5051277937280', 'digits', {}],
  [']E05051277937280', 'digits', {}],
  ['https://tesco.com/01/05051277937280/10/101150200?17=260505&90=A46', 'digital_link', tesco()],
  ['\u001D01050512779372801726050510101150200\u001D90A46', 'element_string', tesco()],
  [']d201050512779372801726050510101150200\u001D90A46', 'element_string', tesco()],
  ['(01)5051277937280(10)101150200(17)260505(90)A46', 'element_string', tesco()],
])('finds the product behind %j', async (data, form, elements) => {
  const { status, body } = await scan(data);
  expect([status, body.product.id]).toEqual([200, juice]);
  expect(body.scan).toEqual({ form, gtin: '5051277937280', elements });
});

function tesco() {
  return { '10': '101150200', '17': '2026-05-05', '90': 'A46' };
}

test('the product is what the lookup of its barcode answers, in the language wanted too', async () => {
  const { body, headers } = await scan('(01)5051277937280', '&lang=fr');
  expect(body.product).toEqual((await api.get('/products/barcode/5051277937280?lang=fr')).body);
  expect([body.product.name, headers['content-language']]).toEqual(['Jus', 'fr']);
});

test('a UPC-E is looked for as a GTIN-8 first, unless the scanner says what it is', async () => {
  await insertProduct(database.db, { name: 'Short', gtins: ['02345673'] });
  await insertProduct(database.db, { name: 'Long', gtins: ['023456000073'] });
  const answers = [await scan('02345673'), await scan('02345673', '&symbology=upc_e'), await scan('0234567')];
  expect(answers.map(({ body }) => [body.product.name, body.scan.form, body.scan.gtin])).toEqual([
    ['Short', 'digits', '02345673'],
    ['Long', 'upc_e', '023456000073'],
    ['Long', 'upc_e', '023456000073'],
  ]);
});

test('a code that is read and not known says enough to offer the product', async () => {
  const response = await scan('(01)07035620052163(3103)001250(15)230807');
  expectError(response, 404, 'not_found');
  expect(response.body.error.details).toEqual({
    form: 'element_string',
    gtin: '7035620052163',
    elements: { '15': '2023-08-07', '3103': '1.250' },
  });
  const upcE = await scan('04252614');
  expect(upcE.body.error.details).toEqual({ form: 'upc_e', gtin: '042100005264', elements: {} });
});

test.each([
  ['2135040039753', 'restricted_circulation', {}],
  ['9901234567899', 'coupon', {}],
  ['(01)93017620422006(3103)000500', 'variable_measure', { '3103': '0.500' }],
])('no product can have the code %s: %s', async (data, reason, elements) => {
  const response = await scan(data);
  expectError(response, 400, 'invalid_parameter');
  expect(response.body.error.details).toMatchObject({ parameter: 'data', reason, elements });
});

test('a code that is not on a trade item says what it is on', async () => {
  const response = await scan(']C100106141412345678908');
  expectError(response, 404, 'not_a_trade_item');
  expect(response.body.error.details).toEqual({
    form: 'element_string',
    gtin: null,
    elements: { '00': '106141412345678908' },
  });
  expectError(await scan('(02)5051277937280(37)12'), 404, 'not_a_trade_item');
});

test.each([
  ['5051277937281', 'bad_check_digit'],
  ['123', 'bad_length'],
  ['hello', 'bad_format'],
  ['hello, this is no code', 'unknown_form'],
  ['https://example.org/', 'bad_link'],
  ['(01)5051277937280(17)261399', 'bad_element'],
])('says what is wrong with %s', async (data, reason) => {
  const response = await scan(data);
  expectError(response, 400, 'invalid_parameter');
  expect(response.body.error.details).toEqual({ parameter: 'data', reason });
});

test.each([
  ['', 'data'],
  ['?data=', 'data'],
  ['?data=1&data=2', 'data'],
  ['?data=%FF', 'data'],
  [`?data=${'1'.repeat(MAX_SCAN_CHARACTERS + 1)}`, 'data'],
  ['?data=5051277937280&symbology=EAN13', 'symbology'],
  ['?data=5051277937280&lang=english', 'lang'],
])('refuses %s', async (query, parameter) => {
  const response = await api.get(`/products/scan${query}`);
  expectError(response, 400, 'invalid_parameter');
  expect(response.body.error.details).toMatchObject({ parameter });
});

test('whatever a scanner gives is answered with less than 500', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom('01', '05051277937280', '10', '(', ')', '\u001D', ']C1', '/', '%', 'https://a/', '?'),
        {
          maxLength: 40,
        },
      )
      .map((list) => list.join('')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (data) => {
      const { status } = await scan(data);
      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 300 },
  );
}, 60_000);
