import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let editor: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
});
afterAll(() => database.drop());

const query = async (text: string, values: unknown[]) =>
  (await database.pool.query(text, values)).rows as object[];

const insertWinner = () =>
  insertProduct(database.db, {
    name: 'Hazelnut spread',
    category: 'food/snacks',
    attributes: { pack: 'jar' },
    food: { nutriments: { fat_g: 30 }, nutritionBasis: '100g' },
    provenance: { open_food_facts: ['name', 'category', 'attributes', 'nutriments', 'nutrition_basis'] },
  });

const insertLoser = (gtins: string[] = []) =>
  insertProduct(database.db, {
    name: 'HAZELNUT SPREAD',
    brand: 'Harbour',
    category: 'food/spreads',
    countryOfOrigin: 'Italy',
    attributes: { pack: 'tube', colour: 'brown' },
    gtins,
    msrp: [{ amount: 3, source: 'usda' }],
    food: {
      nutriments: { fat_g: 30, salt_g: 0.1 },
      nutritionBasis: '100g',
      ingredientsText: 'Sugar, hazelnuts',
      allergens: ['nuts'],
    },
    provenance: {
      usda: [
        'name',
        'brand',
        'category',
        'country_of_origin',
        'attributes',
        'nutriments',
        'nutrition_basis',
        'msrp',
      ],
      community: ['ingredients_text', 'barcode'],
    },
  });

const merge = (id: string, into: string, versions: object = {}) =>
  editor.post(`/products/${id}/merge`, { into, version: 1, into_version: 1, ...versions });

test('the product that stays keeps what it has and gets what it lacks, with who said it', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser(['96385074', '4006381333931'])];
  const earlier = await insertProduct(database.db, { status: 'archived', mergedIntoId: loser });
  await query(
    `insert into source_records (source_id, source_key, product_id, content_hash)
     select id, 'key-1', $1, 'hash' from sources where code = 'usda'`,
    [loser],
  );
  const preview = await editor.get(`/products/${loser}/merge-preview?into=${winner}`);
  expect(preview.status, preview.text).toBe(200);
  const { fields, ...rest } = preview.body as { fields: { field: string; outcome: string }[] };
  expect(Object.fromEntries(fields.map(({ field, outcome }) => [field, outcome]))).toEqual({
    category: 'kept',
    name: 'confirmed',
    brand: 'taken',
    country_of_origin: 'taken',
    nutriments: 'taken',
    nutrition_basis: 'confirmed',
    ingredients_text: 'taken',
    allergens: 'taken',
    attributes: 'taken',
  });
  expect(rest).toMatchObject({
    from: { id: loser },
    into: { id: winner },
    barcodes: ['96385074', '4006381333931'],
    primary_gtin: '96385074',
    msrp_count: 1,
    source_record_count: 1,
  });
  expect((await editor.get(`/products/${winner}`)).body).toMatchObject({ version: 1, brand: null });

  const response = await merge(loser, winner);
  expect(response.status, response.text).toBe(200);
  const product = response.body as AdminProduct;
  expect(product).toMatchObject({
    id: winner,
    version: 2,
    name: 'Hazelnut spread',
    brand: 'Harbour',
    category: 'snacks',
    country_of_origin: 'Italy',
    attributes: { pack: 'jar', colour: 'brown' },
    nutriments: { fat_g: 30, salt_g: 0.1 },
    ingredients_text: 'Sugar, hazelnuts',
    allergens: ['nuts'],
    gtin: '96385074',
    barcodes: [{ gtin: '96385074' }, { gtin: '4006381333931' }],
    msrp: [{ amount: 3 }],
    quality_score: (preview.body as { quality_score_after: number }).quality_score_after,
  });
  expect(product.merged_from.map(({ id }) => id).sort()).toEqual([loser, earlier].sort());
  expect((await api.get(`/products/${winner}`)).body).toMatchObject({
    sources: [
      {
        code: 'usda',
        fields: expect.arrayContaining(['name', 'brand', 'msrp', 'nutriments', 'specifications']),
      },
      { code: 'open_food_facts', fields: expect.arrayContaining(['name', 'category_code', 'nutriments']) },
      { code: 'community', fields: ['allergens', 'allergens_other', 'barcodes', 'ingredients_text'] },
    ],
  });
  expect((await api.get('/products/barcode/4006381333931')).body).toMatchObject({ id: winner });
  const gone = (await editor.get(`/products/${loser}`)).body as AdminProduct;
  expect(gone).toMatchObject({
    status: 'archived',
    version: 2,
    merged_into: { id: winner, name: 'Hazelnut spread' },
    barcodes: [],
    msrp: [],
  });
  // What was not taken stays with the record that says it.
  expect(gone.provenance.map(({ field }) => field)).toEqual(['category']);
  expect(await query('select product_id from source_records where source_key = $1', ['key-1'])).toEqual([
    { product_id: winner },
  ]);
  expect(await query('select merged_into_id from products where id = $1', [earlier])).toEqual([
    { merged_into_id: winner },
  ]);
  expect((await editor.get(`/products/${loser}/history`)).body).toMatchObject({
    items: [{ action: 'product.merged', before: { barcodes: ['96385074', '4006381333931'] } }],
  });
  expect((await editor.get(`/products/${winner}/history`)).body).toMatchObject({
    items: [{ action: 'product.completed_by_merge', before: { brand: null }, after: { brand: 'Harbour' } }],
  });
});

