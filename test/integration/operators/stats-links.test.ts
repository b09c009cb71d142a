import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProductQuery, type ProductSearch } from '../../../console/products/list/product-search.ts';
import { linkField, linkInUse, linkTenth } from '../../../console/statistics/product-links.ts';
import type { OperatorStats } from '../../../src/review/statistics/operator-stats-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let caller: AdminCaller;
let stats: OperatorStats;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const { headers } = await signInTestOperator(db, 'reviewer');
  caller = createAdminCaller(createTestApi(database), headers);
  const whole = {
    brand: 'Old Mill',
    gtins: ['4006381333931', '3017620422003'],
    netContentValue: 1,
    netContentUnit: 'l' as const,
    countryOfOrigin: 'France',
    images: ['https://example.org/1.jpg'],
    msrp: [{ amount: 2 }],
  };
  const food = {
    nutriments: { fat_g: 1 },
    nutritionBasis: '100ml' as const,
    ingredientsText: 'Apples',
    nutriScore: 'b' as const,
  };
  await insertProduct(db, { ...whole, category: 'food/beverages/juices', qualityScore: 1, food });
  for (const qualityScore of [0, 0.099, 0.1, 0.299, 0.3, 0.599, 0.6, 0.699, 0.7, 0.899, 0.9, 0.999]) {
    await insertProduct(db, { category: 'food', qualityScore, netContentValue: 5, food: {} });
  }
  await insertProduct(db, { category: 'food/uncategorized', msrp: [{ amount: 0 }] });
  await insertProduct(db, { category: 'old-uncategorized-things' });
  await insertProduct(db, {
    category: 'gadgets',
    kind: 'electronics',
    attributes: { colour: 'red' },
    qualityScore: 0.6,
  });
  await insertProduct(db, { category: 'gadgets/lamps', kind: 'electronics', brand: 'Lux' });
  for (const status of ['draft', 'archived'] as const) {
    await insertProduct(db, { category: 'food', status, brand: 'Nobody sees', qualityScore: 0.65 });
  }
  stats = (await caller.get('/stats')).body as OperatorStats;
});
afterAll(() => database.drop());

const countListed = async (search: ProductSearch): Promise<number> => {
  const query = new URLSearchParams(
    Object.entries(buildProductQuery(search)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await caller.get(`/products?${query.toString()}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { total: number }).total;
};

test('the list has as many products in use as the statistics', async () => {
  const products = stats.quality.reduce((sum, kind) => sum + kind.products, 0);
  expect(products).toBeGreaterThan(15);
  expect(await countListed(linkInUse())).toBe(products);
});

test('each tenth of quality leads to as many products as it counts', async () => {
  for (const { kind, buckets } of stats.quality) {
    const listed = await Promise.all(buckets.map((_, tenth) => countListed(linkTenth(kind, tenth))));
    expect(listed, kind).toEqual(buckets);
  }
});

test('each field leads to as many products as have it, and as lack it', async () => {
  expect(stats.coverage.some(({ filled }) => filled > 0)).toBe(true);
  for (const item of stats.coverage) {
    const listed = [
      await countListed(linkField(item, 'present')),
      await countListed(linkField(item, 'missing')),
    ];
    expect(listed, item.field).toEqual([item.filled, item.products - item.filled]);
  }
});
