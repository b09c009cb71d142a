import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let caller: AdminCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  const { headers } = await signInTestOperator(database.db, 'reviewer');
  caller = createAdminCaller(createTestApi(database), headers);
  const { db } = database;
  await insertProduct(db, { name: 'Mirfluxo beta', qualityScore: 0.3, category: 'order' });
  await insertProduct(db, { name: 'Mirflux alpha', qualityScore: 0.4, category: 'order' });
  const facts = [
    { name: 'No price', countryOfOrigin: 'Italy' },
    { name: 'Price of zero', msrp: [{ amount: 0 }] },
    { name: 'Priced', msrp: [{ amount: 0 }, { amount: 3 }] },
    { name: 'Only a value', netContentValue: 5 },
    { name: 'Value and unit', netContentValue: 5, netContentUnit: 'g' },
    { name: 'Table of nothing', food: { ingredientsText: 'Salt' } },
    { name: 'Table', food: { nutriments: { fat_g: 1 } } },
  ];
  for (const fact of facts) await insertProduct(db, { ...fact, category: 'gaps' });
  await insertProduct(db, { name: 'In the bin', category: 'uncategorized-food' });
});
afterAll(() => database.drop());

const namesOf = async (query: string): Promise<string[]> => {
  const response = await caller.get(`/products?size=100&${query}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { items: { name: string }[] }).items.map(({ name }) => name);
};

test('a text ranks by similarity × (0.5 + quality), as the public search does', async () => {
  // 1.0 × 0.8 before 0.875 × 0.9; without the half it would be 0.3 behind 0.35.
  expect(await namesOf('q=mirfluxo')).toEqual(['Mirfluxo beta', 'Mirflux alpha']);
});

test('every order is that of its field, one way and the other', async () => {
  const ways = async (sort: string) => [
    await namesOf(`category=order&sort=${sort}`),
    await namesOf(`category=order&sort=-${sort}`),
  ];
  const [beta, alpha] = ['Mirfluxo beta', 'Mirflux alpha'];
  for (const sort of ['quality', 'updated', 'created']) {
    expect(await ways(sort), sort).toEqual([
      [beta, alpha],
      [alpha, beta],
    ]);
  }
  expect(await ways('name')).toEqual([
    [alpha, beta],
    [beta, alpha],
  ]);
});

test('brands and countries order both ways, and products without one come last', async () => {
  const { db } = database;
  await insertProduct(db, { name: 'One', brand: 'Zeta', countryOfOrigin: 'Chad', category: 'places' });
  await insertProduct(db, { name: 'Two', brand: 'Alpha', countryOfOrigin: 'Peru', category: 'places' });
  await insertProduct(db, { name: 'None', category: 'places' });
  expect(await namesOf('category=places&sort=brand')).toEqual(['Two', 'One', 'None']);
  expect(await namesOf('category=places&sort=-brand')).toEqual(['One', 'Two', 'None']);
  expect(await namesOf('category=places&sort=country')).toEqual(['One', 'Two', 'None']);
  expect(await namesOf('category=places&sort=-country')).toEqual(['Two', 'One', 'None']);
});

test('a price of zero is a missing price', async () => {
  const names = await namesOf('category=gaps&missing=msrp');
  expect(names).toContain('Price of zero');
  expect(names).toContain('No price');
  expect(names).not.toContain('Priced');
});

test.each([
  ['net_content', 'Only a value', 'Value and unit'],
  ['nutriments', 'Table of nothing', 'Table'],
  ['ingredients_text', 'Table', 'Table of nothing'],
  ['country_of_origin', 'Table', 'No price'],
])('half of %s is not there: %s has none, %s has', async (field, without, having) => {
  const names = await namesOf(`category=gaps&missing=${field}`);
  expect(names).toContain(without);
  expect(names).not.toContain(having);
});

test('the bin of a kind is no category', async () => {
  expect(await namesOf('missing=category')).toEqual(['In the bin']);
});
