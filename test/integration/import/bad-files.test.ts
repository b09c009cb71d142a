import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import type { Importer } from '../../../src/import/importer.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { mappingSchema } from '../../../src/import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../../src/import/own-file/own-importer.ts';
import { ImportFileError } from '../../../src/import/reading/file-row.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => {
  await catalogue.empty();
  // What every failed import has to leave as it is.
  await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [oatBiscuits]));
});

interface Form {
  importer: Importer;
  /** Above the rows; none in JSON lines. */
  header: string;
  row: (number: number, name: string) => string;
}

const mapping = mappingSchema.parse({
  source: { code: 'corner_shop', name: 'Corner shop', kind: 'retailer', trust: 0.7 },
  barcode: 'code',
  facts: { name: 'product_name' },
});
const asJson = (number: number, name: string) => JSON.stringify({ code: gtinOf(number), product_name: name });
const FORMS: [string, Form][] = [
  ['Open Food Facts, JSON lines', { importer: createOffImporter(), header: '', row: asJson }],
  [
    'Open Beauty Facts, tab-separated',
    {
      importer: createOffImporter({ sourceCode: 'open_beauty_facts' }),
      header: 'code\tproduct_name\n',
      row: (number, name) => `${gtinOf(number)}\t${name}`,
    },
  ],
  ['a file of your own, JSON lines', { importer: createOwnImporter(mapping), header: '', row: asJson }],
  [
    'a file of your own, CSV',
    {
      importer: createOwnImporter(mapping),
      header: 'code,product_name\n',
      row: (number, name) => `${gtinOf(number)},${name}`,
    },
  ],
];

const place = (name: string) => path.join(catalogue.exports.path, name);
async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(place(name), content);
  return place(name);
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const MEGABYTE = 1024 * 1024;

