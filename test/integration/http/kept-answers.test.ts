import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

const REFERENCE = '/api/v1/reference-data';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const get = (path: string) => api.request().get(path);

test('the reference data is kept, and shows a change at once', async () => {
  const first = await get(REFERENCE);
  expect(first.headers['content-type']).toContain('application/json');
  expect(first.headers['cache-control']).toBe('no-store');
  expect((await get(REFERENCE)).headers['etag']).toBe(first.headers['etag']);
  for (const [change, shown] of [
    ["update sources set name = 'Renamed source' where code = 'usda'", 'Renamed source'],
    ["update kinds set name = 'Renamed kind' where code = 'food'", 'Renamed kind'],
  ] as const) {
    expect((await get(REFERENCE)).text).not.toContain(shown);
    await database.pool.query(change);
    expect((await get(REFERENCE)).text).toContain(shown);
  }
});

test('the empty form is kept for each language; one about a barcode is not', async () => {
  const empty = await get('/contribute');
  expect(empty.headers['cache-control']).toBe('public, max-age=300');
  expect((await get('/contribute').set('Accept-Language', 'de')).text).toContain('<html lang="de">');
  const filled = await get('/contribute?gtin=9521000000018');
  expect(filled.headers['cache-control']).toBe('private, no-cache');
  expect(filled.text).toContain('9521000000018');
  expect((await get('/contribute')).text).toBe(empty.text);
});
