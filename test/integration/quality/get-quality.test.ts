import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearCatalogue, insertKindFields, insertProduct } from '../../support/catalogue/catalogue.ts';
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

describe('GET /products/{id}/quality', () => {
  test('explains the score part by part', async () => {
    const id = await insertProduct(database.db, {
      name: 'Honey',
      brand: 'Vieux Moulin',
      category: 'food/honeys',
      gtins: ['3017620422003'],
      food: { nutriments: { sugars_g: 90, carbohydrates_g: 80 }, nutritionBasis: '100g' },
      provenance: { open_food_facts: ['name', 'brand'], usda: ['name'] },
    });
    const { body } = await api.get(`/products/${id}/quality`);
    const part = (field: string) => body.parts.find((entry: { field: string }) => entry.field === field);
    expect(part('name')).toMatchObject({ completeness: 1, trust: 0.94, missing: [] });
    expect(part('barcode')).toMatchObject({ completeness: 1, trust: 0.3 });
    expect(part('nutriments').missing).toContain('salt_g');
    expect(body.failed_checks).toEqual([
      { check: 'sugars_above_carbohydrates', message: expect.stringContaining('90 g') },
    ]);
    expect(body.penalty).toBe(0.05);
    const earned = body.parts.reduce((sum: number, entry: { earned: number }) => sum + entry.earned, 0);
    expect(body.quality_score).toBeCloseTo(earned - 0.05, 2);
    expect(body.is_qualified).toBe(body.quality_score >= 0.6);
  });

  test('counts required attributes, pictures and prices of other kinds', async () => {
    await insertKindFields(database.db, 'electronics', [
      { key: 'screen_size', label: 'Screen', type: 'number', required: true, max: 100 },
      { key: 'weight', label: 'Weight', type: 'number', required: true },
    ]);
    const id = await insertProduct(database.db, {
      category: 'phones',
      kind: 'electronics',
      attributes: { screen_size: 600 },
      msrp: [{ amount: 10 }],
    });
    const { body } = await api.get(`/products/${id}/quality`);
    const part = (field: string) => body.parts.find((entry: { field: string }) => entry.field === field);
    expect(part('attributes')).toMatchObject({ completeness: 0.5, missing: ['weight'] });
    expect(part('image_or_msrp')).toMatchObject({ completeness: 1 });
    expect(body.failed_checks).toMatchObject([{ check: 'attribute_out_of_range' }]);
  });

  test('takes an amount of 0 for no price', async () => {
    const id = await insertProduct(database.db, {
      category: 'phones',
      kind: 'electronics',
      msrp: [{ amount: 0 }],
    });
    const { body } = await api.get(`/products/${id}/quality`);
    expect(body.parts).toContainEqual(expect.objectContaining({ field: 'image_or_msrp', completeness: 0 }));
  });
});
