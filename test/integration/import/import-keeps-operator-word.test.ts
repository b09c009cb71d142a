import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let catalogue: ImportCatalogue;
let editor: AdminCaller;
let api: TestApi;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
  const { headers } = await signInTestOperator(catalogue.database.db, 'editor');
  api = createTestApi(catalogue.database);
  editor = createAdminCaller(api, headers);
});
afterAll(() => catalogue.remove());

const before = { ...oatBiscuits, allergens_tags: ['en:gluten', 'en:milk'], serving_size: '25 g' };
const after = {
  ...before,
  allergens_tags: ['en:soybeans'],
  serving_size: '30 g',
  ingredients_text: 'Oats, margarine, sugar',
  nutriments: { ...oatBiscuits.nutriments, fat_100g: 20 },
};

it('what an operator says of allergens and the serving stays, while the source changes what it was read from', async () => {
  await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [before]));
  const id = String((await catalogue.findProduct(oatBiscuits.code))?.['id']);
  const said = { allergens: ['gluten', 'milk', 'nuts'], serving_size: '2 biscuits' };
  const edited = await editor.patch(`/products/${id}`, { version: 1, ...said });
  expect(edited.status, edited.text).toBe(200);

  const report = await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', [after]));
  expect(report).toMatchObject({ updated: 1 });
  expect((await editor.get(`/products/${id}`)).body).toMatchObject({
    ...said,
    ingredients_text: 'Oats, margarine, sugar',
    nutriments: { fat_g: 20 },
  });
});

it('a serving follows its source while the amounts stay as they are', async () => {
  await catalogue.empty();
  await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [before]));
  const row = { ...before, serving_size: '30 g' };
  await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', [row]));
  const id = String((await catalogue.findProduct(oatBiscuits.code))?.['id']);
  expect((await editor.get(`/products/${id}`)).body).toMatchObject({ serving_size: '30 g' });
});

it('what an import said as an attribute it says as a fact; an operator’s attributes stay', async () => {
  await catalogue.empty();
  const rows = [1, 2].map((n) => ({
    code: gtinOf(n),
    product_name: 'Oat biscuits',
    labels_tags: ['en:organic'],
  }));
  await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', rows));
  // As the importer of before left it.
  const attributes = { labels: ['organic'], countries_sold: ['Italy'] };
  await catalogue.query(`UPDATE products SET attributes = '${JSON.stringify(attributes)}'`);
  await catalogue.query(`INSERT INTO field_provenance (product_id, field, source_id)
    SELECT p.id, 'attributes', s.id FROM products p, sources s WHERE s.code = 'open_food_facts'`);
  const [own, edited] = await Promise.all(
    rows.map(async ({ code }) => String((await catalogue.findProduct(code))?.['id'])),
  );
  const said = { attributes: { countries_sold: ['Malta'], colour: 'brown' } };
  expect((await editor.patch(`/products/${edited}`, { version: 1, ...said })).status).toBe(200);

  const now = rows.map((row) => ({ ...row, countries_tags: ['en:italy', 'en:france'] }));
  await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', now));
  const countries_sold = ['France', 'Italy'];
  const { body } = await editor.get(`/products/${own}`);
  expect(body).toMatchObject({ countries_sold, labels: ['organic'] });
  expect((body as AdminProduct).attributes).toEqual({});
  expect((await editor.get(`/products/${edited}`)).body).toMatchObject({ countries_sold, ...said });
});

it('without an operator both follow what they were read from', async () => {
  await catalogue.empty();
  await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [before]));
  await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', [after]));
  const id = String((await catalogue.findProduct(oatBiscuits.code))?.['id']);
  expect((await editor.get(`/products/${id}`)).body).toMatchObject({
    allergens: ['soybeans'],
    serving_size: '30 g',
  });
});

const inLanguages = {
  ...before,
  lang: 'en',
  product_name_en: oatBiscuits.product_name,
  product_name_fr: 'Biscuits',
  product_name_de: 'Kekse',
  traces_tags: ['en:nuts', 'en:cashew-dust'],
  additives_tags: ['en:e503'],
  labels_tags: ['en:vegan'],
};
const CODE = oatBiscuits.code;

