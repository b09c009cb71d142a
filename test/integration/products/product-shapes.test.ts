import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clearCatalogue,
  insertKindFields,
  insertProduct,
  sourceIdOf,
} from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('the facts of a product', () => {
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
});
