import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import { openDatabaseSession } from '../../../src/import/usda/database-session.ts';
import { createUsdaImporter } from '../../../src/import/usda/usda-importer.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { runImportHere } from '../../support/imports/import-command.ts';
import { buildTable, NUTRIENTS, writeUsdaArchive } from '../../support/imports/usda-archive.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

const place = (name: string) => path.join(catalogue.exports.path, name);
async function write(name: string, content: string): Promise<string> {
  await writeFile(place(name), content);
  return place(name);
}

const mapping = {
  source: { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 },
  file: { decimal: ',' },
  kind: 'food',
  barcode: 'ean',
  facts: {
    name: 'title',
    nutrition_basis: { constant: '100g' },
    'nutriments.fat_g': 'fat',
    'nutriments.energy_kj': 'energy',
    net_content_value: { column: 'size', unit: 'kg' },
    serving_size: { column: 'portion', unit: 'g' },
    'attributes.width_cm': { column: 'width', type: 'number' },
  },
} as const;
const HEADER = 'ean;title;fat;energy;size;portion;width\n';
const buildRows = (rows: readonly string[]) =>
  HEADER + rows.map((row, at) => `${gtinOf(at + 1)};Oat biscuits ${at + 1};${row}\n`).join('');
const runOwn = async (file: string) =>
  await catalogue.run(file, { importer: createOwnImporter(mappingSchema.parse(mapping)) });

describe('a file of one’s own', () => {
  it.each([
    ['fat', '4.7;1046;0,5;30;12,5', '"4.7"'],
    ['size', '4,7;1046;0.250;30;12,5', '"0.250"'],
    ['portion', '4,7;1046;0,5;12.5;12,5', '"12.5"'],
    ['width', '4,7;1046;0,5;30;12.5', '"12.5"'],
  ])(
    'is refused whole if most numbers of its column %s have the other sign',
    async (column, row, example) => {
      const before = await catalogue.dump();
      const many = Array.from({ length: 1_200 }, () => '4,7;1046;0,5;30;12,5');
      const rows =
        column === 'fat' ? [...many, ...many.map(() => row), row] : [row, row, '4,7;1046;0,5;30;12,5'];
      await expect(runOwn(await write('other.csv', buildRows(rows)))).rejects.toThrow(
        `Most numbers of the column "${column}" have a decimal point, such as ${example}. The mapping says ` +
          'decimal: ",". Say decimal: ".", or mend the column.',
      );
      expect(await catalogue.dump()).toEqual(before);
    },
  );

  it('loses single numbers with the other sign, which are counted and listed', async () => {
    const file = await write(
      'mixed.csv',
      buildRows([
        '4.7;1.046;0,5;30;12,5',
        '4,7;1.046;0.250;12.5;1.5',
        '3,2;1.046;0,5;30;12,5',
        '1.234;12;1,5;9,5;7',
      ]),
    );
    await write('mapping.json', JSON.stringify(mapping));
    const { exitCode, output } = await runImportHere(
      catalogue,
      '--mapping',
      place('mapping.json'),
      '--refused',
      place('refused.tsv'),
      file,
    );
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/warning: decimal_sign +5\n/);
    const listed = await readFile(place('refused.tsv'), 'utf8');
    const sign = 'has another decimal sign than the mapping says (,)';
    expect(listed.trim().split('\n')).toEqual([
      'line\tcode\treason\tproduct',
      `2\t${gtinOf(1)}\tdecimal_sign\tkept without nutriments.fat_g: "4.7" ${sign}`,
      `3\t${gtinOf(2)}\tdecimal_sign\tkept without serving_size: "12.5" ${sign}`,
      `3\t${gtinOf(2)}\tdecimal_sign\tkept without net_content_value: "0.250" ${sign}`,
      `3\t${gtinOf(2)}\tdecimal_sign\tkept without attributes.width_cm: "1.5" ${sign}`,
      `5\t${gtinOf(4)}\tdecimal_sign\tkept without nutriments.fat_g: "1.234" may have decimals or thousands: its ` +
        'column has both decimal signs',
    ]);
    expect(await catalogue.findProduct(gtinOf(1))).toMatchObject({
      nutriments: { energy_kj: 1046 },
      content: 0.5,
    });
    expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({
      nutriments: { fat_g: 4.7, energy_kj: 1046 },
    });
    expect((await catalogue.findProduct(gtinOf(4)))?.nutriments).not.toHaveProperty('fat_g');
  });

  it('is read to its bad end all the same', async () => {
    const file = await write('cut.csv', `${buildRows(['4,7;1046;0,5;30;12,5'])}"cut`);
    await expect(runOwn(file)).rejects.toThrow(/cut off/);
    expect(await catalogue.findProduct(gtinOf(1))).toMatchObject({ name: 'Oat biscuits 1' });
  });
});

describe('an export of Open Food Facts', () => {
  const run = async (rows: readonly string[]) =>
    await catalogue.run(
      await write(
        'off.tsv',
        `code\tproduct_name\tfat_100g\tsalt_100g\tproduct_quantity\tproduct_quantity_unit\n` +
          rows.map((row, at) => `${gtinOf(at + 1)}\tOat biscuits\t${row}\n`).join(''),
      ),
      { importer: createOffImporter() },
    );

  it('with decimal commas is refused', async () => {
    await expect(run(['4,7\t1\t\t', '3,2\t1\t\t', '5\t1\t\t'])).rejects.toThrow(
      /Most numbers of the column "fat_100g" have a decimal comma, such as "4,7"\. The exports have decimal points/,
    );
  });

  it('loses single numbers with a comma', async () => {
    const report = await run(['4.7\t1\t250\tg', '3,2\t1,234\t0,5\tkg', '5\t1\t250\tg']);
    expect(report).toMatchObject({ created: 3, warnings: { decimal_sign: 3 } });
    expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({ nutriments: null, content: null });
  });
});

describe('an archive of FoodData Central', () => {
  const amount = (fdc_id: number, given: string) => ({ fdc_id, nutrient_id: 1004, amount: given });
  const run = async (given: readonly string[], serving: string) =>
    await catalogue.run(
      await writeUsdaArchive(place('usda.zip'), {
        'nutrient.csv': NUTRIENTS,
        'food_nutrient.csv': buildTable(
          'food_nutrient.csv',
          given.map((one, at) => amount(at + 1, one)),
        ),
        'food.csv': buildTable(
          'food.csv',
          given.map((_, at) => ({ fdc_id: at + 1, data_type: 'branded_food', description: 'Oat biscuits' })),
        ),
        'branded_food.csv': buildTable(
          'branded_food.csv',
          given.map((_, at) => ({
            fdc_id: at + 1,
            gtin_upc: gtinOf(at + 1),
            serving_size: serving,
            serving_size_unit: 'g',
          })),
        ),
      }),
      { importer: createUsdaImporter(() => openDatabaseSession(catalogue.database.pool)) },
    );

  it('with decimal commas is refused', async () => {
    await expect(run(['4,7', '3,2', '5'], '30')).rejects.toThrow(
      /Most numbers of the column "amount" have a decimal comma, such as "4,7"/,
    );
  });

  it('loses single numbers with a comma', async () => {
    const report = await run(['4.7', '3,2', '5'], '12,5');
    expect(report).toMatchObject({ created: 3, warnings: { decimal_sign: 3 } });
    expect(await catalogue.findProduct(gtinOf(1))).toMatchObject({ nutriments: { fat_g: 4.7 } });
    expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({ nutriments: null });
  });
});
