import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProductRecords } from '../../../src/catalog/products/product-store.ts';
import { DumpUnusable, parseDumps, type LeaderDump } from '../../../src/follow/dump/leader-dump.ts';
import { readDump, readReference } from '../../../src/follow/dump/read-dump.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDumpRoot, makeDump, readDumpFile } from '../../support/changes/dump-reader.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PRODUCTS = 'products.jsonl.gz';
const RECORDS = 'product-records.jsonl.gz';
const ROWS = 5;

let database: TestDatabase;
let dump: LeaderDump;
let products: object[];
let records: object[];
let listed: object;
const ids: string[] = [];
const dumps = createDumpRoot();
const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-read-dump-'));

beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < ROWS; i++)
    ids.push(await insertProduct(database.db, { name: `Plain ${i}`, brand: 'One', gtins: [] }));
  const { sources: _sources, product_schema: _schema, ...manifest } = await makeDump(database.db, dumps.root);
  listed = { ...manifest, address: '/' };
  [dump] = parseDumps({ items: [listed] }) as [LeaderDump];
  const from = path.join(dumps.root, dump.name);
  products = await readDumpFile(from, PRODUCTS);
  records = await readDumpFile(from, RECORDS);
});
afterAll(async () => {
  dumps.remove();
  rmSync(folder, { recursive: true });
  await database.drop();
});

const linesOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const read = async (given: { products?: Buffer; records?: Buffer }, after = 0, linesAtOnce = 2) => {
  writeFileSync(path.join(folder, PRODUCTS), given.products ?? gzipSync(linesOf(products)));
  writeFileSync(path.join(folder, RECORDS), given.records ?? gzipSync(linesOf(records)));
  const parts = [];
  for await (const part of readDump(folder, dump, after, linesAtOnce)) parts.push(part);
  return parts;
};
const whyNot = async (given: Parameters<typeof read>[0]) => {
  const error: unknown = await read(given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DumpUnusable);
  return (error as Error).message;
};

test('a line and its record are what the feed tells of the product, part by part', async () => {
  const expected = await findProductRecords(database.db, ids);
  const parts = await read({});
  expect(parts.map(({ lines }) => lines)).toEqual([2, 4, 5]);
  const copies = parts.flatMap((part) => part.copies);
  expect(copies).toEqual(expected.toSorted((one, other) => (one.product.id < other.product.id ? -1 : 1)));
  expect((await read({}, 3)).flatMap((part) => part.copies)).toEqual(copies.slice(3));
  expect(await read({}, 5)).toEqual([]);
});

test('the reference data is that of the interface', async () => {
  const reference = await readReference(path.join(dumps.root, dump.name), dump);
  expect(reference.categories.length).toBeGreaterThan(10);
  expect(reference.sources.map(({ code }) => code)).toContain('open_food_facts');
});

const bad = (text: string) => gzipSync(text + linesOf(products.slice(1)));

test.each([
  ['no JSON', () => ({ products: bad('<html>\n') }), 'line 1 is not JSON'],
  ['an empty line', () => ({ products: bad('\n') }), 'line 1 is not JSON'],
  ['another form', () => ({ products: bad('{"id":1}\n') }), 'line 1 is not as this release describes it'],
  ['a record of another form', () => ({ records: gzipSync('{}\n') }), 'the record of line 1 is not as'],
  [
    'a record of another product',
    () => ({ records: gzipSync(linesOf(records.toReversed())) }),
    'the record of line 1 is of another product',
  ],
  [
    'products out of order',
    () => ({
      products: gzipSync(linesOf(products.toReversed())),
      records: gzipSync(linesOf(records.toReversed())),
    }),
    'line 2 is out of order',
  ],
  [
    'too few lines',
    () => ({ products: gzipSync(linesOf(products.slice(1))), records: gzipSync(linesOf(records.slice(1))) }),
    'it has 4 lines in place of 5',
  ],
  [
    'too many records',
    () => ({ products: gzipSync(linesOf(products.slice(0, 4))) }),
    'it has 4 lines in place of 5',
  ],
  ['too few records', () => ({ records: gzipSync(linesOf(records.slice(0, 4))) }), 'it has more lines'],
  [
    'too many lines',
    () => ({
      products: gzipSync(linesOf([...products, products[0] ?? {}])),
      records: gzipSync(linesOf([...records, records[0] ?? {}])),
    }),
    'it has more lines',
  ],
  [
    'no last newline',
    () => ({ products: gzipSync(linesOf(products).trimEnd()) }),
    'ends in the middle of a line',
  ],
  ['no gzip', () => ({ products: randomBytes(1_000) }), 'cannot be unpacked: Z_DATA_ERROR'],
  [
    'gzip that breaks off',
    () => ({ products: gzipSync(linesOf(products)).subarray(0, -20) }),
    'cannot be unpacked: Z_BUF_ERROR',
  ],
  // 2 GB from 2 MB: what is held at once is bounded by the length of a line.
  [
    'a line without an end',
    () => ({
      products: Buffer.concat(Array<Buffer>(128).fill(gzipSync(Buffer.alloc(16 * 1_024 * 1_024, 'x')))),
    }),
    'has a line that is too long',
  ],
])('%s: it is of no use', async (_what, given, reason) => {
  expect(await whyNot(given())).toContain(reason);
});

test('a list of dumps: what is no dump of this release is left out', () => {
  const files = (listed as { files: { name: string }[] }).files;
  const given = (change: object) => parseDumps({ items: [{ ...listed, ...change }] });
  expect(given({})).toHaveLength(1);
  for (const change of [
    { format: 2 },
    { name: '../../x' },
    { cursor: 'later' },
    { cursor: 'c1.0123456789ab.5.9' },
    { files: files.filter(({ name }) => name !== 'reference-data.json') },
    { files: files.map((file) => ({ ...file, sha256: '../x' })) },
    { tables: [] },
  ])
    expect(given(change), JSON.stringify(change)).toEqual([]);
  expect(parseDumps({ items: [null, 1, 'x', {}] })).toEqual([]);
});
