import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let editor: AdminCaller;
let loser: string;
let winner: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
  winner = await insertProduct(database.db, { name: 'Spread', gtins: ['3017620422003'] });
  loser = await insertProduct(database.db, { name: 'Same spread', gtins: ['96385074'] });
  const merge = { into: winner, version: 1, into_version: 1 };
  expect((await editor.post(`/products/${loser}/merge`, merge)).status).toBe(200);
});
afterAll(() => database.drop());

test.each(['', '?lang=de&fields=name', '/nutriments', '/quality', '/msrp'])(
  'the id of a merged product leads to the other one, at /products/{id}%s',
  async (rest) => {
    const answer = await api.get(`/products/${loser.toUpperCase()}${rest}`);
    expectError(answer, 301, 'merged');
    expect(answer.headers).toMatchObject({
      location: `/api/v1/products/${winner}${rest}`,
      'cache-control': 'no-store',
    });
    expect(answer.body.error.details).toEqual({ merged_into: winner });
    const target = await api.request().get(answer.headers['location'] as string);
    expect([target.status, target.body.id ?? target.body.product_id]).toEqual([200, winner]);
  },
);

test('a page of it leads to the page of the other one', async () => {
  const { status, headers } = await api.request().get(`/product/id/${loser}`);
  expect([status, headers['location']]).toEqual([308, '/product/3017620422003']);
});

test('a lookup takes ids beside barcodes, and answers a merged one with the other product', async () => {
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  const codes = [winner.toUpperCase(), '96385074', loser, unknown, '3017620422004'];
  const answers = [
    await api.get(`/products/lookup?codes=${codes.join(',')}&fields=name`),
    await api.post('/products/lookup', { codes, fields: ['name'] }),
  ];
  const product = { id: winner, gtin: '3017620422003', name: 'Spread' };
  const found = { result: 'found', reason: null, merged_into: null, product };
  for (const { status, headers, body } of answers) {
    expect([status, headers['x-quota-cost']]).toEqual([200, '4']);
    expect(body.items).toEqual([
      { ...found, code: winner.toUpperCase(), gtin: '3017620422003' },
      { ...found, code: '96385074', gtin: '96385074' },
      { ...found, code: loser, gtin: '3017620422003', merged_into: winner },
      { code: unknown, gtin: null, result: 'not_found', reason: null, merged_into: null, product: null },
      {
        code: '3017620422004',
        gtin: null,
        result: 'invalid',
        reason: 'bad_check_digit',
        merged_into: null,
        product: null,
      },
    ]);
  }
});

test('an id whose other product is not public is unknown, and one whose merge is undone is itself again', async () => {
  await database.pool.query(`update products set status = 'draft' where id = $1`, [winner]);
  expectError(await api.get(`/products/${loser}`), 404, 'not_found');
  await database.pool.query(`update products set status = 'active' where id = $1`, [winner]);
  await database.pool.query(`update products set status = 'active', merged_into_id = null where id = $1`, [
    loser,
  ]);
  expect((await api.get(`/products/${loser}`)).body).toMatchObject({ id: loser, name: 'Same spread' });
});
