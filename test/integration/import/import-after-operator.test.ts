import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { readProductStates } from '../../../src/facts/state/product-state-store.ts';
import { compareClaims } from '../../../src/facts/compare-claims.ts';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let catalogue: ImportCatalogue;
let editor: AdminCaller;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
  const { db } = catalogue.database;
  const { headers } = await signInTestOperator(db, 'editor');
  editor = createAdminCaller(createTestApi(catalogue.database), headers);
});
async function empty(): Promise<void> {
  await catalogue.empty();
  await ensureCategory(catalogue.database.db, 'food/juices');
}
afterAll(() => catalogue.remove());

const { code } = oatBiscuits;
const SAID = {
  ...oatBiscuits,
  serving_size: '30 g',
  nutriscore_grade: 'c',
  allergens_tags: ['en:gluten', 'en:milk'],
  image_url: 'https://images.example.org/before.jpg',
  countries_tags: ['en:france'],
  stores: 'Dune, Quay',
  images: { front_fr: { rev: 4 } },
};
/** The same product, of which the source says something else in every field. */
const CHANGED = {
  code,
  product_name: 'Quay Fig Rolls',
  brands: 'Quay',
  categories_tags: ['en:snacks'],
  quantity: '900 g',
  manufacturing_places: 'France',
  nutriments: { 'energy-kcal_100g': 333, fat_100g: 11, carbohydrates_100g: 44, proteins_100g: 5 },
  serving_size: '77 g',
  nutriscore_grade: 'e',
  ingredients_text: 'Figs, flour',
  allergens_tags: ['en:nuts'],
  image_url: 'https://images.example.org/after.jpg',
  countries_tags: ['en:spain'],
  stores: 'Reef',
  images: { front_fr: { rev: 9 } },
};
/** The same product, of which the source says little more than its name. */
const EMPTIED = { code, product_name: 'Quay Fig Rolls', nutriments: {} };

let files = 0;
async function importRow(row: Record<string, unknown>, codes = [code]): Promise<void> {
  const rows = codes.map((other) => ({ ...row, code: other }));
  await catalogue.run(await catalogue.exports.writeJsonLines(`row-${(files += 1)}.jsonl`, rows));
}
async function readProduct(gtin = code): Promise<AdminProduct> {
  const id = String((await catalogue.findProduct(gtin))?.['id']);
  return (await editor.get(`/products/${id}`)).body as AdminProduct;
}
async function say(facts: object, gtin = code): Promise<AdminProduct> {
  const { id, version } = await readProduct(gtin);
  const response = await editor.patch(`/products/${id}`, { version, ...facts });
  expect(response.status, response.text).toBe(200);
  return response.body as AdminProduct;
}
const speakersOf = ({ provenance }: AdminProduct, wanted: string) =>
  provenance.filter(({ field }) => field === wanted).map(({ source }) => source.code);

const FACTS: [field: string, facts: Partial<AdminProduct>][] = [
  ['name', { name: 'Biscuits' }],
  ['brand', { brand: 'Harbour & Sons' }],
  ['category', { category: 'juices' }],
  ['net_content', { net_content_value: 1, net_content_unit: 'kg' }],
  ['country_of_origin', { country_of_origin: 'Spain' }],
  ['nutriments', { nutriments: { fat_g: 1 } }],
  ['nutrition_basis', { nutrition_basis: 'serving' }],
  ['serving_size', { serving_size: '5 g' }],
  ['nutri_score', { nutri_score: 'a' }],
  ['ingredients_text', { ingredients_text: 'Oats alone' }],
  ['allergens', { allergens: ['sesame-seeds'] }],
  ['attributes', { attributes: { labels: ['vegan'] } }],
  ['image', { images: ['https://images.example.org/own.jpg'] }],
  ['stores', { stores: ['Own shop'] }],
  [
    'pictures',
    {
      pictures: [
        { role: 'front', lang: null, url: 'https://images.example.org/own.jpg', width: 9, height: 9 },
      ],
    },
  ],
];

/** What the source says later, one import after the other. */
const LATER = [CHANGED, EMPTIED, SAID, { ...CHANGED, no_nutrition_data: 'on' }];

/** A product for each field, so that one import is about all of them. */
const saidCodes = FACTS.map((_, i) => gtinOf(100 + i));
const confirmedCodes = FACTS.map((_, i) => gtinOf(200 + i));

