import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isEmptyFact } from '../../../src/facts/registry/fact-list.ts';
import { writtenFactsShape } from '../../../src/facts/registry/fact-shapes-contract.ts';
import type { Importer } from '../../../src/import/importer.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { MAPPED_NAMES, mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import type { FileRow } from '../../../src/import/reading/file-row.ts';
import { openDatabaseSession } from '../../../src/import/usda/database-session.ts';
import { createUsdaImporter } from '../../../src/import/usda/usda-importer.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { NASTY_TEXTS } from '../../support/imports/garbage.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { buildTable, NUTRIENTS, writeUsdaArchive } from '../../support/imports/usda-archive.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

/** As JSON has them: numbers that no double holds, texts of half a letter, objects that are no number at all. */
const VALUES = [
  ...NASTY_TEXTS.map((text) => JSON.stringify(text)),
  ...'1e999 -1e999 1e-999 -0 0.1 4294967296 123456789012345678901234567890 null true false'.split(' '),
  ...'[] {} [[]] [null] [1e999] ["a\\u0000b"] [{"toString":1}] {"toString":1,"valueOf":1}'.split(' '),
  ...'{"__proto__":{"a":1}} {"constructor":1}'.split(' '),
  JSON.stringify('٣٠١٧٦٢٠٤٢٢٠٠٣'),
  JSON.stringify('３０１７６２０４２２００３'),
  `"${'\\u0000'.repeat(50)}"`,
  JSON.stringify(Array.from({ length: 2_000 }, (_, i) => `en:e${100 + (i % 900)}${'abc'[i % 3]}`)),
  JSON.stringify(Array.from({ length: 2_000 }, (_, i) => `en:word-${i}`)),
  '['.repeat(5_000) + ']'.repeat(5_000),
];

