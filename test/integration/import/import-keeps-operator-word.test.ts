import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/administration/product-admin-contract.ts';
import { createImportCatalogue, oatBiscuits, type ImportCatalogue } from '../../support/import-catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/test-operator.ts';

let catalogue: ImportCatalogue;
let editor: AdminCaller;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
  const { headers } = await signInTestOperator(catalogue.database.db, 'editor');
  editor = createAdminCaller(createTestApi(catalogue.database), headers);
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
const { code } = oatBiscuits;

async function readIt(): Promise<AdminProduct> {
  const id = String((await catalogue.findProduct(code))?.['id']);
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
    code,
    lang: 'fr',
    product_name: 'Biscuits avoine',
    product_name_it: 'Biscotti',
    traces_tags: [],
  };
  await importRow(other, { sourceCode: 'usda' });
  const completed = await readIt();
  // Its own name is not believed as the name, but nobody else has one in its language.
  expect(completed).toMatchObject({ name: oatBiscuits.product_name, name_lang: 'en' });
  expect(completed.names).toEqual({ fr: 'Biscuits', de: 'Kekse', it: 'Biscotti' });
  expect(speakersOf(completed, 'names').sort()).toEqual(['open_food_facts', 'usda']);
  // The more trusted of the two is believed where both speak.
  await importRow({ ...other, product_name: 'Galettes' }, { sourceCode: 'usda' });
  expect((await readIt()).names).toEqual({ fr: 'Galettes', de: 'Kekse', it: 'Biscotti' });
  await importRow({ ...inLanguages, product_name_es: 'Galletas' });
  const { names } = await readIt();
  expect(names).toEqual({ fr: 'Galettes', de: 'Kekse', it: 'Biscotti', es: 'Galletas' });
  expect((await importRow({ ...inLanguages, product_name_es: 'Galletas' })).unchanged).toBe(1);
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
  await importRow({ code, product_name: 'Oats' });
  expect(await readIt()).toMatchObject({ ...said, name: 'Oats' });
});

it('labels that an older release kept among the attributes are there no more when they are imported anew', async () => {
  await catalogue.empty();
  await importRow({ ...inLanguages, labels_tags: [], countries_tags: ['en:france'] });
  const old = { ...(await readIt()).attributes, labels: ['vegan'] };
  const withBoth = await readIt();
  await catalogue.query(`UPDATE products SET attributes = '${JSON.stringify(old)}'`);
  await catalogue.query(`INSERT INTO field_provenance (product_id, field, source_id)
    SELECT '${withBoth.id}', 'attributes', id FROM sources WHERE code = 'usda'`);
  await importRow({ ...inLanguages, countries_tags: ['en:france'] });
  const { attributes, labels } = await readIt();
  expect({ attributes, labels }).toEqual({ attributes: withBoth.attributes, labels: ['vegan'] });
});