async function readIt(): Promise<AdminProduct> {
  const id = String((await catalogue.findProduct(CODE))?.['id']);
  return (await editor.get(`/products/${id}`)).body as AdminProduct;
}
const importRow = async (row: Record<string, unknown>, options = {}) =>
  await catalogue.run(await catalogue.exports.writeJsonLines('row.jsonl', [row]), options);
const speakersOf = ({ provenance }: AdminProduct, wanted: string) =>
  provenance.filter(({ field }) => field === wanted).map(({ source }) => source.code);

it('texts of two sources complete each other language by language', async () => {
  await catalogue.empty();
  expect((await importRow(inLanguages)).warnings).toEqual({ unknown_allergen: 1 });
  const other = {
    code: CODE,
    lang: 'fr',
    product_name: 'Biscuits avoine',
    product_name_it: 'Biscotti',
    traces_tags: [],
  };
  await importRow(other, { sourceCode: 'usda' });
  const completed = await readIt();
  // The more trusted of the two is believed; the name that it replaced stays in its own language.
  expect(completed).toMatchObject({ name: 'Biscuits avoine', name_lang: 'fr' });
  expect(completed.names).toEqual({ en: oatBiscuits.product_name, de: 'Kekse', it: 'Biscotti' });
  expect(speakersOf(completed, 'names').sort()).toEqual(['open_food_facts', 'usda']);
  await importRow({ ...inLanguages, product_name_es: 'Galletas' });
  const { name, names } = await readIt();
  expect(name).toBe('Biscuits avoine');
  expect(names).toEqual({ en: oatBiscuits.product_name, de: 'Kekse', it: 'Biscotti', es: 'Galletas' });
  expect((await importRow({ ...inLanguages, product_name_es: 'Galletas' })).unchanged).toBe(1);
  // It is all the same which was there first.
  await catalogue.empty();
  await importRow(other, { sourceCode: 'usda' });
  await importRow(inLanguages);
  expect(await readIt()).toMatchObject({ name: 'Biscuits avoine', names: completed.names });
});

it('what an operator says of languages, traces, additives and labels stays', async () => {
  await catalogue.empty();
  await importRow(inLanguages);
  const { id, version, ...imported } = await readIt();
  expect(imported).toMatchObject({
    traces: ['nuts'],
    traces_other: ['cashew dust'],
    additives: ['e503'],
    labels: ['vegan'],
  });
  const said = {
    name_lang: 'sv',
    names: { fr: 'Gâteaux' },
    traces: [],
    traces_other: [],
    no_traces_stated: true,
    additives: ['e500'],
    labels: ['organic'],
    attributes: { labels: ['kosher'] },
  };
  const edited = await editor.patch(`/products/${id}`, { version, ...said });
  expect(edited.status, edited.text).toBe(200);
  await importRow({ ...inLanguages, lang: 'de', product_name: 'Haferkekse', product_name_es: 'Galletas' });
  await importRow({ code: CODE, product_name: 'Oats' });
  expect(await readIt()).toMatchObject({ ...said, name: 'Oats' });
});

const OFF_ROW = {
  ...oatBiscuits,
  allergens_tags: ['en:gluten'],
  labels_tags: ['en:organic'],
  countries_tags: ['en:italy'],
};

/** A file of a shop, which speaks of the name, the brand, the ingredients, fat and salt, and the colour. */
async function runShop(code: string, trust: number, values: string): Promise<void> {
  const importer = createOwnImporter(
    mappingSchema.parse({
      source: { code, name: code, kind: 'retailer', trust, license: 'CC BY 4.0' },
      kind: 'food',
      barcode: 'ean',
      facts: {
        name: 'title',
        brand: 'brand',
        ingredients_text: 'ingredients',
        nutrition_basis: { constant: '100g' },
        'nutriments.fat_g': 'fat',
        'nutriments.salt_g': 'salt',
        'attributes.color': 'color',
      },
    }),
  );
  const file = path.join(catalogue.exports.path, `${code}.csv`);
  await writeFile(file, `ean;title;brand;ingredients;fat;salt;color\n${OFF_ROW.code};${values}\n`);
  await catalogue.run(file, { importer });
}

