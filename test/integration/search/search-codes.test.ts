import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brands } from '../../../src/platform/db/schema/catalogue.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
let drink: string;
let spread: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  await clearCatalogue(database.db);
  // Another brand of the same words has the shorter slug.
  await database.db
    .insert(brands)
    .values({ id: uuidv7(), name: 'Mt. Olive', slug: 'mt-olive-2', brandKey: foldText('Mt. Olive') });
  drink = await insertProduct(database.db, { name: 'Drink', gtins: ['042100005264'], brand: 'MT OLIVE' });
  spread = await insertProduct(database.db, {
    name: 'Spread 4210 g',
    gtins: ['3017620422003'],
    brand: 'Mt. Olive',
  });
});
afterAll(() => database.drop());

const search = async (query: string) =>
  (await api.get(`/products/search?${query}`)).body as { items: { id: string; matched?: string }[] };

test.each(['042100005264', '0042100005264', '00042100005264', '04252614', '0421 0000-5264'])(
  'the digits %s find the product that a lookup of them finds',
  async (digits) => {
    const { items } = await search(`q=${encodeURIComponent(digits)}`);
    expect(items).toMatchObject([{ id: drink, matched: 'barcode' }]);
  },
);

test('an item says whether a barcode or its name has the digits of a code', async () => {
  const { items } = await search('q=4210');
  expect(new Map(items.map(({ id, matched }) => [id, matched]))).toEqual(
    new Map([
      [drink, 'barcode'],
      [spread, 'name'],
    ]),
  );
  for (const query of ['q=spread', 'q=421', '']) {
    for (const item of (await search(query)).items) expect(item).not.toHaveProperty('matched');
  }
});

test('a filter of brands takes a name in any spelling', async () => {
  const idsOf = async (query: string) => new Set((await search(query)).items.map(({ id }) => id));
  expect(await idsOf('brand=Mt.%20Olive')).toEqual(new Set([drink, spread]));
  expect(await idsOf('brand_in=mt%20olive!')).toEqual(new Set([drink, spread]));
  const [{ slug } = { slug: '' }] = (await api.get('/brands?name=MT%20OLIVE')).body.items as {
    slug: string;
  }[];
  expect(await idsOf(`brand_in=${slug}`)).toEqual(new Set([drink]));
});
