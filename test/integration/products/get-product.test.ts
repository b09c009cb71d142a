import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clearCatalogue,
  insertKindFields,
  insertProduct,
  sourceIdOf,
} from '../../support/catalogue/catalogue.ts';
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

  test('names the fields of a source and of its claims as the product does', async () => {
    const id = await insertProduct(database.db, {
      category: 'food/spreads',
      netContentValue: 400,
      netContentUnit: 'g',
      food: { allergens: ['milk'] },
      gtins: ['3017620422003'],
      provenance: { usda: ['category', 'net_content', 'allergens', 'barcode', 'attributes'] },
      claims: {
        [await sourceIdOf(database.db, 'open_food_facts')]: {
          category: 'snacks',
          net_content_value: 0.5,
          net_content_unit: 'kg',
        },
      },
    });
    const { body } = await api.get(`/products/${id}`);
    expect(body.sources).toMatchObject([
      {
        code: 'usda',
        license_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
        record_url: expect.stringContaining('3017620422003'),
        fields: [
          'allergens',
          'allergens_other',
          'barcodes',
          'category_code',
          'net_content_unit',
          'net_content_value',
          'specifications',
        ],
      },
      {
        code: 'open_food_facts',
        fields: [],
        claims: { category_code: 'snacks', net_content_value: 0.5, net_content_unit: 'kg' },
      },
    ]);
    for (const name of body.sources[0].fields as string[]) expect(body).toHaveProperty(name);
  });

  test('has nutriments in the order of a label', async () => {
    const id = await insertProduct(database.db, {
      food: { nutriments: { salt_g: 0.1, fat_g: 30, energy_kcal: 539, sugars_g: 56, proteins_g: 6 } },
    });
    const { text } = await api.get(`/products/${id}?fields=nutriments`);
    const order = ['energy_kcal', 'fat_g', 'sugars_g', 'proteins_g', 'salt_g'];
    expect(Object.keys((JSON.parse(text) as { nutriments: object }).nutriments)).toEqual(order);
  });

  test('has the name, whichever fields are chosen', async () => {
    const id = await insertProduct(database.db, { name: 'Spread' });
    expect((await api.get(`/products/${id}?fields=brand`)).body).toEqual({
      id,
      gtin: null,
      name: 'Spread',
      brand: null,
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

  test('shows the attributes of a non-food product as a labelled table', async () => {
    await insertKindFields(database.db, 'electronics', [
      { key: 'screen_size', label: 'Screen', unit: 'in', group: 'Display', type: 'number' },
      { key: 'wireless', label: 'Wireless', type: 'boolean' },
      { key: 'ports', label: 'Ports' },
      { key: 'colour', label: 'Colour' },
      { key: 'weight', label: 'Weight', unit: 'kg', type: 'number' },
    ]);
    const id = await insertProduct(database.db, {
      category: 'gadgets/phones',
      kind: 'electronics',
      attributes: {
        zoom: 3,
        ports: ['USB-C', 'audio'],
        wireless: true,
        screen_size: 6.1,
        colour: ' ',
        made_by: 'Ada',
        weight: '1.25',
      },
      food: { nutriments: { fat_g: 1 } },
    });
    const { body } = await api.get(`/products/${id}`);
    expect(body.specifications).toEqual([
      { key: 'screen_size', label: 'Screen', value: '6.1', typed_value: 6.1, unit: 'in', group: 'Display' },
      { key: 'wireless', label: 'Wireless', value: 'Yes', typed_value: true, unit: null, group: null },
      {
        key: 'ports',
        label: 'Ports',
        value: 'USB-C, audio',
        typed_value: ['USB-C', 'audio'],
        unit: null,
        group: null,
      },
      { key: 'weight', label: 'Weight', value: '1.25', typed_value: 1.25, unit: 'kg', group: null },
      { key: 'made_by', label: 'Made by', value: 'Ada', typed_value: 'Ada', unit: null, group: null },
      { key: 'zoom', label: 'Zoom', value: '3', typed_value: 3, unit: null, group: null },
    ]);
    expect(body).toMatchObject({ archive_kind: 'electronics', nutriments: null });
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
