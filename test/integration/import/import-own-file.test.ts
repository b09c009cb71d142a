import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import { readMapping } from '../../../src/import/own-file/read-mapping.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { startImportCommand } from '../../support/imports/import-command.ts';

const EXAMPLE = 'docs/examples/shop.csv';
const MAPPING = 'docs/examples/shop.mapping.yaml';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => {
  await catalogue.empty();
  await catalogue.query(`DELETE FROM sources WHERE code = 'corner_shop'`);
});

const runExample = async () =>
  await catalogue.run(EXAMPLE, { importer: createOwnImporter(await readMapping(MAPPING)) });

const smallMapping = mappingSchema.parse({
  source: { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 },
  barcode: 'ean',
  facts: { name: 'title', brand: { column: 'maker', optional: true } },
});
async function write(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(catalogue.exports.path, name);
  await writeFile(file, content);
  return file;
}

describe('the example', () => {
  it('is shown by a dry run as it would be saved, and nothing is', async () => {
    const before = await catalogue.dump();
    const { exitCode, output } = await startImportCommand(
      catalogue,
      '--mapping',
      MAPPING,
      EXAMPLE,
      '--dry-run',
    ).ended;
    expect(exitCode, output).toBe(0);
    expect(output).toContain('corner_shop would be made (retailer, trust 0.7, CC BY 4.0)');
    expect(output).toMatch(/line 2: created, 9527700000013 "Haferkekse mit Honig", active, in biscuits\n/);
    expect(output).toContain('net_content_value: 250');
    expect(output).toContain('country_of_origin: "Germany"');
    expect(output).toContain('! name_in_capitals');
    expect(output).toContain('! implausible_nutriment: sugars_g: 1200');
    expect(output).toContain('line 7: bad_check_digit (9527700000052), the product is kept without it');
    expect(output).toContain('line 8: placeholder_name (9527700000068)');
    expect(output).toContain('line 11: duplicate_code (9527700000013)');
    expect(output).toMatch(/rows read +9\n/);
    expect(await catalogue.dump()).toEqual(before);
    expect(await catalogue.query(`SELECT code FROM sources WHERE code = 'corner_shop'`)).toEqual([]);
  });

  it('is imported for a source of its own, and a second run changes nothing', async () => {
    expect(await runExample()).toMatchObject({
      rowsRead: 9,
      created: 7,
      refusedRows: { placeholder_name: 1, duplicate_code: 1 },
      refusedBarcodes: { bad_check_digit: 1 },
    });
    expect(
      await catalogue.query(`SELECT kind, trust::float8, license FROM sources WHERE code = 'corner_shop'`),
    ).toEqual([{ kind: 'retailer', trust: 0.7, license: 'CC BY 4.0' }]);
    expect(await catalogue.findProduct('9527700000020')).toMatchObject({
      name: 'Haselnusscreme mit Kakao',
      category: 'hazelnut-spreads',
      nutriments: { salt_g: 0.11, fat_g: 31.2, energy_kcal: 541 },
      nutrition_basis: '100g',
      suppliers: { name: ['corner_shop'], barcode: ['corner_shop'] },
    });
    expect(await catalogue.findProduct('9527700000044')).toMatchObject({
      category: 'shampoos',
      attributes: { color: 'weiß' },
    });
    expect(await catalogue.findProduct('9527700000075')).toMatchObject({
      ingredients_text: 'Wasser, Zucker, Zitronensaft',
    });
    const before = await catalogue.dump();
    await catalogue.clearDirty();
    expect(await runExample()).toMatchObject({ created: 0, updated: 0, completed: 0, unchanged: 7 });
    expect(await catalogue.dump()).toEqual(before);
    expect(await catalogue.listDirty()).toEqual([]);
  });

  it('leaves the source as operators have it', async () => {
    await runExample();
    await catalogue.query(`UPDATE sources SET trust = 0.4 WHERE code = 'corner_shop'`);
    await runExample();
    expect(await catalogue.query(`SELECT trust::float8 FROM sources WHERE code = 'corner_shop'`)).toEqual([
      { trust: 0.4 },
    ]);
  });
});

