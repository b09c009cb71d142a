import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearCatalogue } from '../../support/catalogue/catalogue.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

interface Vector {
  gtin: string;
  reason: string;
}
const VECTORS = JSON.parse(
  readFileSync(new URL('../../unit/catalog/gtin-vectors.json', import.meta.url), 'utf8'),
) as Vector[];
/** A UPC-E as well: a lookup tries the expansion, a submission has to name it. */
const UPC_E = new Set(['01234565']);
const REFUSED = [
  ...VECTORS.filter(({ gtin, reason }) => reason !== 'ok' && !UPC_E.has(gtin)),
  { gtin: 'hello', reason: 'bad_format' },
  { gtin: '3017620_422003', reason: 'bad_format' },
];

let database: TestDatabase;
let api: TestApi;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await clearCatalogue(database.db);
  api = createTestApi(database);
  ({ key } = await insertKey(database.db));
});
afterAll(() => database.drop());

test.each(REFUSED)('every endpoint says of $gtin: $reason', async ({ gtin, reason }) => {
  const inPath = await api.get(`/products/barcode/${encodeURIComponent(gtin)}`);
  expectError(inPath, 404, 'not_found');
  expect(inPath.body.error.details).toEqual({ reason });

  const scanned = await api.get(`/products/scan?data=${encodeURIComponent(gtin)}`);
  expectError(scanned, 400, 'invalid_parameter');
  expect(scanned.body.error.details).toMatchObject({ parameter: 'data', reason });

  const lookedUp = await api.get(`/products/lookup?codes=${encodeURIComponent(gtin)}`);
  expect(lookedUp.body.items).toMatchObject([{ code: gtin, result: 'invalid', reason, product: null }]);

  const submitted = await api.request().post('/api/public/submissions').send({ gtin, name: 'Spread' });
  expectError(submitted, 400, 'invalid_gtin');
  expect(submitted.body.error.details).toEqual({ reason });

  const sent = await api
    .request()
    .post('/api/public/backflow')
    .set('X-API-Key', key)
    .send({ items: [{ gtin, name: 'Spread' }] });
  expect(sent.body.results).toMatchObject([{ result: 'invalid', reason }]);
});

test('a code that may be a UPC-E is only unknown', async () => {
  expect((await api.get('/products/barcode/01234565')).body.error).not.toHaveProperty('details');
  const { body } = await api.get('/products/lookup?codes=01234565');
  expect(body.items).toMatchObject([{ gtin: '012345000065', result: 'not_found', reason: null }]);
  const scanned = await api.get('/products/scan?data=01234565');
  expect([scanned.status, scanned.body.error.details.reason]).toEqual([404, undefined]);
});
