import path from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RowLine, ImportFileError } from '../../../src/import/reading/file-row.ts';
import { openFile } from '../../../src/import/reading/open-file.ts';
import { readLines } from '../../../src/import/reading/read-lines.ts';
import { readRows, type RowsForm } from '../../../src/import/reading/read-rows.ts';
import { OFF_FORM } from '../../../src/import/open-food-facts/off-importer.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'factshelf-read-'));
});
afterAll(async () => await rm(directory, { recursive: true }));

async function readAll(content: string | Buffer, form: RowsForm = OFF_FORM): Promise<RowLine[]> {
  const file = path.join(directory, 'export');
  await writeFile(file, content);
  const lines: RowLine[] = [];
  for await (const line of readRows(readLines(openFile(file)), form)) lines.push(line);
  return lines;
}

describe('JSON lines', () => {
  it('a broken line is reported with its number, and the next one is read', async () => {
    expect(await readAll('{"code":"1"}\n{"code":\n\n[1]\n{"code":"2"}')).toEqual([
      { line: 1, row: { code: '1' } },
      { line: 2, problem: 'broken_line' },
      { line: 4, problem: 'broken_line' },
      { line: 5, row: { code: '2' } },
    ]);
  });

  it('a line separator inside a text ends no line', async () => {
    expect(await readAll('{"code":"1","product_name":"a\u2028b"}\r\n{"code":"2"}\r\n')).toEqual([
      { line: 1, row: { code: '1', product_name: 'a\u2028b' } },
      { line: 2, row: { code: '2' } },
    ]);
  });

  it('gzip is recognised by its content, several members are one file, and a cut one is an error', async () => {
    const members = Buffer.concat([gzipSync('{"code":"1"}\n{"co'), gzipSync('de":"2"}\n')]);
    expect(await readAll(members)).toEqual([
      { line: 1, row: { code: '1' } },
      { line: 2, row: { code: '2' } },
    ]);
    await expect(readAll(members.subarray(0, members.length - 8))).rejects.toThrow(/unexpected end of file/);
  });

  it('a line too long for any export is passed over', async () => {
    const long = `{"code":"2","product_name":"${'a'.repeat(17 * 1024 * 1024)}"}`;
    expect(await readAll(`{"code":"1"}\n${long}\n{"code":"3"}`)).toEqual([
      { line: 1, row: { code: '1' } },
      { line: 2, problem: 'line_too_long' },
      { line: 3, row: { code: '3' } },
    ]);
  });
});

describe('tab-separated', () => {
  it('is read by column name, with quotes where they pair', async () => {
    const text = '\uFEFFcode\tbrands\tproduct_name\n1\t\t"Pasta ""fina"""\n2\tHarbour\t5" pizza\n';
    expect(await readAll(text)).toEqual([
      { line: 2, row: { code: '1', product_name: 'Pasta "fina"' } },
      { line: 3, row: { code: '2', brands: 'Harbour', product_name: '5" pizza' } },
    ]);
  });

  it('a quote that is never closed costs no other row', async () => {
    expect(await readAll('code\tproduct_name\n1\t"open\n2\tnext\n3\t"closed"\n')).toEqual([
      { line: 2, row: { code: '1', product_name: '"open' } },
      { line: 3, row: { code: '2', product_name: 'next' } },
      { line: 4, row: { code: '3', product_name: 'closed' } },
    ]);
  });

  it('a line with too few or too many values is broken', async () => {
    expect(await readAll('code\tproduct_name\n1\n2\ta\tb\n3\tc')).toEqual([
      { line: 2, problem: 'broken_line' },
      { line: 3, problem: 'broken_line' },
      { line: 4, row: { code: '3', product_name: 'c' } },
    ]);
  });
});

it.each(['', '\n\n', 'name,price\na,1\n', '<html></html>'])('%j is no export', async (content) => {
  await expect(readAll(content)).rejects.toThrow(ImportFileError);
});
