import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { ImportReport } from '../../../src/import/import-report.ts';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

type Row = [key: string, code: string, name: string];

async function importRows(rows: readonly Row[], source = 'corner_shop', key?: 'sku'): Promise<ImportReport> {
  const mapping = mappingSchema.parse({
    source: { code: source, name: source, kind: 'retailer', trust: 0.7 },
    file: { delimiter: ';' },
    barcode: 'ean',
    ...(key && { key }),
    facts: { name: 'title', net_content: { column: 'size', optional: true } },
  });
  const file = path.join(catalogue.exports.path, `${source}.csv`);
  await writeFile(file, ['sku;ean;title', ...rows.map((row) => row.join(';'))].join('\n'));
  return await catalogue.run(file, { importer: createOwnImporter(mapping) });
}
const shop = async (...rows: Row[]) => await importRows(rows, 'corner_shop', 'sku');

/** The barcodes of each product by its name, the primary one first. */
const listBarcodes = async () => {
  const rows = await catalogue.query(`
    SELECT p.name, coalesce(array_agg(ltrim(b.gtin14, '0') ORDER BY b.is_primary DESC, b.gtin14)
      FILTER (WHERE b.gtin14 IS NOT NULL), '{}') AS codes
    FROM products p LEFT JOIN barcodes b ON b.product_id = p.id GROUP BY p.id ORDER BY p.name`);
  return rows.map(({ name, codes }) => [name, ...(codes as string[])]);
};
const [G1, G2, G3] = [gtinOf(1), gtinOf(2), gtinOf(3)];

describe('a row that is known by its key', () => {
  it('gives its product a barcode later, so that another source finds the product', async () => {
    await shop(['1', '', 'Oat drink']);
    expect(await shop(['1', G1, 'Oat drink'])).toMatchObject({ created: 0, updated: 1 });
    expect(await listBarcodes()).toEqual([['Oat drink', G1]]);
    expect(await importRows([['x', G1, 'Oat drink 1 l']], 'other_shop')).toMatchObject({
      created: 0,
      completed: 1,
    });
    expect(await catalogue.countProducts()).toBe(1);
    expect(await shop(['1', G1, 'Oat drink'])).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await catalogue.findProduct(G1)).toMatchObject({
      suppliers: { barcode: ['corner_shop', 'other_shop'] },
    });
  });

  it('corrects the barcode that it alone gave', async () => {
    await shop(['1', G1, 'Oat drink']);
    const version = (await catalogue.findProduct(G1))?.['version'];
    await shop(['1', G2, 'Oat drink']);
    expect(await listBarcodes()).toEqual([['Oat drink', G2]]);
    expect(await catalogue.findProduct(G2)).toMatchObject({ version: Number(version) + 1 });
    // The old code is free for what it really is.
    await shop(['1', G2, 'Oat drink'], ['2', G1, 'Rice drink']);
    expect(await listBarcodes()).toEqual([
      ['Oat drink', G2],
      ['Rice drink', G1],
    ]);
  });

  it('takes away the barcode that it alone gave, when it gives none any more', async () => {
    await shop(['1', G1, 'Oat drink']);
    await shop(['1', '-', 'Oat drink']);
    expect(await listBarcodes()).toEqual([['Oat drink']]);
    expect(await catalogue.query(`SELECT field FROM field_provenance WHERE field = 'barcode'`)).toEqual([]);
  });

  it('keeps the barcode where the file has an unreadable one', async () => {
    await shop(['1', G1, 'Oat drink'], ['2', G2, 'Rice drink'], ['3', G3, 'Soy drink']);
    const report = await shop(
      ['1', '9,5298E+12', 'Oat drink'],
      ['2', '9,5298E+12', 'Rice drink'],
      ['3', '95', 'Soy drink'],
    );
    expect(report).toMatchObject({
      refusedBarcodes: { shortened_number: 2, bad_length: 1 },
      refusedRows: {},
    });
    expect(await listBarcodes()).toEqual([
      ['Oat drink', G1],
      ['Rice drink', G2],
      ['Soy drink', G3],
    ]);
  });

  it('leaves the barcode that another source confirms, and adds its own', async () => {
    await shop(['1', G1, 'Oat drink']);
    await importRows([['x', G1, 'Oat drink']], 'other_shop');
    await shop(['1', G2, 'Oat drink']);
    expect(await listBarcodes()).toEqual([['Oat drink', G1, G2]]);
  });

  it('swaps the barcodes of two rows', async () => {
    await shop(['1', G1, 'Oat drink'], ['2', G2, 'Rice drink']);
    await shop(['1', G2, 'Oat drink'], ['2', G1, 'Rice drink']);
    expect(await listBarcodes()).toEqual([
      ['Oat drink', G2],
      ['Rice drink', G1],
    ]);
  });

  it('does not take the barcode of another product, and tells operators once', async () => {
    await catalogue.query('DELETE FROM submissions');
    await shop(['1', '', 'Oat drink']);
    await importRows([['x', G1, 'Oat drink 1 l']], 'other_shop');
    expect(await shop(['1', G1, 'Oat drink'])).toMatchObject({ takenBarcodes: 1 });
    const before = await catalogue.dump();
    expect(await shop(['1', G1, 'Oat drink'])).toMatchObject({ takenBarcodes: 1, unchanged: 1 });
    expect(await catalogue.dump()).toEqual(before);
    expect(await catalogue.query(`SELECT content->>'note' AS note FROM submissions`)).toEqual([
      { note: `corner_shop gives this product the barcode ${G1} of Oat drink 1 l. Are they one product?` },
    ]);
  });

  it('does not bring back the barcode that an operator removed', async () => {
    await shop(['1', G1, 'Oat drink']);
    await catalogue.query('DELETE FROM barcodes');
    await shop(['1', G1, 'Oat drink, new']);
    expect(await listBarcodes()).toEqual([['Oat drink, new']]);
  });
});

test.each([
  'n/a',
  'N.A.',
  '-',
  '--',
  '?',
  'none',
  'NULL',
  'keine',
  '#N/A',
  '0',
  '0000000000000',
  '9,5298E+12',
  '9.53E+12',
])('rows whose barcode is %j are products of their own', async (code) => {
  const rows: Row[] = [
    ['1', code, 'Oat drink'],
    ['2', code, 'Rice drink'],
    ['3', G1, 'Soy drink'],
  ];
  expect(await importRows(rows)).toMatchObject({ created: 3, refusedRows: {} });
  expect(await importRows(rows.toReversed())).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  expect(await listBarcodes()).toEqual([['Oat drink'], ['Rice drink'], ['Soy drink', G1]]);
});
