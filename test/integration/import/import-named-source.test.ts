import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeProduct } from '../../../src/catalog/products/change-product.ts';
import { lockProduct } from '../../../src/catalog/products/lock-product.ts';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { COMPARED_PRODUCTS } from '../../support/upstreams/killed-runs.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';

/** What rows of Open Food Facts list that were made from the branded foods of the USDA. */
const sources = [
  {
    id: 'usda-ndb',
    fields: [
      'product_name_en',
      'brands',
      'ingredients_text_en',
      'nutrients.energy',
      'nutrients.fat',
      'nutrients.carbohydrates',
      'nutrients.proteins',
    ],
  },
];
/** The row as it is at last: the USDA is named. */
const last = { ...oatBiscuits, allergens_tags: ['en:gluten', 'en:milk'], sources };
const { sources: _sources, ...unnamed } = last;
const others = {
  product_name: 'Harbour Biscuits',
  brands: 'Dune',
  ingredients_text: 'Oats, sesame, sugar',
  nutriments: { 'energy-kcal_100g': 430, fat_100g: 18, sugars_100g: 20 },
};

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

let files = 0;
async function say(row: Record<string, unknown>, sourceCode = 'open_food_facts') {
  files += 1;
  const file = await catalogue.exports.writeJsonLines(`named-${files}.jsonl`, [row]);
  return await catalogue.run(file, { sourceCode });
}

const read = async () => (await catalogue.query(COMPARED_PRODUCTS))[0];

async function correct(source: 'operator' | 'community', facts: object, decisions = {}) {
  const { db } = catalogue.database;
  const id = String((await catalogue.findProduct(oatBiscuits.code))?.['id']);
  await db.transaction(
    async (tx) =>
      await changeProduct(
        tx,
        await lockProduct(tx, id),
        { source, author: { actor: 'operator:test', requestId: 'request-1' }, facts, decisions },
        await loadCatalogueContext(tx),
      ),
  );
}

describe('a later row names the USDA as the source of its values', () => {
  it.each<[string, Record<string, unknown>[]]>([
    ['the values are the same', [unnamed]],
    ['the values are others', [{ ...unnamed, ...others }]],
    ['there were no values', [{ code: last.code, product_name: last.product_name }]],
    ['an earlier row named it already', [last, { ...unnamed, ...others }]],
    ['it was named, then not, with the same values', [last, unnamed]],
    ['the product was no longer sold', [{ ...unnamed, obsolete: 'on' }]],
  ])('and the catalogue equals one import of the last state: %s', async (_, earlier) => {
    await say(last);
    const once = await read();
    expect(once).toMatchObject({ claims: null, suppliers: { name: ['usda'], nutriments: ['usda'] } });
    await catalogue.empty();
    for (const row of earlier) await say(row);
    await say(last);
    expect(await read()).toEqual(once);
  });

  it('and another source that agrees or differs keeps its word', async () => {
    await say(unnamed);
    await say({ ...unnamed, brands: 'Dune' }, 'open_products_facts');
    await say({ ...last, product_name: 'Harbour Oat Crackers' });
    expect(await read()).toMatchObject({
      name: 'Harbour Oat Crackers',
      brand: 'Harbour',
      suppliers: { name: ['usda'], brand: ['usda'], nutriments: ['open_products_facts', 'usda'] },
      claims: { open_products_facts: { name: last.product_name, brand: 'Dune' } },
    });
  });

  it.each(['operator', 'community'] as const)('and the word of %s stays', async (source) => {
    await say(unnamed);
    await correct(source, { name: last.product_name, ingredients_text: unnamed.ingredients_text });
    await say({ ...last, ...others });
    expect(await read()).toMatchObject({
      name: last.product_name,
      food: { ingredients_text: unnamed.ingredients_text },
      suppliers: { name: [source], ingredients_text: [source], brand: ['usda'] },
      claims: { usda: { name: others.product_name, ingredients_text: others.ingredients_text } },
      // Claimed ingredients count for allergens.
      allergen_states: { contains: { milk: expect.anything(), 'sesame-seeds': expect.anything() } },
    });
  });
});

describe('a later row no longer names the USDA', () => {
  it.each<[string, Record<string, unknown>]>([
    ['with the same values', unnamed],
    ['with others', { ...unnamed, ...others }],
    ['with none', { code: last.code, product_name: last.product_name }],
  ])('and the catalogue equals one import of the last state: %s', async (_, later) => {
    await say(later);
    const once = await read();
    expect(once).toMatchObject({ claims: null, suppliers: { name: ['open_food_facts'] } });
    await catalogue.empty();
    await say(last);
    await say(later);
    expect(await read()).toEqual(once);
  });

  it.each([
    ['its own file', 'usda'],
    ['a row of another source', 'open_products_facts'],
  ])('and the word of the USDA stays that it gives by %s', async (_, source) => {
    await say(last, source);
    await say(last);
    await say({ ...unnamed, ...others });
    expect(await read()).toMatchObject({
      name: last.product_name,
      brand: 'Harbour',
      suppliers: { name: ['usda'], ingredients_text: ['usda'] },
      claims: { open_food_facts: { name: others.product_name, ingredients_text: others.ingredients_text } },
      allergen_states: { contains: { milk: expect.anything(), 'sesame-seeds': expect.anything() } },
    });
  });
});