/** A row for each field and value: everything else in it is good. */
function buildRows(base: (number: number) => [string, string][], fields: readonly string[]): string[] {
  return fields.flatMap((field, fieldIndex) =>
    VALUES.map((value, valueIndex) => {
      const good = base(fieldIndex * VALUES.length + valueIndex).filter(([name]) => name !== field);
      return `{${[...good, [field, value]].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
    }),
  );
}

const OFF_FIELDS =
  'code _id product_name product_name_de generic_name brands categories_tags quantity product_quantity product_quantity_unit ' +
  'manufacturing_places origins nutriments nutrition nutrition_data_per no_nutrition_data nutriscore_grade nova_group ' +
  'ecoscore_grade ingredients_text ingredients_text_fr lang lc allergens_tags allergens traces_tags additives_tags labels_tags ' +
  'image_url images serving_size countries_tags packaging_tags stores periods_after_opening obsolete product_type sources ' +
  'unknown_ingredients_n';
const withinObject = (field: string, inner: string) =>
  VALUES.map((value) => [field, inner.replaceAll('?', () => value)] as const);

/** Imports the rows, and answers how many of them say something that a person may not write. */
async function importRows(importer: Importer, rows: readonly string[]) {
  const file = path.join(catalogue.exports.path, 'values.jsonl');
  await writeFile(file, `${rows.join('\n')}\n`);
  const report = await catalogue.run(file, { importer });
  expect(report).toMatchObject({ rowsRead: rows.length, isComplete: true });
  for (const row of rows) {
    const mapped = importer.mapRow(JSON.parse(row) as FileRow, { categoryKinds: new Map() });
    for (const [name, value] of Object.entries(mapped.ok ? mapped.record.facts : {})) {
      // What nobody may write, an importer leaves empty.
      const shape =
        name in writtenFactsShape ? writtenFactsShape[name as keyof typeof writtenFactsShape] : undefined;
      expect(
        shape?.safeParse(value).success || isEmptyFact(value),
        `${name}: ${JSON.stringify(value).slice(0, 200)} of ${row.slice(0, 200)}`,
      ).toBe(true);
    }
  }
  return report;
}

it('of Open Food Facts cost no row but those without a code or a name', async () => {
  const base = (number: number): [string, string][] => [
    ['code', `"${gtinOf(number)}"`],
    ['product_name', '"Oat biscuits"'],
    ['nutrition_data_per', '"100g"'],
  ];
  const nested = [
    ...withinObject('nutriments', '{"fat_100g":?,"energy_100g":?}'),
    ...withinObject('nutrition', '{"aggregated_set":{"per":?,"nutrients":{"fat":{"value":?,"unit":?}}}}'),
    ...withinObject('images', '{"front_fr":{"rev":?,"sizes":{"full":{"w":?,"h":?}}}}'),
    ...withinObject('images', '{"selected":{"front":{"fr":{"rev":?}}}}'),
    ...withinObject('sources', '[{"id":"usda-ndb","fields":?}]'),
  ].map(
    ([field, value], i) =>
      `{${[...base(100_000 + i), [field, value]].map(([name, text]) => `"${name}":${text}`).join(',')}}`,
  );
  const rows = [...buildRows(base, OFF_FIELDS.split(' ')), ...nested];
  const report = await importRows(createOffImporter(), rows);
  expect(Object.keys(report.refusedRows).sort()).toEqual([
    'duplicate_code',
    'no_code',
    'no_name',
    'placeholder_name',
  ]);
  expect(report.created).toBeGreaterThan(rows.length - 100);
});

it('of a file of your own cost no row but those without a code or a name', async () => {
  const names = [
    ...MAPPED_NAMES.filter((name) => !/^(nutriments|.*names|ingredients_texts)\./.test(name)),
    'names.de',
    'ingredients_texts.de',
    'nutriments.fat_g',
    'attributes.color',
    'attributes.list',
  ];
  const importer = createOwnImporter(
    mappingSchema.parse({
      source: { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 },
      barcode: 'code',
      key: 'key',
      facts: Object.fromEntries(names.map((name) => [name, { column: name, optional: true }])),
    }),
  );
  const base = (number: number): [string, string][] => [
    ['code', `"${gtinOf(number)}"`],
    ['key', `"${number}"`],
    ['name', '"Oat biscuits"'],
    ['nutrition_basis', '"100g"'],
  ];
  const rows = buildRows(base, ['code', 'key', ...names]);
  const report = await importRows(importer, rows);
  expect(Object.keys(report.refusedRows).sort()).toEqual([
    'duplicate_code',
    'no_code',
    'no_name',
    'placeholder_name',
  ]);
  expect(report.created).toBeGreaterThan(rows.length - 150);
});

it('of FoodData Central cost no row but those without a code or a name', async () => {
  const texts = [...NASTY_TEXTS, '1e999', '３０１７６２０４２２００３', 'a"b', '"', 'x\ny'].map((text) =>
    text.replaceAll(/\p{Cs}/gu, ''),
  );
  const fields =
    'gtin_upc brand_owner brand_name ingredients serving_size serving_size_unit household_serving_fulltext ' +
    'branded_food_category package_weight modified_date market_country discontinued_date';
  const cases = fields.split(' ').flatMap((field) => texts.map((text) => [field, text] as const));
  const foods = cases.map(([field, text], id) => ({
    fdc_id: id,
    gtin_upc: gtinOf(id),
    serving_size: 30,
    serving_size_unit: 'g',
    [field]: text,
  }));
  const file = await writeUsdaArchive(path.join(catalogue.exports.path, 'values.zip'), {
    'branded_food.csv': buildTable('branded_food.csv', foods),
    'food.csv': buildTable(
      'food.csv',
      foods.map(({ fdc_id }, i) => ({
        fdc_id,
        data_type: 'branded_food',
        description: `OAT BISCUITS ${i}`,
        publication_date: texts[i % texts.length] ?? '',
      })),
    ),
    'nutrient.csv': NUTRIENTS,
    'food_nutrient.csv': buildTable(
      'food_nutrient.csv',
      foods.map(({ fdc_id }, i) => ({
        id: i,
        fdc_id,
        nutrient_id: 1004,
        amount: texts[i % texts.length] ?? '',
      })),
    ),
  });
  const importer = createUsdaImporter(() => openDatabaseSession(catalogue.database.pool));
  const report = await catalogue.run(file, { importer });
  expect(report).toMatchObject({ rowsRead: foods.length, isComplete: true });
  expect(
    Object.keys(report.refusedRows).filter((reason) => !['no_code', 'older_version'].includes(reason)),
  ).toEqual([]);
});
