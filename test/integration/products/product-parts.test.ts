import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('GET /products/{id}/nutriments', () => {
  test('gives the food record with its disclaimer', async () => {
    const food = {
      nutriments: { salt_g: 0.1 },
      nutritionBasis: '100ml',
      nutriScore: 'b',
      servingSize: '250 ml',
    } as const;
    const id = await insertProduct(database.db, { food });
    const { body } = await api.get(`/products/${id}/nutriments`);
    expect(body).toEqual({
      product_id: id,
      nutriments: { salt_g: 0.1 },
      nutrition_basis: '100ml',
      serving_size: '250 ml',
      serving_value: 250,
      serving_unit: 'ml',
      nutriments_per_serving: { salt_g: 0.25 },
      nutriments_per_100: { unit: 'ml', is_computed: false, amounts: { salt_g: 0.1 } },
      nutrient_levels: {
        fat_g: 'unknown',
        saturated_fat_g: 'unknown',
        sugars_g: 'unknown',
        salt_g: 'unknown',
      },
      nutri_score: 'b',
      disclaimer: expect.stringContaining('not medical advice'),
    });
  });

  test.each([
    ['100g', '2 biscuits (25 g)', { fat_g: 7.725, alcohol_pct: 4 }],
    ['100ml', '0.2 l', { fat_g: 61.8, alcohol_pct: 4 }],
    // Amounts for a serving are sure, whatever it weighs.
    ['serving', '2 biscuits', { fat_g: 30.9, alcohol_pct: 4 }],
    ['100ml', '25 g', null],
    ['100g', '25 ml', null],
    ['100g', '20-30 g', null],
    ['100g', null, null],
    [null, '25 g', null],
  ] as const)('per %s, a serving of %s has the amounts %j', async (nutritionBasis, servingSize, expected) => {
    const food = { nutriments: { fat_g: 30.9, alcohol_pct: 4 }, nutritionBasis, servingSize };
    const id = await insertProduct(database.db, { food });
    const { body } = await api.get(`/products/${id}/nutriments`);
    expect(body.nutriments_per_serving).toEqual(expected);
  });

  test('is null, not an error, without a food record', async () => {
    const unknown = await insertProduct(database.db);
    const phone = await insertProduct(database.db, { category: 'phones', kind: 'electronics' });
    for (const id of [unknown, phone]) {
      const { status, body } = await api.get(`/products/${id}/nutriments`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        nutriments: null,
        nutrition_basis: null,
        serving_size: null,
        serving_value: null,
        serving_unit: null,
        nutriments_per_serving: null,
        nutriments_per_100: null,
        nutri_score: null,
      });
    }
  });

  test('answers 404 for an id that nobody has', async () => {
    expectError(await api.get(`/products/${NOBODY}/nutriments`), 404, 'not_found');
  });
});

describe('GET /products/{id}/msrp', () => {
  test('lists the prices newest first with a disclaimer', async () => {
    const id = await insertProduct(database.db, {
      msrp: [
        { amount: 5, effectiveDate: '2024-05-01' },
        { amount: 6, effectiveDate: '2025-05-01' },
      ],
    });
    const { body } = await api.get(`/products/${id}/msrp`);
    expect(body.items.map((entry: { amount: number }) => entry.amount)).toEqual([6, 5]);
    expect(body).toMatchObject({ product_id: id, disclaimer: expect.stringContaining('not an offer') });
  });

  test('is an empty list for an id that nobody has', async () => {
    const { status, body } = await api.get(`/products/${NOBODY.toUpperCase()}/msrp`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ product_id: NOBODY, items: [] });
  });
});
