import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  await insertProduct(database.db, { gtins: ['3017620422003'] });
  // Makes an answer that is long enough to be worth compressing.
  for (let i = 0; i < 40; i += 1) await insertProduct(database.db, { brand: `Brand ${i}` });
});
afterAll(() => database.drop());

test.each([
  '/api/v1/stats',
  '/api/v1/products/search',
  '/api/v1/products/search?size=0',
  '/api/v1/products/barcode/3017620422003',
  '/api/v1/products/barcode/3017620422003?lang=de&fields=name',
  '/api/v1/brands?size=100',
  '/api/v1/openapi.json',
  '/search?q=oat',
])('a 304 of %s varies by what its 200 varies by', async (path) => {
  for (const accepted of ['gzip', 'identity']) {
    const first = await api.request().get(path).set({ 'Accept-Encoding': accepted });
    const again = await api
      .request()
      .get(path)
      .set({
        'Accept-Encoding': accepted,
        'If-None-Match': first.headers['etag'] ?? '',
      });
    expect(first.headers['vary']).toContain('Accept-Encoding');
    expect([again.status, again.headers['vary']]).toEqual([304, first.headers['vary']]);
  }
});
