import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

/** Products of one day are ordered by their ids alone. */
const PRODUCTS = [
  { name: 'Émile cocoa', created: 3, updated: 9, qualityScore: 0.1, facts: { popularity: 9 } },
  { name: 'zoo biscuits', created: 1, updated: 4, qualityScore: 0.9 },
  { name: 'Elan bar', created: 2, updated: 4, qualityScore: 0.5 },
  { name: '7-Up', created: 2, updated: 8, qualityScore: 0.3, facts: { popularity: 10 } },
  { name: 'elan bar', created: 5, updated: 4, qualityScore: 0.4 },
  { name: 'Ünlü tea', created: 4, updated: 5, qualityScore: 0.8 },
];

let database: TestDatabase;
let api: TestApi;
let byName: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  for (const { created, updated, ...product } of PRODUCTS) {
    await insertProduct(database.db, {
      ...product,
      brand: product.name.toLowerCase().startsWith('elan') ? 'Elan' : 'Others',
      createdAt: new Date(Date.UTC(2026, 0, created)),
      updatedAt: new Date(Date.UTC(2026, 1, updated)),
    });
  }
  await insertProduct(database.db, { name: 'A draft', status: 'draft' });
  byName = ['7-Up', ...(await idsInOrder('Elan bar', 'elan bar')), 'Émile cocoa', 'Ünlü tea', 'zoo biscuits'];
});
afterAll(() => database.drop());

/** These names, by the ids of their products. */
async function idsInOrder(...names: string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from products where name = any($1) order by id',
    [names],
  );
  return rows.map(({ name }) => name);
}

const namesOf = async (query: string): Promise<string[]> => {
  const { body, status } = await api.get(`/products/search?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { items: { name: string }[] }).items.map(({ name }) => name);
};

test('by name: as it is searched, without capitals and accents, then by id', async () => {
  expect(await namesOf('sort=name')).toEqual(byName);
});

test('the latest first, then by id', async () => {
  expect(await namesOf('sort=-updated')).toEqual([
    'Émile cocoa',
    '7-Up',
    'Ünlü tea',
    ...(await idsInOrder('zoo biscuits', 'Elan bar', 'elan bar')),
  ]);
  expect(await namesOf('sort=-created')).toEqual([
    'elan bar',
    'Ünlü tea',
    'Émile cocoa',
    ...(await idsInOrder('Elan bar', '7-Up')),
    'zoo biscuits',
  ]);
});

test('the most popular first, then what nobody counts, by quality', async () => {
  expect(await namesOf('sort=popularity')).toEqual([
    '7-Up',
    'Émile cocoa',
    'zoo biscuits',
    'Ünlü tea',
    'Elan bar',
    'elan bar',
  ]);
});

test('by quality, and by relevance where there is no text: the answer without an order', async () => {
  const { text } = await api.get('/products/search');
  for (const sort of ['quality', 'relevance'])
    expect((await api.get(`/products/search?sort=${sort}`)).text).toBe(text);
});

test('of products that filters leave, with all of them counted', async () => {
  const { body } = await api.get('/products/search?sort=-created&brand_in=elan&size=1');
  expect(body).toMatchObject({
    items: [{ name: 'elan bar', score: null }],
    total: 2,
    total_is_exact: true,
    is_settled: true,
  });
  expect(await namesOf('sort=name&brand=elan&kind_in=food')).toEqual(byName.slice(1, 3));
});

test.each(['name', 'popularity', '-updated', '-created'])(
  'page after page of %s, none twice and none left out',
  async (sort) => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(...(await namesOf(`sort=${sort}&size=2&page=${page}`)));
    expect(pages).toEqual(await namesOf(`sort=${sort}`));
  },
);

test('another order is another answer to a cache', async () => {
  const tagOf = async (query: string) =>
    ((await api.get(`/products/search?${query}`)).headers as Record<string, string>)['etag'];
  const tags = await Promise.all(
    ['', 'sort=name', 'sort=-created', 'fields=name', 'brand_in=elan'].map((query) => tagOf(query)),
  );
  expect(new Set(tags).size).toBe(tags.length);
});
