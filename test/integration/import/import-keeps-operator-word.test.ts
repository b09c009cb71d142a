import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/administration/product-admin-contract.ts';
import { gtinOf } from '../../support/export-file.ts';
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
  const [own, edited] = await Promise.all(
    rows.map(async ({ code }) => String((await catalogue.findProduct(code))?.['id'])),
  );
  const said = { attributes: { countries_sold: ['Malta'], colour: 'brown' } };
  expect((await editor.patch(`/products/${edited}`, { version: 1, ...said })).status).toBe(200);

  const now = rows.map((row) => ({ ...row, countries_tags: ['en:italy', 'en:france'] }));
  await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', now));
  const countries_sold = ['France', 'Italy'];
  expect((await editor.get(`/products/${own}`)).body).toMatchObject({
    countries_sold,
    attributes: { labels: ['organic'] },
  });
  expect(((await editor.get(`/products/${own}`)).body as AdminProduct).attributes).toEqual({
    labels: ['organic'],
  });
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