describe.each(FORMS)('%s', (form, { importer, header, row }) => {
  const whole = `${header}${row(2, 'Rice milk')}\n${row(3, 'Oat milk')}\n`;

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty one', '', /is empty/],
    ['blank lines', '\n \n\n', /is empty/],
    ['UTF-16', utf16(`\uFEFF${whole}`), /in UTF-16/],
    ['UTF-16 without a mark', utf16(whole), /in UTF-16/],
    ['UTF-16, the other way round', utf16(`\uFEFF${whole}`).swap16(), /in UTF-16/],
    ['UTF-16 in gzip', gzipSync(utf16(whole)), /in UTF-16/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /no text/],
    ['gzip in gzip', gzipSync(gzipSync(whole)), /no text/],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), /ZIP archive/],
    ['gzip that ends in its header', gzipSync(whole).subarray(0, 12), /cut off or damaged/],
    ['gzip with a wrong checksum', withWrongChecksum(whole), /cut off or damaged/],
    ['a web page', '<!doctype html>\n<html></html>\n', /neither|has not the columns/],
    ['one line of 50 MB', 'x'.repeat(50 * MEGABYTE), /no lines/],
    ['a line of 50 MB alone', `${header}{"${'x'.repeat(50 * MEGABYTE)}\n`, /no lines|No row of the file/],
    ['more columns than a table has', 'a\t,'.repeat(6_000), /no header/],
    ['rows without anything', `${header}${row(1, '')}\n`, /refused as 1 no_name/],
  ])('%s is refused, and nothing is done', async (name, content, message) => {
    const file = await write(`${name}.txt`, content);
    const before = [await catalogue.dump(), await countTraces()];
    const failure: unknown = await catalogue.run(file, { importer }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportFileError);
    expect((failure as Error).message).toMatch(message);
    expect([await catalogue.dump(), await countTraces()]).toEqual(before);
  });

  it('a directory and a pipe are no files', async () => {
    await mkdir(place('folder'), { recursive: true });
    await expect(catalogue.run(place('folder'), { importer })).rejects.toThrow(/is not a file/);
    const pipe = place(`pipe ${form}`);
    execFileSync('mkfifo', [pipe]);
    await expect(catalogue.run(pipe, { importer })).rejects.toThrow(/is not a file/);
  });

  it.each<[string, string | Buffer]>([
    ['no UTF-8', Buffer.from(row(4, 'Crème'), 'latin1')],
    ['a surrogate in UTF-8', Buffer.concat([Buffer.from(row(4, 'x')), Buffer.from([0xed, 0xa0, 0x80])])],
    ['17 MB', row(4, 'x'.repeat(17 * MEGABYTE))],
    ['nothing but a bracket', '{'],
    ['a list', '[1,2]'],
    ['a code that was there', row(2, 'Rice milk, again')],
  ])('a line of %s costs nothing but itself', async (name, line) => {
    const file = await write(
      `line of ${name}`,
      Buffer.concat(
        [`${header}${row(2, 'Rice milk')}\n`, line, `\n${row(3, 'Oat milk')}\n`].map((part) =>
          Buffer.from(part),
        ),
      ),
    );
    const refused: unknown[] = [];
    const report = await catalogue.run(file, { importer, onRefusal: ({ line: at }) => refused.push(at) });
    expect(report).toMatchObject({ rowsRead: 3, created: 2, isComplete: true });
    expect(refused).toEqual([header === '' ? 2 : 3]);
  });

  it('a line without a code costs nothing; in a file of your own it is known by name, brand and content', async () => {
    const isOwn = form.startsWith('a file of your own');
    const line = row(4, 'Soy milk').replace(gtinOf(4), '');
    const file = await write(
      'line without a code',
      `${header}${row(2, 'Rice milk')}\n${line}\n${row(3, 'Oat milk')}\n`,
    );
    expect(await catalogue.run(file, { importer })).toMatchObject({
      rowsRead: 3,
      created: isOwn ? 3 : 2,
      refusedRows: isOwn ? {} : { no_code: 1 },
    });
    expect(await catalogue.run(file, { importer })).toMatchObject({ created: 0, unchanged: isOwn ? 3 : 2 });
  });

  it('reads a byte order mark, Windows line ends, zeros and no line end at the end', async () => {
    const text = `\uFEFF${whole.replaceAll('\n', '\r\n')}${row(4, `Soy${header === '' ? '' : '\u0000'} milk`)}`;
    expect(await catalogue.run(await write('marked', text), { importer })).toMatchObject({ created: 3 });
    expect(await catalogue.findProduct(gtinOf(4))).toMatchObject({ name: 'Soy milk' });
  });

  it.each([
    ['gzip', (text: string) => gzipSync(text).subarray(0, -200), /cut off or damaged/],
    [
      'text',
      (text: string) =>
        text.slice(0, text.lastIndexOf(header === '' ? '}' : gtinOf(1_999)) + (header === '' ? 0 : 5)),
      /is cut off: line/,
    ],
  ])(
    '%s that is cut off: what came before is there, and the import has failed',
    async (name, cut, message) => {
      const rows = Array.from(
        { length: 2_000 },
        (__, i) => `${row(i, `Biscuit no. ${(i * 7_919) % 2_000}`)}\n`,
      );
      const file = await write(`cut ${name}`, cut(header + rows.join('')));
      await expect(catalogue.run(file, { importer })).rejects.toThrow(message);
      const saved = await catalogue.countProducts();
      expect(saved).toBeGreaterThan(1_000);
      expect(await catalogue.run(await write('rest', header + rows.join('')), { importer })).toMatchObject({
        created: 2_000 - saved,
      });
    },
  );

  it('that somebody writes meanwhile: what was read is there, and the import has failed', async () => {
    const file = await write('growing', whole);
    let isFirst = true;
    const onProgress = () => {
      if (isFirst) appendFileSync(file, row(4, 'Soy milk'));
      isFirst = false;
    };
    const importing = catalogue.run(file, { importer, onProgress });
    await expect(importing).rejects.toThrow(/changed while it was read/);
    expect(await catalogue.findProduct(gtinOf(2))).toMatchObject({ name: 'Rice milk' });
  });
});

/** What an import writes beside products. */
const countTraces = async () =>
  await catalogue.query(`SELECT (SELECT count(*)::int FROM audit_log) AS audited,
    (SELECT array_agg(code ORDER BY code) FROM sources) AS sources,
    (SELECT max(last_imported_at) FROM sources) AS last`);

function withWrongChecksum(text: string): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), deflateRawSync(text), trailer]);
}
