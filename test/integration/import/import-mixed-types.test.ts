import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());

it('a file of all product types and of both schemas fills each kind; a second run changes nothing', async () => {
  const nutrients = { fat: { value: 5.8, unit: 'g' } };
  const set = { per: '100g', preparation: 'as_sold', nutrients };
  const rows = [
    { code: gtinOf(1), product_name: 'Oat bar', nutriments: { fat_100g: 5.8 }, schema_version: 1002 },
    { code: gtinOf(2), product_name: 'Rye bar', nutrition: { aggregated_set: set }, schema_version: 1003 },
    {
      code: gtinOf(3),
      product_name: 'Oat shampoo',
      product_type: 'beauty',
      ingredients_text: 'Aqua',
      nutriments: { fat_100g: 1 },
    },
    {
      code: gtinOf(4),
      product_name: 'Gourmet Gold',
      product_type: 'petfood',
      categories_tags: ['en:cat-food', 'en:wet-cat-food'],
    },
    { code: gtinOf(5), product_name: 'Garden hose', product_type: 'product', categories_tags: ['en:tools'] },
    { code: gtinOf(6), product_name: 'Dog chew', product_type: 'petfood' },
  ];
  const file = await catalogue.exports.writeJsonLines('mixed.jsonl', rows);
  expect(await catalogue.run(file)).toMatchObject({ created: 6 });
  const found = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => catalogue.findProduct(gtinOf(n))));
  expect(found.map((product) => product?.['category'])).toEqual([
    'uncategorized-food',
    'uncategorized-food',
    'uncategorized-beauty',
    'wet-cat-food',
    'tools',
    'uncategorized-petfood',
  ]);
  expect(found.slice(0, 3).map((product) => product?.['nutriments'])).toEqual([
    { fat_g: 5.8 },
    { fat_g: 5.8 },
    null,
  ]);
  expect(found[2]).toMatchObject({ attributes: { inci: 'Aqua' } });
  const before = await catalogue.dump();
  expect(await catalogue.run(file)).toMatchObject({ unchanged: 6 });
  expect(await catalogue.dump()).toEqual(before);
});

it('a file of Open Beauty Facts is of that source and kind', async () => {
  await catalogue.empty();
  const file = await catalogue.exports.writeJsonLines('beauty.jsonl', [
    { code: gtinOf(3), product_name: 'Oat shampoo', categories_tags: ['en:shampoos'] },
  ]);
  await catalogue.run(file, { importer: createOffImporter({ sourceCode: 'open_beauty_facts' }) });
  expect(await catalogue.findProduct(gtinOf(3))).toMatchObject({
    category: 'shampoos',
    suppliers: { name: ['open_beauty_facts'] },
  });
});