describe('a file that does not fit', () => {
  it.each([
    ['no columns.csv', 'ean,titel\n1,a\n', /facts.name: there is no column "title"; did you mean "titel"\?/],
    ['two columns.csv', 'ean,title,title\n1,a,b\n', /two columns "title"/],
    ['keys.jsonl', '{"ean":"1","name":"a"}\n', /there is no column "title"/],
    ['empty.csv', '\n', /The file is empty/],
    ['utf-16.csv', Buffer.from('\uFEFFean,title\n', 'utf16le'), /UTF-16/],
    ['sheet.xlsx', Buffer.from('PK\u0003\u0004rest'), /spreadsheet has to be saved as CSV/],
    ['long.csv', 'x'.repeat(17 * 1024 * 1024), /has no lines/],
  ])('%s: says why, and leaves nothing, not even the source', async (name, content, message) => {
    const file = await write(name, content);
    const audit = 'SELECT count(*)::int AS count FROM audit_log';
    const before = await catalogue.query(audit);
    await expect(catalogue.run(file, { importer: createOwnImporter(smallMapping) })).rejects.toThrow(message);
    expect(await catalogue.countProducts()).toBe(0);
    expect(await catalogue.query(`SELECT code FROM sources WHERE code = 'corner_shop'`)).toEqual([]);
    expect(await catalogue.query(audit)).toEqual(before);
  });

  it('in two encodings: what is no UTF-8 is refused by its line, or read as the mapping says', async () => {
    const lines = [
      Buffer.from(`ean,title\n${gtinOf(1)},Crème brûlée\n`),
      Buffer.from(`${gtinOf(2)},Cr\u00e8me fra\u00eeche\n`, 'latin1'),
      Buffer.from(`${gtinOf(3)},Oat milk\n`),
    ];
    const file = await write('mixed.csv', Buffer.concat(lines));
    const refused: unknown[] = [];
    expect(
      await catalogue.run(file, {
        importer: createOwnImporter(smallMapping),
        onRefusal: (refusal) => refused.push(refusal),
      }),
    ).toMatchObject({ created: 2, refusedRows: { bad_encoding: 1 } });
    expect(refused).toEqual([{ line: 3, code: '', reason: 'bad_encoding', isProductKept: false }]);
    const latin = await write(
      'latin.csv',
      Buffer.concat(lines.slice(1)).toString('latin1').replace(/^/, 'ean,title\n'),
    );
    await writeFile(latin, Buffer.from(await readFile(latin, 'utf8'), 'latin1'));
    const mapping = { ...smallMapping, file: { ...smallMapping.file, encoding: 'windows-1252' as const } };
    await catalogue.run(latin, { importer: createOwnImporter(mapping) });
    expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({ name: 'Crème fraîche' });
  });

  it('with a line of 50 MB in it: that line alone is refused', async () => {
    const file = await write(
      'line.csv',
      `ean,title\n${gtinOf(1)},Oat milk\n${gtinOf(2)},${'x'.repeat(50 * 1024 * 1024)}\n${gtinOf(3)},Rice milk\n`,
    );
    expect(await catalogue.run(file, { importer: createOwnImporter(smallMapping) })).toMatchObject({
      created: 2,
      refusedRows: { line_too_long: 1 },
    });
  });
});

it('JSON lines and tab-separated files are recognised by their first line', async () => {
  const json = await write('own.jsonl', `{"ean":"${gtinOf(1)}","title":"Oat milk","maker":"Dune"}\n`);
  const tabs = await write('own.txt', `ean\ttitle\tmaker\n${gtinOf(2)}\tRice, milk\tDune\n`);
  for (const file of [json, tabs]) await catalogue.run(file, { importer: createOwnImporter(smallMapping) });
  expect(await catalogue.findProduct(gtinOf(1))).toMatchObject({ brand: 'Dune' });
  expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({ name: 'Rice, milk' });
});
