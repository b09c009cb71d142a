import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { stampAll } from '../../support/changes/change-reader.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const SHA256 = 'ab'.repeat(32);
const GTIN = '3017620422003';
let database: TestDatabase;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  id = await insertProduct(database.db, {
    gtins: [GTIN],
    facts: {
      contributed_pictures: {
        // Stored while the service had no public address.
        [SHA256]: {
          role: 'front',
          lang: null,
          url: `/images/${SHA256}/1200.webp`,
          width: 800,
          height: 600,
        },
      },
    },
    provenance: { community: ['contributed_pictures'] },
  });
  await stampAll(database.db);
});
afterAll(() => database.drop());

test.each([
  ['https://facts.example.org/', 'https://facts.example.org'],
  [undefined, 'http://shop.example.net:8080'],
])('contributed pictures have absolute addresses, with the public address %s', async (publicUrl, root) => {
  const api = createTestApi(database, { publicUrl });
  const get = async (path: string) => (await api.get(path, { Host: 'shop.example.net:8080' })).body;
  const products = [
    await get(`/products/${id}`),
    await get(`/products/barcode/${GTIN}`),
    (await get(`/products/lookup?codes=${GTIN}`)).items[0].product,
    (await get(`/products/scan?data=${GTIN}`)).product,
    (await get('/changes')).items[0].product,
  ];
  const { items } = await get('/products/search?fields=thumbnail');
  expect(items[0].thumbnail).toBe(`${root}/images/${SHA256}/200.webp`);
  for (const { pictures } of products) {
    expect(pictures[0].urls).toEqual({
      100: null,
      200: `${root}/images/${SHA256}/200.webp`,
      400: `${root}/images/${SHA256}/400.webp`,
      full: `${root}/images/${SHA256}/1200.webp`,
    });
  }
});
