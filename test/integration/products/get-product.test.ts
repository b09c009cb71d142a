import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearCatalogue, insertProduct, sourceIdOf } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PICTURES = 'https://images.openfoodfacts.org/images/products/301/762/042/2003';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('GET /products/{id}', () => {
  test('gives every fact of a food product', async () => {
    const id = await insertProduct(database.db, {
      name: 'Crème de noisettes',
      brand: 'Vieux Moulin',
      category: 'food/spreads/hazelnut-spreads',
      netContentValue: 0.4,
      netContentUnit: 'kg',
      countryOfOrigin: 'France',
      qualityScore: 0.731,
      images: ['https://images.example/front.jpg'],
      gtins: ['3017620422003', { gtin: '13017620422000', packLevel: 'case', region: 'EU' }],
      food: {
        nutriments: { energy_kj: 2252, fat_g: 30.9 },
        nutritionBasis: '100g',
        nutriScore: 'e',
        ingredientsText: 'sugar, hazelnuts',
        allergens: ['nuts'],
        servingSize: '15 g',
      },
      facts: {
        nova_group: 4,
        environmental_score: 'd',
        countries_sold: ['France', 'Germany'],
        manufacturing_places: ['Rouen'],
        packaging: ['glass jar'],
        stores: ['Dune'],
        pictures: [
          { role: 'front', lang: 'fr', url: `${PICTURES}/front_fr.4.full.jpg`, width: 911, height: 1200 },
          { role: 'nutrition', lang: null, url: 'https://dune.example/2.jpg', width: null, height: null },
        ],
      },
      provenance: { community: ['name'], open_food_facts: ['name', 'brand', 'pictures'] },
      createdAt: new Date('2026-01-31T09:15:00Z'),
      updatedAt: new Date('2026-02-01T10:00:00Z'),
    });

    const { status, body } = await api.get(`/products/${id}`);

    expect(status).toBe(200);
    const source = { license: 'ODbL 1.0', license_url: 'https://opendatacommons.org/licenses/odbl/1-0/' };
    expect(body).toEqual({
      id,
      gtin: '3017620422003',
      name: 'Crème de noisettes',
      brand: 'Vieux Moulin',
      category_path: 'food/spreads/hazelnut-spreads',
      category_code: 'hazelnut-spreads',
      archive_kind: 'food',
      status: 'active',
      net_content_value: 0.4,
      net_content_unit: 'kg',
      country_of_origin: 'France',
      quality_score: 0.731,
      nutriments: { energy_kj: 2252, fat_g: 30.9 },
      nutrition_basis: '100g',
      nutri_score: 'e',
      ingredients_text: 'sugar, hazelnuts',
      ingredients_lang: null,
      ingredients_texts: {},
      allergens: ['nuts'],
      allergens_other: [],
      allergens_status: 'stated',
      allergen_states: expect.arrayContaining([
        { allergen: 'nuts', state: 'contains', said_by: [], kinds: [] },
        { allergen: 'milk', state: 'unknown', said_by: [], kinds: [] },
      ]),
      diets: { vegan: 'unknown', vegetarian: 'unknown' },
      palm_oil: 'unknown',
      ingredients: ['sugar', 'hazelnuts'].map((text) => ({
        text,
        level: 0,
        id: null,
        percent: null,
        vegan: 'yes',
        vegetarian: 'yes',
        palm_oil: 'no',
      })),
      traces: [],
      traces_other: [],
      traces_status: 'unknown',
      additives: [],
      labels: [],
      labels_other: [],
      name_lang: null,
      names: {},
      generic_names: {},
      images: ['https://images.example/front.jpg'],
      serving_size: '15 g',
      serving_value: 15,
      serving_unit: 'g',
      nutrient_levels: { fat_g: 'high', saturated_fat_g: 'unknown', sugars_g: 'unknown', salt_g: 'unknown' },
      nova_group: 4,
      environmental_score: 'd',
      countries_sold: ['France', 'Germany'],
      manufacturing_places: ['Rouen'],
      packaging: ['glass jar'],
      stores: ['Dune'],
      period_after_opening_months: null,
      pictures: [
        {
          role: 'front',
          lang: 'fr',
          urls: {
            100: `${PICTURES}/front_fr.4.100.jpg`,
            200: `${PICTURES}/front_fr.4.200.jpg`,
            400: `${PICTURES}/front_fr.4.400.jpg`,
            full: `${PICTURES}/front_fr.4.full.jpg`,
          },
          width: 911,
          height: 1200,
          source: 'open_food_facts',
          license: 'CC BY-SA 3.0',
          attribution: '© Open Food Facts contributors',
        },
        {
          role: 'nutrition',
          lang: null,
          urls: { 100: null, 200: null, 400: null, full: 'https://dune.example/2.jpg' },
          width: null,
          height: null,
          source: 'open_food_facts',
          license: 'ODbL 1.0',
          attribution: '© Open Food Facts contributors',
        },
      ],
      msrp: [],
      barcodes: [
        { gtin: '3017620422003', type: 'gtin13', pack_level: 'each', region: null, is_primary: true },
        { gtin: '13017620422000', type: 'gtin14', pack_level: 'case', region: 'EU', is_primary: false },
      ],
      specifications: [],
      sources: [
        {
          ...source,
          id: await sourceIdOf(database.db, 'open_food_facts'),
          code: 'open_food_facts',
          name: 'Open Food Facts',
          attribution: '© Open Food Facts contributors',
          record_url: 'https://world.openfoodfacts.org/product/3017620422003',
          trust: 0.6,
          fields: ['brand', 'name', 'pictures'],
          claims: {},
        },
        {
          ...source,
          id: await sourceIdOf(database.db, 'community'),
          code: 'community',
          name: 'Community contributions',
          attribution: 'Factshelf contributors',
          record_url: null,
          trust: 0.5,
          fields: ['name'],
          claims: {},
        },
      ],
      created_at: '2026-01-31T09:15:00.000Z',
      updated_at: '2026-02-01T10:00:00.000Z',
    });
  });

  test('names what is not known as null, and lists as empty', async () => {
    const id = await insertProduct(database.db, { name: 'Bare product' });
    const { body } = await api.get(`/products/${id}`);
    expect(body).toMatchObject({
      gtin: null,
      brand: null,
      net_content_value: null,
      net_content_unit: null,
      country_of_origin: null,
      nutriments: null,
      nutrition_basis: null,
      nutri_score: null,
      ingredients_text: null,
      msrp: [],
      barcodes: [],
      specifications: [],
      sources: [],
      allergens: [],
      images: [],
      serving_size: null,
      serving_value: null,
      serving_unit: null,
      nova_group: null,
      countries_sold: [],
      pictures: [],
    });
  });

  test('shows no facts of a kind that it is not of any more', async () => {
    const facts = { nova_group: 4, period_after_opening_months: 12, stores: ['Dune'] };
    const cream = await insertProduct(database.db, { category: 'beauty', kind: 'beauty', facts });
    const food = await insertProduct(database.db, { facts });
    expect((await api.get(`/products/${cream}`)).body).toMatchObject({ ...facts, nova_group: null });
    expect((await api.get(`/products/${food}`)).body).toMatchObject({
      ...facts,
      period_after_opening_months: null,
    });
  });

  test('orders prices by effective date, undated ones last, and never shows an amount of 0', async () => {
    const id = await insertProduct(database.db, {
      msrp: [
        { amount: 2, effectiveDate: null, note: 'recorded later', recordedAt: new Date('2026-02-01') },
        { amount: 1, effectiveDate: null, note: 'recorded first', recordedAt: new Date('2026-01-01') },
        { amount: 3.99, effectiveDate: '2025-01-01', currency: 'USD', region: 'US' },
        { amount: 4.49, effectiveDate: '2026-01-01', sourceUrl: 'https://maker.example/prices' },
        { amount: 0, effectiveDate: '2026-06-01' },
      ],
    });
    const { body } = await api.get(`/products/${id}`);
    expect(body.msrp.map((entry: { amount: number }) => entry.amount)).toEqual([4.49, 3.99, 2, 1]);
    expect(body.msrp[0]).toEqual({
      amount: 4.49,
      currency: 'EUR',
      region: 'GLOBAL',
      effective_date: '2026-01-01',
      source_url: 'https://maker.example/prices',
      note: null,
    });
  });

  test('takes the id in capitals', async () => {
    const id = await insertProduct(database.db);
    const { status, body } = await api.get(`/products/${id.toUpperCase()}`);
    expect([status, body.id]).toEqual([200, id]);
  });

  test('does not show drafts and archived products', async () => {
    const hidden = [
      await insertProduct(database.db, { status: 'draft' }),
      await insertProduct(database.db, { status: 'archived' }),
    ];
    for (const id of hidden) {
      for (const part of ['', '/nutriments', '/quality']) {
        expectError(await api.get(`/products/${id}${part}`), 404, 'not_found');
      }
      expect((await api.get(`/products/${id}/msrp`)).body.items).toEqual([]);
    }
  });
});
