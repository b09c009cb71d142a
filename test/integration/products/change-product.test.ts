import { eq } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProductStates } from '../../../src/facts/state/product-state-store.ts';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { lockProduct } from '../../../src/catalog/products/lock-product.ts';
import {
  changeProduct,
  createProduct,
  type ProductWords,
} from '../../../src/catalog/products/change-product.ts';
import { compareClaims } from '../../../src/facts/compare-claims.ts';
import { findProduct } from '../../../src/catalog/products/product-store.ts';
import { readGtin } from '../../../src/catalog/barcodes/read-code.ts';
import { auditLog } from '../../../src/platform/db/schema/operations.ts';
import { fieldProvenance } from '../../support/catalogue/field-provenance.ts';
import type { ApiError } from '../../../src/platform/http/api-error.ts';
import { insertProduct, sourceIdOf } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
const author = { actor: 'operator:test', requestId: 'request-1' };
const community = { source: 'community', author };
const operator = { source: 'operator', operatorId: uuidV7(), author };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const create = (words: Partial<ProductWords> & Pick<ProductWords, 'facts'>) =>
  database.db.transaction(async (tx) =>
    createProduct(tx, { ...community, status: 'active', ...words }, await loadCatalogueContext(tx)),
  );

const change = (productId: string, words: Partial<ProductWords> & Pick<ProductWords, 'facts'>) =>
  database.db.transaction(async (tx) => {
    const product = await lockProduct(tx, productId);
    return changeProduct(tx, product, { ...community, ...words }, await loadCatalogueContext(tx));
  });

const outcomesOf = (saved: { fields: { field: string; outcome: string }[] }) =>
  Object.fromEntries(saved.fields.map(({ field, outcome }) => [field, outcome]));

async function fieldsBySource(productId: string): Promise<Record<string, string[]>> {
  const product = await findProduct(database.db, productId);
  return Object.fromEntries((product?.sources ?? []).map(({ code, fields }) => [code, fields]));
}

const listAudit = (productId: string) =>
  database.db.select().from(auditLog).where(eq(auditLog.entityId, productId)).orderBy(auditLog.seq);

describe('a new product', () => {
  test('has its facts, brand, barcode, price, provenance, score and audit row', async () => {
    const submissionId = uuidV7();
    const { id, version, fields } = await create({
      facts: {
        name: 'Pear juice',
        brand: 'Dune',
        category: 'fruit-juices',
        net_content_value: 1,
        net_content_unit: 'l',
        country_of_origin: 'Frankreich',
        nutriments: { energy_kcal: 45, sugars_g: 9 },
        nutrition_basis: '100ml',
        attributes: { pack: 'carton' },
      },
      barcode: readGtin('4006381333931'),
      msrp: { amount: 2.5, currency: 'EUR', region: 'DE' },
      submissionId,
      operatorId: operator.operatorId,
    });
    expect(version).toBe(1);
    expect(fields.every(({ outcome }) => outcome === 'taken')).toBe(true);
    const product = await findProduct(database.db, id);
    expect(product).toMatchObject({
      gtin: '4006381333931',
      name: 'Pear juice',
      brand: 'Dune',
      category_code: 'fruit-juices',
      net_content_value: 1,
      net_content_unit: 'l',
      country_of_origin: 'France',
      nutriments: { energy_kcal: 45, sugars_g: 9 },
      nutrition_basis: '100ml',
      msrp: [{ amount: 2.5, currency: 'EUR', region: 'DE' }],
      barcodes: [{ gtin: '4006381333931', type: 'gtin13', pack_level: 'each', is_primary: true }],
    });
    expect(product?.sources).toMatchObject([{ code: 'community', trust: 0.5 }]);
    expect(product?.sources[0]?.fields).toEqual(
      expect.arrayContaining([
        'name',
        'brand',
        'category_code',
        'barcodes',
        'net_content_unit',
        'net_content_value',
        'nutriments',
        'msrp',
      ]),
    );
    const provenance = await database.db
      .select()
      .from(fieldProvenance)
      .where(eq(fieldProvenance.productId, id));
    expect(new Set(provenance.map((row) => row.submissionId))).toEqual(new Set([submissionId]));
    expect(new Set(provenance.map((row) => row.operatorId))).toEqual(new Set([operator.operatorId]));
    expect(await listAudit(id)).toMatchObject([
      {
        actor: 'operator:test',
        action: 'product.created',
        entity: 'product',
        before: null,
        after: { name: 'Pear juice', brand: 'Dune', barcode: '4006381333931', submission_id: submissionId },
        requestId: 'request-1',
      },
    ]);
  });
});

