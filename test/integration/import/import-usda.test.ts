import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUsdaImporter } from '../../../src/import/usda/usda-importer.ts';
import { openDatabaseSession } from '../../../src/import/usda/database-session.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { startImportCommand } from '../../support/imports/import-command.ts';
import { buildTable, NUTRIENTS, writeUsdaArchive } from '../../support/imports/usda-archive.ts';

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

const CODE = gtinOf(1);
const branded = (fdc_id: number, gtin_upc: string, modified_date: string, others: object = {}) => ({
  fdc_id,
  gtin_upc,
  modified_date,
  brand_owner: 'Harbour Foods Inc.',
  serving_size: 30,
  serving_size_unit: 'g',
  market_country: 'United States',
  ...others,
});
const amount = (fdc_id: number, nutrient_id: number, given: number) => ({
  id: fdc_id * 100 + nutrient_id,
  fdc_id,
  nutrient_id,
  amount: given,
});

/** Three versions of one code, in two spellings; the newest has no amounts. The amounts stand in no order. */
const TABLES = {
  'food_nutrient.csv': buildTable('food_nutrient.csv', [
    amount(12, 1008, 480),
    amount(11, 1008, 100),
    amount(12, 1004, 20),
    amount(20, 1003, 7),
    amount(12, 9999, 1),
  ]),
  'nutrient.csv': NUTRIENTS,
  'branded_food.csv': buildTable('branded_food.csv', [
    branded(11, CODE, '2019-04-01', { ingredients: 'OATS' }),
    branded(12, `0${CODE}`, '2021-10-28', { ingredients: 'OATS, "FINE" SUGAR,\nSALT' }),
    branded(13, CODE, '2023-04-20'),
    branded(20, gtinOf(2), '2020-01-01'),
    branded(21, '', '2020-01-01'),
  ]),
  'food.csv': buildTable('food.csv', [
    {
      fdc_id: 11,
      data_type: 'branded_food',
      description: 'OLD OAT BISCUITS',
      publication_date: '2019-04-01',
    },
    {
      fdc_id: 12,
      data_type: 'branded_food',
      description: 'HARBOUR OAT BISCUITS',
      publication_date: '2021-10-28',
    },
    {
      fdc_id: 13,
      data_type: 'branded_food',
      description: 'NEW OAT BISCUITS',
      publication_date: '2023-04-20',
    },
    { fdc_id: 20, data_type: 'branded_food', description: 'MILK, WHOLE', publication_date: '2020-01-01' },
    { fdc_id: 21, data_type: 'branded_food', description: 'NO CODE', publication_date: '2020-01-01' },
    {
      fdc_id: 90,
      data_type: 'survey_fndds_food',
      description: 'Butter, NFS',
      publication_date: '2019-04-01',
    },
  ]),
};

describe('the ZIP archive of FoodData Central', () => {
  it('gives of each code the newest version with amounts; a second run changes nothing', async () => {
    const file = await writeUsdaArchive(place('branded.zip'), TABLES);
    expect(await run(file)).toMatchObject({
      rowsRead: 5,
      created: 2,
      refusedRows: { older_version: 2, no_code: 1 },
      isComplete: true,
    });
    expect(await catalogue.findProduct(CODE)).toMatchObject({
      name: 'Harbour Oat Biscuits',
      nutriments: { energy_kcal: 480, fat_g: 20 },
      nutrition_basis: '100g',
      ingredients_text: 'OATS, "FINE" SUGAR, SALT',
      suppliers: { name: ['usda'], nutriments: ['usda'], barcode: ['usda'] },
    });
    const before = await catalogue.dump();
    expect(await run(file)).toMatchObject({ created: 0, updated: 0, completed: 0, unchanged: 2 });
    expect(await catalogue.dump()).toEqual(before);
  });

  it('meets the product of Open Food Facts: agreement confirms, difference is decided by trust', async () => {
    await catalogue.run(await catalogue.exports.writeJsonLines('off.jsonl', [oatBiscuits]));
    const file = await writeUsdaArchive(place('branded.zip'), TABLES);
    expect(await run(file)).toMatchObject({ created: 1, completed: 1 });
    const product = await catalogue.findProduct(CODE);
    expect(product).toMatchObject({
      name: 'Harbour Oat Biscuits',
      suppliers: {
        name: ['open_food_facts', 'usda'],
        ingredients_text: ['usda'],
        barcode: ['open_food_facts', 'usda'],
      },
    });
  });

  it('is recognised by its content, and leaves no table behind', async () => {
    const file = await writeUsdaArchive(place('named-otherwise.bin'), TABLES);
    const { exitCode, output } = await startImportCommand(catalogue, file).ended;
    expect(output).toMatch(/created +2\n/);
    expect(output).toMatch(/refused row: older_version +2\n/);
    expect(exitCode, output).toBe(0);
    expect(await catalogue.query(`SELECT relname FROM pg_class WHERE relname LIKE 'usda\\_%'`)).toEqual([]);
  });
});

