import path from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { productFilterSchema } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import { readMapping } from '../../../src/import/own-file/read-mapping.ts';
import { exportProducts } from '../../../src/publish/export/export-routes.ts';

const MAPPING = 'docs/examples/export.mapping.yaml';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());

type Line = Record<string, string>;

async function exportAll(): Promise<{ csv: string; lines: Line[] }> {
  const filter = productFilterSchema.parse({});
  const csv = await text(await exportProducts(catalogue.database.db, filter, { actor: 'test' }));
  const lines: Line[] = parse(csv, { columns: true });
  return { csv, lines: lines.toSorted((a, b) => ((a['gtin'] ?? '') < (b['gtin'] ?? '') ? -1 : 1)) };
}

const OFF_ROWS = [
  {
    ...oatBiscuits,
    lang: 'en',
    serving_size: '2 biscuits (25 g)',
    nutriscore_grade: 'c',
    nova_group: 4,
    ecoscore_grade: 'b',
    allergens_tags: ['en:gluten', 'en:milk', 'fr:lait de jument'],
    traces_tags: ['en:nuts', 'en:sesame-seeds'],
    additives_tags: ['en:e322i', 'en:e500'],
    labels_tags: ['en:organic', 'en:fair-trade', 'en:made-in-italy'],
    countries_tags: ['en:france', 'en:belgium'],
    packaging_tags: ['en:plastic', 'en:film'],
    stores: 'Carrefour,Migros',
    images: { front_en: { rev: '4' }, ingredients_en: { rev: '5' } },
  },
  {
    code: gtinOf(2),
    product_name: '-40 °C "ice", plain',
    brands: '@home',
    allergens_tags: ['en:none'],
    lang: 'en',
  },
  { code: gtinOf(3), product_name: '=SUM(A1)', ingredients_text: '+ sugar,\n- salt', lang: 'fr' },
  { code: '2000000000008', product_name: 'A product without a barcode' },
];

it('lists of an export are texts with commas; pictures and nutriments are not in it', async () => {
  await catalogue.run(await catalogue.exports.writeJsonLines('off.jsonl', OFF_ROWS));
  const { lines } = await exportAll();
  const biscuits = lines.find(({ gtin }) => gtin === oatBiscuits.code);
  expect(biscuits).toMatchObject({
    category_path: 'food/snacks/sweet-snacks/biscuits-and-cakes/biscuits',
    allergens: 'gluten, milk',
    allergens_other: 'lait de jument',
    traces: 'nuts, sesame-seeds',
    additives: 'e322i, e500',
    labels: 'organic, fair-trade',
    labels_other: 'made in italy',
    countries_sold: 'Belgium, France',
    packaging: 'plastic, film',
    stores: 'Carrefour, Migros',
    serving_value: '25',
  });
  expect(Object.keys(biscuits ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/pictures|images|nutriments/)]),
  );
  expect(lines.find(({ gtin }) => gtin === gtinOf(3))).toMatchObject({
    name: "'=SUM(A1)",
    allergens: '',
    stores: '',
  });
});

it('is read again with the example mapping, and says the same', async () => {
  const before = await exportAll();
  expect(before.lines).toHaveLength(OFF_ROWS.length);
  await catalogue.empty();
  const file = path.join(catalogue.exports.path, 'export.csv');
  await writeFile(file, before.csv);
  const importer = createOwnImporter(await readMapping(MAPPING));
  const report = await catalogue.run(file, { importer });
  // The bin of a kind is no category that a row can name.
  expect(report).toMatchObject({ created: OFF_ROWS.length, refusedRows: {}, warnings: { invalid_value: 3 } });
  const after = await exportAll();
  const { facts } = parseYaml(await readFile(MAPPING, 'utf8')) as { facts: Record<string, string> };
  const pick = (line: Line) =>
    Object.fromEntries(['gtin', ...Object.values(facts)].map((column) => [column, line[column]]));
  expect(after.lines.map(pick)).toEqual(before.lines.map(pick));
  expect(await catalogue.run(file, { importer })).toMatchObject({ unchanged: OFF_ROWS.length });
});

it('the example mapping names every column of an export that can be mapped', async () => {
  const { csv } = await exportAll();
  const [columns = []]: string[][] = parse(csv, { to: 1 });
  const { facts } = parseYaml(await readFile(MAPPING, 'utf8')) as { facts: Record<string, string> };
  const left = columns.filter((column) => !Object.values(facts).includes(column));
  expect(left).toEqual([
    'id',
    'gtin',
    'archive_kind',
    'status',
    'names',
    'generic_names',
    'serving_value',
    'serving_unit',
    'ingredients_texts',
    'quality_score',
    'sources',
    'version',
    'created_at',
    'updated_at',
  ]);
});