const runOff = async (row: Record<string, unknown> = OFF_ROW) =>
  await catalogue.run(await catalogue.exports.writeJsonLines('off.jsonl', [row]));

/** The public answer, with who says what. */
async function readPublic() {
  const { body } = await supertest(api.app).get(`/api/v1/products/barcode/${OFF_ROW.code}`).expect(200);
  const says = Object.fromEntries(
    body.sources.map(({ code, fields }: { code: string; fields: string[] }) => [code, fields]),
  ) as Record<string, string[]>;
  return { body, says };
}

const MORE_TRUSTED = 'Oat Biscuits with Butter;HARBOUR;Oats, butter 20 %, sugar;19;0.5;brown';
const LESS_TRUSTED = 'Cheap Biscuits;Harbour;Oats;30;2;green';

it.each([
  ['Open Food Facts first', [() => runOff(), () => runShop('good_shop', 0.8, MORE_TRUSTED)]],
  ['the file first', [() => runShop('good_shop', 0.8, MORE_TRUSTED), () => runOff()]],
])(
  'of two sources the more trusted is believed, nothing else is lost, and the public sees who says what: %s',
  async (_, runs) => {
    await catalogue.empty();
    for (const run of runs) await run();
    const { body, says } = await readPublic();
    expect(body).toMatchObject({
      name: 'Oat Biscuits with Butter',
      ingredients_text: 'Oats, butter 20 %, sugar',
      net_content_value: 250,
      allergens: ['gluten'],
      nutriments: { fat_g: 19, salt_g: 0.5 },
    });
    // Agreement confirms, also in another case; a difference is the more trusted one's.
    expect(says['good_shop']).toEqual(
      expect.arrayContaining([
        'name',
        'brand',
        'barcodes',
        'ingredients_text',
        'nutriments',
        'specifications',
      ]),
    );
    expect(says['open_food_facts']).toEqual(
      expect.arrayContaining(['brand', 'barcodes', 'net_content_value', 'category_code']),
    );
    expect(says['open_food_facts']).not.toContain('name');
    expect(says['open_food_facts']).not.toContain('ingredients_text');
    const attributes = (await catalogue.findProduct(OFF_ROW.code))?.['attributes'];
    expect(attributes).toMatchObject({ color: 'brown' });
  },
);

it('neither a less trusted source nor any later import overrides the more trusted one or an operator', async () => {
  await catalogue.empty();
  await runOff();
  await runShop('poor_shop', 0.2, LESS_TRUSTED);
  expect((await readPublic()).body).toMatchObject({
    name: oatBiscuits.product_name,
    nutriments: { fat_g: 18 },
  });
  expect((await readPublic()).says['poor_shop']).toEqual(expect.not.arrayContaining(['name', 'nutriments']));
  const id = String((await catalogue.findProduct(OFF_ROW.code))?.['id']);
  const { version } = (await catalogue.query(`SELECT version FROM products WHERE id = '${id}'`))[0] ?? {};
  const edited = await editor.patch(`/products/${id}`, { version, name: 'Our Biscuits' });
  expect(edited.status, edited.text).toBe(200);
  await runShop('good_shop', 0.99, MORE_TRUSTED);
  await runShop('good_shop', 0.99, MORE_TRUSTED.replace('Oat Biscuits', 'Finest Biscuits'));
  await runOff({ ...OFF_ROW, product_name: 'Yet Another Name' });
  const { body, says } = await readPublic();
  expect(body).toMatchObject({
    name: 'Our Biscuits',
    ingredients_text: 'Oats, butter 20 %, sugar',
    // Amounts that the more trusted one does not speak of stay.
    nutriments: { fat_g: 19, proteins_g: 8 },
  });
  expect(says['operator']).toEqual(['name']);
});