test('amounts and the statement that nutrition does not apply never stand side by side', async () => {
  const withAmounts = (source: string) =>
    insertProduct(database.db, {
      category: 'food/snacks',
      food: { nutriments: { fat_g: 30 }, nutritionBasis: '100g' },
      provenance: { [source]: ['nutriments', 'nutrition_basis'] },
    });
  const without = (source: string) =>
    insertProduct(database.db, {
      category: 'food/snacks',
      food: { noNutritionData: true },
      provenance: { [source]: ['no_nutrition_data'] },
    });
  const stated = async (winner: string) => {
    const { body } = await editor.get(`/products/${winner}`);
    const { nutriments, no_nutrition_data: denied, provenance } = body as AdminProduct;
    const said = provenance.map(({ field }) => field).filter((field) => field.includes('nutri'));
    return { nutriments, denied, said };
  };
  const amounts = { nutriments: { fat_g: 30 }, denied: false, said: ['nutriments', 'nutrition_basis'] };

  const filled = await without('open_food_facts');
  await merge(await withAmounts('usda'), filled);
  expect(await stated(filled)).toEqual(amounts);
  const kept = await withAmounts('usda');
  await merge(await without('open_food_facts'), kept);
  expect(await stated(kept)).toEqual(amounts);
  const operators = await without('operator');
  await merge(await withAmounts('usda'), operators);
  expect(await stated(operators)).toEqual({ nutriments: null, denied: true, said: ['no_nutrition_data'] });
});

test('a primary barcode stays the primary one', async () => {
  const winner = await insertProduct(database.db, { gtins: ['012345678905'] });
  const loser = await insertProduct(database.db, { gtins: ['40170725'] });
  expect((await merge(loser, winner)).body).toMatchObject({
    gtin: '012345678905',
    barcodes: [{ is_primary: true }, { gtin: '40170725', is_primary: false }],
  });
});

test('what was changed meanwhile, merged away, archived, missing or itself is refused', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser()];
  const old = await merge(loser, winner, { into_version: 2 });
  expectAdminError(old, 409, 'version_conflict');
  expect(old.body).toMatchObject({
    error: { details: { product_id: winner, version: 1, product: { id: winner } } },
  });
  expectAdminError(await merge(loser, winner, { version: 2 }), 409, 'version_conflict');
  expectAdminError(await merge(loser, loser), 400, 'validation_failed');
  expectAdminError(await merge(loser, '00000000-0000-4000-8000-000000000000'), 404, 'not_found');
  expectAdminError(await merge(loser, 'abc'), 400, 'validation_failed');
  expectAdminError(await editor.get(`/products/${loser}/merge-preview`), 400, 'invalid_parameter');
  await merge(loser, winner);
  expectAdminError(await merge(loser, winner, { version: 2, into_version: 2 }), 409, 'invalid_state');
  const third = await insertWinner();
  expectAdminError(await merge(third, loser, { into_version: 2 }), 409, 'invalid_state');
  for (const action of ['restore', 'archive']) {
    const body = { version: 2, ...(action === 'archive' ? { reason: 'Gone' } : {}) };
    expectAdminError(await editor.post(`/products/${loser}/${action}`, body), 409, 'invalid_state');
  }
});

test('two that are merged into each other at once become one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await insertWinner(), await insertLoser()];
    const answers = await Promise.all([merge(a, b), merge(b, a)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const rows = await query('select status from products where id in ($1, $2) order by status', [a, b]);
    expect(rows).toEqual([{ status: 'active' }, { status: 'archived' }]);
  }
});