describe.each([
  ['less', 0.6],
  ['more', 0.95],
])('of a source that is trusted %s than operators', (_, trust) => {
  const confirmed: Partial<AdminProduct>[] = [];
  /** The products of both lists after each later import. */
  const after: { said: AdminProduct[]; confirmed: AdminProduct[] }[] = [];
  const readAll = (codes: string[]) => Promise.all(codes.map((gtin) => readProduct(gtin)));

  beforeAll(async () => {
    await empty();
    await catalogue.query(`UPDATE sources SET trust = ${trust} WHERE code = 'open_food_facts'`);
    await importRow(SAID, [...saidCodes, ...confirmedCodes]);
    // The importer says no attributes of food.
    await catalogue.query(`UPDATE products SET attributes = '{"colour": "brown"}'`);
    await catalogue.query(`INSERT INTO field_provenance (product_id, field, source_id)
      SELECT p.id, 'attributes', s.id FROM products p, sources s WHERE s.code = 'open_food_facts'`);
    for (const [i, [, facts]] of FACTS.entries()) {
      await say(facts, saidCodes[i]);
      const before = await readProduct(confirmedCodes[i]);
      const names = Object.keys(facts) as (keyof AdminProduct)[];
      confirmed.push(Object.fromEntries(names.map((name) => [name, before[name]])));
      await say(confirmed[i] ?? {}, confirmedCodes[i]);
    }
    for (const row of LATER) {
      await importRow(row, [...saidCodes, ...confirmedCodes]);
      after.push({ said: await readAll(saidCodes), confirmed: await readAll(confirmedCodes) });
    }
  });

  it.each(FACTS.map(([field, facts], i) => ({ field, facts, i })))(
    'a later import leaves what an operator said alone: $field',
    ({ field, facts, i }) => {
      expect(after).toHaveLength(LATER.length);
      for (const { said } of after) {
        const product = said[i] as AdminProduct;
        expect(product).toMatchObject(facts);
        expect(speakersOf(product, field)).toEqual(['operator']);
      }
      // Its word is not the last one about the other fields.
      if (field !== 'name') expect(after.at(-1)?.said[i]?.name).toBe('Quay Fig Rolls');
    },
  );

  it.each(FACTS.map(([field], i) => ({ field, i })))(
    'a later import leaves what an operator confirmed alone: $field',
    ({ field, i }) => {
      expect(after).toHaveLength(LATER.length);
      for (const products of after) {
        const product = products.confirmed[i] as AdminProduct;
        expect(product).toMatchObject(confirmed[i] as object);
        expect(speakersOf(product, field)).toContain('operator');
      }
    },
  );
});

describe('a later import', () => {
  beforeEach(empty);

  it('does not say that nutrition applies where an operator said that it does not', async () => {
    await importRow({ ...SAID, nutriments: {} });
    await say({ no_nutrition_data: true });
    for (const row of [{ ...CHANGED, nutriments: {} }, CHANGED, EMPTIED]) {
      await importRow(row);
      const product = await readProduct();
      expect(product).toMatchObject({ no_nutrition_data: true, nutriments: null, name: 'Quay Fig Rolls' });
      expect(speakersOf(product, 'no_nutrition_data')).toEqual(['operator']);
    }
  });

  it('does not say that nutrition does not apply where an operator said that it does', async () => {
    await importRow({ ...SAID, no_nutrition_data: 'on' });
    expect(await readProduct()).toMatchObject({ no_nutrition_data: true });
    await say({ no_nutrition_data: false });
    await importRow({ ...CHANGED, no_nutrition_data: 'on' });
    expect(await readProduct()).toMatchObject({ no_nutrition_data: false, name: 'Quay Fig Rolls' });
  });

  it('still changes the flag that it set itself', async () => {
    await importRow({ ...SAID, no_nutrition_data: 'on' });
    await importRow(CHANGED);
    expect(await readProduct()).toMatchObject({ no_nutrition_data: false, nutriments: { fat_g: 11 } });
  });

  it('brings new amounts for the basis that an operator confirmed', async () => {
    await importRow(SAID);
    await say({ nutrition_basis: '100g' });
    await importRow(CHANGED);
    const product = await readProduct();
    expect(product).toMatchObject({ nutrition_basis: '100g', nutriments: { fat_g: 11 } });
    expect(speakersOf(product, 'nutrition_basis')).toContain('operator');
  });

  it('does not complete the attributes that an operator wrote', async () => {
    await importRow(SAID);
    await say({ attributes: { colour: 'brown' } });
    await importRow(CHANGED);
    expect((await readProduct()).attributes).toEqual({ colour: 'brown' });
  });

  it('leaves the prices of an operator alone', async () => {
    await importRow(SAID);
    const { id } = await readProduct();
    const price = { amount: 3, currency: 'EUR' };
    const added = await editor.post(`/products/${id}/msrp`, price);
    expect(added.status, added.text).toBeLessThan(300);
    await importRow(CHANGED);
    expect((await readProduct()).msrp).toMatchObject([price]);
  });
});

describe('an offer of amounts', () => {
  beforeEach(empty);

  it('waits for a decision where an operator said that none apply', async () => {
    await importRow({ ...SAID, nutriments: {} });
    const { id } = await say({ no_nutrition_data: true });
    const { db } = catalogue.database;
    const facts = { nutriments: { fat_g: 1 } };
    const product = (await readProductStates(db, [id])).get(id);
    const submission = { facts, source: 'community' };
    const [compared] = await compareClaims(db, product, submission, await loadCatalogueContext(db));
    expect(compared).toMatchObject({ outcome: 'conflict', sources: [{ code: 'operator' }] });
    expect(await say({ nutriments: { fat_g: 1 } })).toMatchObject({
      no_nutrition_data: false,
      nutriments: { fat_g: 1 },
    });
    expect(speakersOf(await readProduct(), 'no_nutrition_data')).toEqual([]);
  });
});