describe('an archive that is no good', () => {
  const { 'food.csv': food, ...withoutFood } = TABLES;

  it.each([
    ['a table is missing', withoutFood, [], /has no food\.csv/],
    [
      'a column is missing',
      { ...TABLES, 'food.csv': '"fdc_id","description"\n' },
      [],
      /food.csv .* no column data_type, publication_date/,
    ],
    [
      'a name leads out of it',
      TABLES,
      [{ name: '../../etc/evil.csv', content: 'x' }],
      /invalid relative path/,
    ],
    ['an absolute name', TABLES, [{ name: '/etc/evil.csv', content: 'x' }], /absolute path/],
    ['two tables of a name', TABLES, [{ name: 'other/food.csv', content: food }], /two files food\.csv/],
    [
      'a bomb',
      TABLES,
      [{ name: 'bomb.csv', content: Buffer.alloc(60 * 1024 * 1024) }],
      /would become 62914560 bytes/,
    ],
    [
      'a symbolic link',
      withoutFood,
      [{ name: 'food.csv', content: '/etc/passwd', isLink: true }],
      /food\.csv is a symbolic link/,
    ],
    [
      'a wrong checksum',
      withoutFood,
      [{ name: 'food.csv', content: food, claimedChecksum: 1 }],
      /food\.csv does not match its checksum/,
    ],
    [
      'a table in UTF-16',
      withoutFood,
      [{ name: 'food.csv', content: Buffer.from(food, 'utf16le') }],
      /no column/,
    ],
    ['a table without a line', { ...TABLES, 'food.csv': '' }, [], /food.csv .* no column/],
    ['no rows', { ...TABLES, 'branded_food.csv': buildTable('branded_food.csv', []) }, [], /has no rows/],
    [
      'foods of another kind',
      { ...TABLES, 'food.csv': buildTable('food.csv', []) },
      [],
      /refused as .*2 no_name/,
    ],
    [
      'unreadable lines',
      { ...TABLES, 'branded_food.csv': `${buildTable('branded_food.csv', [])}1,2\n3,4\n` },
      [],
      /refused as 2 broken_line/,
    ],
  ])('%s: says so, and nothing is done', async (_, tables, others, message) => {
    const file = await writeUsdaArchive(place('bad.zip'), tables, others);
    const sources = 'SELECT * FROM sources ORDER BY code';
    const before = await catalogue.query(sources);
    await expect(run(file)).rejects.toThrow(message);
    expect(await catalogue.countProducts()).toBe(0);
    expect(await catalogue.query(sources)).toEqual(before);
  });

  it('lines of the other tables that cannot be read are counted', async () => {
    const tables = {
      ...TABLES,
      'food_nutrient.csv': `${TABLES['food_nutrient.csv']}1,2\n`,
      'food.csv': `${food}3\n`,
    };
    expect(await run(await writeUsdaArchive(place('lines.zip'), tables))).toMatchObject({
      created: 2,
      refusedRows: { broken_line: 2 },
    });
  });

  it('that hides its size, is cut off or is damaged: says so, and nothing is done', async () => {
    const hidden = { name: 'x/food.csv', content: food, claimedSize: 10 };
    await expect(run(await writeUsdaArchive(place('bad.zip'), withoutFood, [hidden]))).rejects.toThrow(
      /too many bytes/,
    );
    const whole = await readFile(await writeUsdaArchive(place('whole.zip'), TABLES));
    await writeFile(place('cut.zip'), whole.subarray(0, whole.length - 30));
    await expect(run(place('cut.zip'))).rejects.toThrow(/archive is damaged/);
    whole.fill(0xff, 60, 200);
    await writeFile(place('damaged.zip'), whole);
    await expect(run(place('damaged.zip'))).rejects.toThrow(/archive is damaged/);
    expect(await catalogue.countProducts()).toBe(0);
  });
});