describe('what the community says of a product', () => {
  const importedFacts = {
    name: 'Oat biscuits',
    brand: 'Harbour',
    category: 'food/snacks',
    countryOfOrigin: 'Italy',
    food: { nutriments: { fat_g: 18 }, nutritionBasis: '100g' as const },
    provenance: {
      open_food_facts: ['name', 'country_of_origin', 'nutriments', 'nutrition_basis'] as const,
      operator: ['brand'] as const,
    },
  };
  const insert = () =>
    insertProduct(database.db, {
      ...importedFacts,
      provenance: { open_food_facts: [...importedFacts.provenance.open_food_facts], operator: ['brand'] },
    });

  test('fills what is empty and confirms what is equal', async () => {
    const id = await insert();
    const saved = await change(id, {
      facts: {
        name: 'OAT BISCUITS',
        net_content_value: 250,
        net_content_unit: 'g',
        nutriments: { fat_g: 18, salt_g: 1 },
        ingredients_text: 'Oats, butter',
      },
    });
    expect(outcomesOf(saved)).toEqual({
      name: 'confirmed',
      net_content: 'taken',
      nutriments: 'taken',
      ingredients_text: 'taken',
    });
    expect(saved.version).toBe(2);
    expect(await findProduct(database.db, id)).toMatchObject({
      name: 'Oat biscuits',
      net_content_value: 250,
      nutriments: { fat_g: 18, salt_g: 1 },
    });
    expect(await fieldsBySource(id)).toEqual({
      community: ['ingredients_text', 'name', 'net_content_unit', 'net_content_value', 'nutriments'],
      open_food_facts: ['country_of_origin', 'name', 'nutriments', 'nutrition_basis'],
      operator: ['brand'],
    });
  });

  test('is for a person to decide where an operator or a more trusted source says something else', async () => {
    const id = await insert();
    const facts = {
      name: 'Wheat biscuits',
      brand: 'Dune',
      net_content_value: 250,
      net_content_unit: 'g' as const,
    };
    const error = await change(id, { facts }).catch((problem: ApiError) => problem);
    expect(error).toMatchObject({ code: 'decision_required', status: 409 });
    expect((error as ApiError).details?.['fields']).toMatchObject([
      { field: 'name', current: { name: 'Oat biscuits' }, offered: { name: 'Wheat biscuits' } },
      { field: 'brand', current: { brand: 'Harbour' }, sources: [{ code: 'operator' }] },
    ]);
    expect(await findProduct(database.db, id)).toMatchObject({ net_content_value: null });

    const saved = await change(id, { facts, decisions: { name: 'take', brand: 'keep' } });
    expect(outcomesOf(saved)).toEqual({ name: 'taken', brand: 'kept', net_content: 'taken' });
    expect(await findProduct(database.db, id)).toMatchObject({ name: 'Wheat biscuits', brand: 'Harbour' });
    expect(await fieldsBySource(id)).toEqual({
      community: ['name', 'net_content_unit', 'net_content_value'],
      open_food_facts: ['country_of_origin', 'nutriments', 'nutrition_basis'],
      operator: ['brand'],
    });
    expect((await listAudit(id)).at(-1)).toMatchObject({
      action: 'product.updated',
      before: { name: 'Oat biscuits', net_content_value: null },
      after: { name: 'Wheat biscuits', net_content_value: 250 },
    });
    expect((await listAudit(id)).at(-1)?.after).not.toHaveProperty('brand');
  });

  test('replaces what the community said before', async () => {
    const { id } = await create({ facts: { name: 'Plum jam', country_of_origin: 'Spain' } });
    const submissionId = uuidV7();
    const saved = await change(id, { facts: { country_of_origin: 'Portugal' }, submissionId });
    expect(outcomesOf(saved)).toEqual({ country_of_origin: 'taken' });
    const [row] = await database.db
      .select()
      .from(fieldProvenance)
      .where(eq(fieldProvenance.submissionId, submissionId));
    expect(row).toMatchObject({
      productId: id,
      field: 'country_of_origin',
      sourceId: await sourceIdOf(database.db, 'community'),
    });
  });

  test('takes amounts for another basis together with it, or not at all', async () => {
    const id = await insert();
    const facts = { nutriments: { fat_g: 5 }, nutrition_basis: 'serving' as const };
    const kept = await change(id, { facts, decisions: { nutriments: 'keep' } });
    expect(outcomesOf(kept)).toEqual({ nutriments: 'kept', nutrition_basis: 'kept' });
    const taken = await change(id, { facts, decisions: { nutriments: 'take' } });
    expect(outcomesOf(taken)).toEqual({ nutriments: 'taken', nutrition_basis: 'taken' });
    expect(await findProduct(database.db, id)).toMatchObject({
      nutriments: { fat_g: 5 },
      nutrition_basis: 'serving',
    });
  });

  test('about food is ignored for a product without food facts', async () => {
    const { id } = await create({ facts: { name: 'Hair brush', category: 'uncategorized-beauty' } });
    const saved = await change(id, { facts: { ingredients_text: 'Bristles', net_content_value: 1 } });
    expect(outcomesOf(saved)).toEqual({ ingredients_text: 'not_applicable', net_content: 'taken' });
  });

  test('changes nothing when it has been said before', async () => {
    const { id } = await create({ facts: { name: 'Plum jam' } });
    const saved = await change(id, { facts: { name: 'Plum jam' } });
    expect(saved).toMatchObject({ version: 1, isChanged: false });
    expect(await listAudit(id)).toHaveLength(1);
  });

  test('is compared without being written', async () => {
    const id = await insert();
    const facts = { name: 'Wheat biscuits', ingredients_text: 'Wheat' };
    const context = await loadCatalogueContext(database.db);
    const product = (await readProductStates(database.db, [id])).get(id);
    const claims = { facts, source: 'community' };
    const compared = await compareClaims(database.db, product, claims, context);
    expect(outcomesOf({ fields: compared })).toEqual({ name: 'conflict', ingredients_text: 'taken' });
    expect(await findProduct(database.db, id)).toMatchObject({
      name: 'Oat biscuits',
      ingredients_text: null,
    });
    const asNew = await compareClaims(database.db, undefined, claims, context);
    expect(outcomesOf({ fields: asNew })).toEqual({ name: 'taken', ingredients_text: 'taken' });
  });
});

