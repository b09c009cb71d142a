import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countProductsBySource } from '../../../src/catalog/sources/source-store.ts';
import { sources } from '../../../src/platform/db/schema/catalogue.ts';
import {
  clearCatalogue,
  insertKindFields,
  insertProduct,
  sourceIdOf,
} from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
// A new application for each test: counts are kept for a while.
beforeEach(async () => {
  await clearCatalogue(database.db);
  api = createTestApi(database);
});
afterAll(() => database.drop());

describe('GET /sources', () => {
  test('lists every source, the most trusted first, with its products in use', async () => {
    await insertProduct(database.db, { provenance: { usda: ['name', 'nutriments'], community: ['brand'] } });
    await insertProduct(database.db, { provenance: { usda: ['name'] } });
    await insertProduct(database.db, { provenance: { usda: ['name'] }, status: 'archived' });
    const { body } = await api.get('/sources');
    expect(
      body.items.map((source: Record<string, unknown>) => [
        source['code'],
        source['trust'],
        source['product_count'],
      ]),
    ).toEqual([
      ['operator', 0.9, 0],
      ['usda', 0.85, 2],
      ['open_beauty_facts', 0.6, 0],
      ['open_food_facts', 0.6, 0],
      ['open_pet_food_facts', 0.6, 0],
      ['open_products_facts', 0.6, 0],
      ['community', 0.5, 1],
    ]);
  });

  test('counts the same in any number of batches', async () => {
    for (let i = 0; i < 5; i += 1) {
      await insertProduct(database.db, {
        provenance: { usda: ['name'], ...(i > 2 ? { community: ['brand'] } : {}) },
      });
    }
    const [usda, community] = [
      await sourceIdOf(database.db, 'usda'),
      await sourceIdOf(database.db, 'community'),
    ];
    for (const productsPerBatch of [1, 2, 4, 5, 6]) {
      const counts = await countProductsBySource(database.db, productsPerBatch);
      expect([counts.get(usda), counts.get(community)]).toEqual([5, 2]);
    }
  });

  test('gives one source with its licence', async () => {
    await insertProduct(database.db, { provenance: { open_food_facts: ['name'] } });
    const lastImportedAt = new Date('2026-03-01T12:00:00Z');
    const id = await sourceIdOf(database.db, 'open_food_facts');
    await database.db.update(sources).set({ lastImportedAt }).where(eq(sources.id, id));
    const { body } = await api.get(`/sources/${id.toUpperCase()}`);
    expect(body).toEqual({
      id,
      code: 'open_food_facts',
      name: 'Open Food Facts',
      kind: 'open_data',
      trust: 0.6,
      license: 'ODbL 1.0',
      license_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
      attribution: '© Open Food Facts contributors',
      homepage_url: 'https://world.openfoodfacts.org',
      record_url: 'https://world.openfoodfacts.org/product/{gtin}',
      product_count: 1,
      last_imported_at: '2026-03-01T12:00:00.000Z',
    });
  });

  test('answers 404 for an id that no source has', async () => {
    expectError(await api.get('/sources/01890a5d-ac96-774b-bcce-b302099a8057'), 404, 'not_found');
  });
});

describe('GET /stats', () => {
  test('counts the catalogue', async () => {
    await insertProduct(database.db, {
      brand: 'Ada',
      gtins: ['3017620422003', '40123455'],
      qualityScore: 0.6,
    });
    await insertProduct(database.db, { brand: 'Ada', qualityScore: 0.599 });
    await insertProduct(database.db, { category: 'phones', kind: 'electronics', qualityScore: 0.9 });
    await insertProduct(database.db, {
      brand: 'Bea',
      status: 'draft',
      qualityScore: 1,
      gtins: ['036000291452'],
    });
    const { body } = await api.get('/stats');
    expect(body).toEqual({
      products_total: 4,
      products_in_use: 3,
      products_qualified: 2,
      brands_total: 1,
      categories_total: 2,
      barcodes_total: 3,
      sources_total: 7,
      submissions_pending: 0,
      products_by_kind: { beauty: 0, electronics: 1, food: 2, general: 0, household: 0, petfood: 0 },
      average_quality_score: 0.7,
      generated_at: expect.any(String),
    });
    expect(Math.abs(Date.now() - Date.parse(body.generated_at))).toBeLessThan(10_000);
  });

  test('has no average for an empty catalogue', async () => {
    expect((await api.get('/stats')).body).toMatchObject({ products_in_use: 0, average_quality_score: null });
  });

  test('computes once for callers who ask at the same time, and keeps the answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.get('/stats')));
    await insertProduct(database.db);
    answers.push(await api.get('/stats'));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('GET /kind-fields', () => {
  test('gives the template of a kind in its order', async () => {
    await insertKindFields(database.db, 'electronics', [
      {
        key: 'screen_size',
        label: 'Screen',
        type: 'number',
        unit: 'in',
        group: 'Display',
        required: true,
        min: 1,
        max: 110.5,
      },
      { key: 'panel', label: 'Panel', type: 'enum', options: ['OLED', 'LCD'] },
    ]);
    const { body } = await api.get('/kind-fields?kind=electronics');
    expect(body).toEqual({
      kind: 'electronics',
      fields: [
        {
          key: 'screen_size',
          label: 'Screen',
          type: 'number',
          unit: 'in',
          group: 'Display',
          required: true,
          options: null,
          min: 1,
          max: 110.5,
          position: 0,
        },
        {
          key: 'panel',
          label: 'Panel',
          type: 'enum',
          unit: null,
          group: null,
          required: false,
          options: ['OLED', 'LCD'],
          min: null,
          max: null,
          position: 1,
        },
      ],
    });
  });

  test('is empty for food, which has a fixed record', async () => {
    expect((await api.get('/kind-fields?kind=food')).body).toEqual({ kind: 'food', fields: [] });
  });
});
