import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brands, products } from '../../../src/platform/db/schema/catalogue.ts';
import {
  clearCatalogue,
  ensureBrand,
  ensureCategory,
  insertProduct,
} from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
// A new application for each test: lists are kept for a moment.
beforeEach(async () => {
  await clearCatalogue(database.db);
  api = createTestApi(database);
});
afterAll(() => database.drop());

describe('GET /brands', () => {
  test('lists brands with products in use by name', async () => {
    await insertProduct(database.db, { brand: 'Zaatar & Co' });
    await insertProduct(database.db, { brand: 'Vieux Moulin' });
    await insertProduct(database.db, { brand: 'Vieux Moulin' });
    const { body } = await api.get('/brands');
    expect(body).toEqual({
      items: [
        { id: expect.any(String), name: 'Vieux Moulin', slug: 'vieux-moulin', product_count: 2 },
        { id: expect.any(String), name: 'Zaatar & Co', slug: 'zaatar-co', product_count: 1 },
      ],
      page: 1,
      size: 20,
      total: 2,
    });
  });

  test('leaves out brands whose products are all drafts, archived, or none', async () => {
    await ensureBrand(database.db, 'Nothing yet');
    await insertProduct(database.db, { brand: 'Only drafts', status: 'draft' });
    await insertProduct(database.db, { brand: 'Only memories', status: 'archived' });
    await insertProduct(database.db, { brand: 'Both', status: 'archived' });
    await insertProduct(database.db, { brand: 'Both' });
    const { body } = await api.get('/brands');
    expect(body.items).toMatchObject([{ name: 'Both', product_count: 1 }]);
    expect(body.total).toBe(1);
  });

  test('is in the order in which people look names up', async () => {
    for (const brand of ['Zett', 'émile', 'Ebro', 'earl', 'Æon', '3 Bears']) {
      await insertProduct(database.db, { brand, category: `food/${brand === 'Æon' ? 'aeon' : 'spreads'}` });
    }
    const { body } = await api.get('/brands');
    expect((body.items as { name: string }[]).map(({ name }) => name)).toEqual([
      '3 Bears',
      'Æon',
      'earl',
      'Ebro',
      'émile',
      'Zett',
    ]);
  });

  test('finds one by a name that is written with other marks', async () => {
    await insertProduct(database.db, { brand: 'MT OLIVE' });
    await insertProduct(database.db, { brand: 'Olive & Mt' });
    const { body } = await api.get(`/brands?name=${encodeURIComponent('Mt. Olive')}`);
    expect(body).toMatchObject({ items: [{ name: 'MT OLIVE' }], total: 1 });
  });

  test('goes on by name from page to page', async () => {
    for (const name of ['Dora', 'Ada', 'Eve', 'Cleo', 'Bea'])
      await insertProduct(database.db, { brand: name });
    const pages = await Promise.all([1, 2, 3].map((page) => api.get(`/brands?page=${page}&size=2`)));
    expect(pages.map(({ body }) => body.items.map((brand: { name: string }) => brand.name))).toEqual([
      ['Ada', 'Bea'],
      ['Cleo', 'Dora'],
      ['Eve'],
    ]);
    expect(pages.map(({ body }) => [body.page, body.size, body.total])).toEqual([
      [1, 2, 5],
      [2, 2, 5],
      [3, 2, 5],
    ]);
  });

  test('gives each of several brands of one name once, by id', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo']) await insertProduct(database.db, { brand: name });
    await database.db.update(brands).set({ name: 'Same' });
    const pages = await Promise.all([1, 2].map((page) => api.get(`/brands?page=${page}&size=2`)));
    const ids: string[] = pages.flatMap(({ body }) => body.items.map((brand: { id: string }) => brand.id));
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  test('finds one by its slug, or by its name in any spelling', async () => {
    await insertProduct(database.db, { brand: 'Grün & Söhne' });
    await insertProduct(database.db, { brand: 'Ada' });
    await insertProduct(database.db, { brand: 'Gone', status: 'archived' });
    for (const query of [
      'slug=grun-sohne',
      `name=${encodeURIComponent('GRUN & SOHNE')}`,
      `name=${encodeURIComponent('grün & söhne')}&slug=grun-sohne`,
    ]) {
      const { body } = await api.get(`/brands?${query}`);
      expect(body, query).toMatchObject({ items: [{ name: 'Grün & Söhne', product_count: 1 }], total: 1 });
    }
    for (const query of ['slug=ad', 'name=Gone', 'slug=ada&name=Gone', 'slug=grun-sohne&name=Ada'])
      expect((await api.get(`/brands?${query}`)).body, query).toMatchObject({ items: [], total: 0 });
    expect((await api.get('/brands?slug=ada&page=2')).body).toMatchObject({ items: [], total: 1 });
    for (const query of ['slug=', 'name=%00', 'slug=a&slug=b', `name=${'x'.repeat(201)}`])
      expectError(await api.get(`/brands?${query}`), 400, 'invalid_parameter');
  });

  test('has an empty page past the end, with the true total', async () => {
    await insertProduct(database.db, { brand: 'Ada' });
    const { status, body } = await api.get('/brands?page=1000000&size=100');
    expect(status).toBe(200);
    expect(body).toEqual({ items: [], page: 1_000_000, size: 100, total: 1 });
  });

  test('is empty for an empty catalogue', async () => {
    expect((await api.get('/brands')).body).toEqual({ items: [], page: 1, size: 20, total: 0 });
  });

  test('never shows a brand that has lost its last product meanwhile', async () => {
    const id = await insertProduct(database.db, { brand: 'Ada' });
    expect((await api.get('/brands')).body.items).toHaveLength(1);
    await database.db.update(products).set({ status: 'draft' }).where(eq(products.id, id));
    expect((await api.get('/brands')).body.items).toEqual([]);
  });
});

describe('GET /categories', () => {
  test('is a tree whose counts cover the subtrees, siblings by name', async () => {
    await ensureCategory(database.db, 'food/spreads');
    await insertProduct(database.db, { category: 'food/beverages/juices' });
    await insertProduct(database.db, { category: 'food/beverages/juices' });
    await insertProduct(database.db, { category: 'food/beverages' });
    await insertProduct(database.db, { category: 'food' });
    await insertProduct(database.db, { category: 'food/spreads', status: 'draft' });
    await insertProduct(database.db, { category: 'electronics/phones', kind: 'electronics' });

    const { body } = await api.get('/categories');

    const juices = {
      code: 'juices',
      name: 'Juices',
      archive_kind: 'food',
      parent_code: 'beverages',
      path: 'food/beverages/juices',
      level: 3,
      product_count: 2,
      children: [],
    };
    expect(body.items).toMatchObject([
      {
        code: 'electronics',
        archive_kind: 'electronics',
        product_count: 1,
        children: [{ code: 'phones', archive_kind: 'electronics', level: 2, product_count: 1 }],
      },
      {
        code: 'food',
        parent_code: null,
        path: 'food',
        level: 1,
        product_count: 4,
        children: [
          { code: 'beverages', product_count: 3, children: [juices] },
          { code: 'spreads', product_count: 0, children: [] },
        ],
      },
    ]);
    expect(body.items[1].children[0].children).toEqual([juices]);
  });

  test('is empty for an empty catalogue', async () => {
    expect((await api.get('/categories')).body).toEqual({ items: [] });
  });
});
