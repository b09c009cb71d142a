import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import { openDatabaseSession } from '../../../src/import/usda/database-session.ts';
import { createUsdaImporter } from '../../../src/import/usda/usda-importer.ts';
import { listOwnSources } from '../../../src/publish/dumps/dump-snapshot-store.ts';
import { keepCc0 } from '../../../src/publish/dumps/writing/keep-cc0.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { buildTable, NUTRIENTS, writeUsdaArchive } from '../../support/imports/usda-archive.ts';
import { createTestApi } from '../../support/test-api.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

const run = async (file: string) =>
  await catalogue.run(file, {
    importer: createUsdaImporter(() => openDatabaseSession(catalogue.database.pool)),
  });
const place = (name: string) => path.join(catalogue.exports.path, name);
const amount = (fdc_id: number, nutrient_id: number, given: number) => ({
  id: fdc_id * 100 + nutrient_id,
  fdc_id,
  nutrient_id,
  amount: given,
});
function generic(fdc_id: number, data_type: string, description: string, food_category_id: number) {
  return { fdc_id, data_type, description, food_category_id, publication_date: '2019-04-01' };
}

const FOODS = [
  generic(171705, 'sr_legacy_food', 'Avocados, raw, all varieties', 9),
  generic(321358, 'foundation_food', 'Egg, whole, dried', 1),
  generic(321359, 'foundation_food', 'Milk, reduced fat, fluid, 2% milkfat', 1),
  generic(321360, 'sample_food', 'Milk, 2%, a sample of a shop', 1),
  generic(321361, 'foundation_food', 'Bread, white', 18),
];

/** Written by hand by the field descriptions of FoodData Central: no row of theirs. */
const GENERIC = {
  'nutrient.csv': NUTRIENTS,
  'food_category.csv': buildTable('food_category.csv', [
    { id: 1, code: '0100', description: 'Dairy and Egg Products' },
    { id: 9, code: '0900', description: 'Fruits and Fruit Juices' },
    { id: 18, code: '1800', description: 'Baked Products' },
  ]),
  'food.csv': buildTable('food.csv', FOODS),
  'food_nutrient.csv': buildTable('food_nutrient.csv', [
    amount(171705, 1008, 160),
    amount(171705, 1093, 7),
    amount(321359, 2047, 50.4),
    amount(321359, 2048, 49.9),
    amount(321360, 1008, 51),
  ]),
};

describe('Foundation Foods and SR Legacy', () => {
  const readProducts = async () =>
    await catalogue.query(
      `SELECT p.name, c.code AS category, p.facts->'generic' AS generic, p.status, f.nutriments, f.nutrition_basis,
         r.source_key, p.brand_id, (SELECT count(*)::int FROM barcodes b WHERE b.product_id = p.id) AS barcodes
       FROM products p JOIN categories c ON c.id = p.category_id JOIN source_records r ON r.product_id = p.id
       LEFT JOIN food_details f ON f.product_id = p.id ORDER BY r.source_key`,
    );

  it('are products without brand and barcode, which the FDC id finds again', async () => {
    const file = await writeUsdaArchive(place('generic.zip'), GENERIC);
    expect(await run(file)).toMatchObject({ rowsRead: 4, created: 4, refusedRows: {}, isComplete: true });
    const shared = { generic: true, brand_id: null, barcodes: 0 };
    expect(await readProducts()).toMatchObject([
      {
        ...shared,
        source_key: 'fdc 171705',
        name: 'Avocados, raw, all varieties',
        category: 'fruits-based-foods',
        status: 'active',
        nutriments: { energy_kcal: 160, sodium_mg: 7 },
        nutrition_basis: '100g',
      },
      { ...shared, source_key: 'fdc 321358', category: 'eggs' },
      { ...shared, source_key: 'fdc 321359', category: 'dairies', nutriments: { energy_kcal: 49.9 } },
      { ...shared, source_key: 'fdc 321361', category: 'uncategorized-food' },
    ]);
    const before = await catalogue.dump();
    expect(await run(file)).toMatchObject({ created: 0, updated: 0, completed: 0, unchanged: 4 });
    expect(await catalogue.dump()).toEqual(before);

    const renamed = GENERIC['food.csv'].replace('Avocados, raw, all varieties', 'Avocados, raw');
    const next = await writeUsdaArchive(place('next.zip'), { ...GENERIC, 'food.csv': renamed });
    expect(await run(next)).toMatchObject({ created: 0, updated: 1, unchanged: 3 });
    expect(await readProducts()).toMatchObject([{ name: 'Avocados, raw' }, {}, {}, {}]);
  });

  it('come along with the branded foods of one archive, whose owner is the manufacturer', async () => {
    const branded = {
      fdc_id: 12,
      gtin_upc: gtinOf(1),
      brand_name: 'Harbour',
      brand_owner: 'Harbour Foods Inc.',
    };
    const file = await writeUsdaArchive(place('all.zip'), {
      ...GENERIC,
      'branded_food.csv': buildTable('branded_food.csv', [branded]),
      'food.csv': buildTable('food.csv', [...FOODS, generic(12, 'branded_food', 'Oat biscuits', 0)]),
    });
    expect(await run(file)).toMatchObject({ rowsRead: 5, created: 5 });
    expect(
      await catalogue.query(
        `SELECT b.name AS brand, p.facts->>'manufacturer' AS manufacturer FROM products p JOIN brands b ON b.id = p.brand_id`,
      ),
    ).toEqual([{ brand: 'Harbour', manufacturer: 'Harbour Foods Inc.' }]);
  });

  it('are found by search, have a page, and are whole in the CC0 edition', async () => {
    await run(await writeUsdaArchive(place('generic.zip'), GENERIC));
    const api = createTestApi(catalogue.database);
    const found = await api.get('/products/search?q=avocados');
    const [{ id }] = (found.body as { items: [{ id: string }] }).items;
    expect(found.body).toMatchObject({ items: [{ gtin: null, name: 'Avocados, raw, all varieties' }] });
    const { body } = await api.get(`/products/${id}`);
    expect(body).toMatchObject({ gtin: null, brand: null, generic: true, barcodes: [] });
    const page = await api.request().get(`/product/id/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Generic food');
    expect(page.text).toContain('CC0 1.0');
    const product = body as Product;
    const ids = product.sources.map((source) => source.id);
    const owners = await catalogue.database.db.transaction((tx) => listOwnSources(tx, [product.id], ids));
    expect(keepCc0(product, owners.get(product.id) ?? new Set(), new Set())).toMatchObject({
      id,
      gtin: null,
      name: 'Avocados, raw, all varieties',
      nutriments: { energy_kcal: 160 },
      generic: true,
    });
  });
});