describe('what an operator says of a product', () => {
  test('is taken, and null empties a field', async () => {
    const id = await insertProduct(database.db, {
      name: 'Oat biscuits',
      category: 'food/snacks',
      countryOfOrigin: 'Italy',
      food: { ingredientsText: 'Oats', allergens: ['gluten'] },
      provenance: { usda: ['name', 'country_of_origin', 'ingredients_text'] },
    });
    const saved = await change(id, {
      ...operator,
      facts: { name: 'Wheat biscuits', country_of_origin: null, ingredients_text: 'Wheat' },
    });
    expect(outcomesOf(saved)).toEqual({
      name: 'taken',
      country_of_origin: 'taken',
      ingredients_text: 'taken',
    });
    expect(await findProduct(database.db, id)).toMatchObject({
      name: 'Wheat biscuits',
      country_of_origin: null,
      ingredients_text: 'Wheat',
      allergens: ['gluten'],
    });
    // The allergens are still those that came with the former ingredients.
    expect(await fieldsBySource(id)).toEqual({
      operator: ['ingredients_text', 'name'],
      usda: ['allergens', 'allergens_other'],
    });
  });

  test('about food needs a category of food', async () => {
    const { id } = await create({ facts: { name: 'Hair brush', category: 'uncategorized-beauty' } });
    await expect(change(id, { ...operator, facts: { ingredients_text: 'Oats' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await change(id, { ...operator, facts: { ingredients_text: 'Oats', category: 'snacks' } });
    expect(await findProduct(database.db, id)).toMatchObject({ ingredients_text: 'Oats' });
  });
});
