import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import { loadReferenceData } from '../../../src/publish/feed/reference-store.ts';
import { findProductRecords } from '../../../src/catalog/products/product-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { readCatalogue } from '../../support/catalogue/catalogue-writer.ts';
import {
  createDumpRoot,
  makeDump,
  readDumpedProducts,
  readDumpFile,
} from '../../support/changes/dump-reader.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PLAIN = 40;

let database: TestDatabase;
const dumps = createDumpRoot();
let manifest: Manifest;
let folder: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ids['mixed'] = await insertProduct(db, {
    name: '=cmd|calc',
    brand: 'Dune',
    category: 'food/spreads',
    gtins: ['3017620422003', '9521000000018'],
    msrp: [{ amount: 2.5, effectiveDate: '2026-01-31' }],
    netContentValue: 400,
    netContentUnit: 'g',
    countryOfOrigin: 'France',
    food: {
      nutriments: { fat_g: 30.5, salt_g: 0.1 },
      nutritionBasis: '100g',
      allergens: ['milk', 'nuts'],
      ingredientsText: 'Sugar, "nuts"\nand more',
      servingSize: '2 biscuits (25 g)',
    },
    facts: { name_lang: 'fr', names: { de: 'Aufstrich' }, labels: ['organic'], nova_group: 4 },
    claims: undefined,
    provenance: {
      // Brand is alike, nutriments are a table: both say it, and it may be the writing of either.
      open_food_facts: ['name', 'brand', 'nutriments', 'nutrition_basis', 'category', 'ingredients_text'],
      usda: ['category', 'brand', 'nutriments', 'nutrition_basis', 'net_content', 'serving_size', 'labels'],
    },
  });
  ids['free'] = await insertProduct(db, {
    name: 'Free spread',
    category: 'food/spreads',
    gtins: ['4006381333931'],
    food: { nutriments: { fat_g: 1.25 }, nutritionBasis: '100g', allergens: ['soybeans'] },
    facts: { name_lang: 'en' },
    provenance: { usda: ['name', 'category', 'nutriments', 'nutrition_basis', 'allergens'] },
  });
  ids['closed'] = await insertProduct(db, {
    name: 'Closed spread',
    gtins: ['5449000000996'],
    provenance: { open_food_facts: ['name', 'category'] },
  });
  ids['things'] = await insertProduct(db, {
    name: 'Screen',
    kind: 'electronics',
    category: 'things',
    attributes: { screen_size: 6.1 },
  });
  for (let i = 0; i < PLAIN; i++)
    await insertProduct(db, { name: `Plain ${i}`, qualityScore: i / 100, brand: i % 2 ? 'One' : 'Two' });
  await insertProduct(db, { name: 'Draft', status: 'draft' });
  // From a file of Open Food Facts, which names the USDA as the source of these fields.
  ids['credited'] = await insertProduct(db, {
    name: 'Credited spread',
    gtins: ['0036000291452'],
    provenance: { usda: ['name', 'nutriments'] },
  });
  await insertRecord('mixed', '03017620422999');
  await insertRecord('free', '04006381333931');
  manifest = await makeDump(db, dumps.root);
  folder = path.join(dumps.root, manifest.name);
});
afterAll(async () => {
  dumps.remove();
  await database.drop();
});

async function insertRecord(product: string, key: string): Promise<void> {
  await database.db.execute(sql`
    insert into source_records (source_id, source_key, product_id, content_hash)
    select id, ${key}, ${ids[product]}, 'x' from sources where code = 'usda'`);
}

const tableOf = (name: string) => manifest.tables.find((table) => table.name === name);
const sum = (values: unknown[]) => values.reduce<number>((total, value) => total + Number(value ?? 0), 0);

test('a line is what the interface shows of the product', async () => {
  const dumped = await readDumpedProducts(dumps.root, manifest);
  const catalogue = await readCatalogue(database.db);
  expect(dumped.size).toBe(PLAIN + 5);
  expect(dumped).toEqual(catalogue);
});

test('a copy has what it needs besides: a record for each line, and what products refer to', async () => {
  const records = await readDumpFile(folder, 'product-records.jsonl.gz');
  const lines = await readDumpFile(folder, 'products.jsonl.gz');
  expect(records.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
  const found = await findProductRecords(database.db, [ids['mixed'] ?? '']);
  expect(records.find(({ id }) => id === ids['mixed'])).toEqual({
    id: ids['mixed'],
    version: found[0]?.version,
    record: found[0]?.record,
  });
  const reference: unknown = JSON.parse(readFileSync(path.join(folder, 'reference-data.json'), 'utf8'));
  expect(reference).toEqual(await loadReferenceData(database.db));
});

test('every form has the same rows, and sums as the database has them', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select count(*)::int as count, sum(quality_score)::float8 as quality,
      (select sum((nutriments->>'fat_g')::float8) from food_details) as fat,
      (select count(*)::int from barcodes) as barcodes
    from products where status = 'active'`);
  const [expected] = rows;
  const [json, csv, parquet] = await Promise.all(
    ['products.jsonl.gz', 'products.csv.gz', 'products.parquet'].map((file) => readDumpFile(folder, file)),
  );
  for (const found of [json, csv, parquet]) {
    expect(found?.length).toBe(expected?.['count']);
    expect(sum((found ?? []).map((row) => row['quality_score']))).toBeCloseTo(
      expected?.['quality'] ?? NaN,
      6,
    );
  }
  const fatOf = (row: Record<string, unknown>) => (row['nutriments'] as { fat_g?: number } | null)?.fat_g;
  expect(sum((json ?? []).map(fatOf))).toBe(expected?.['fat']);
  expect(sum((parquet ?? []).map(fatOf))).toBe(expected?.['fat']);
  expect(sum((csv ?? []).map((row) => row['nutriments.fat_g']))).toBe(expected?.['fat']);
  const barcodesOf = (found: Record<string, unknown>[] | undefined) =>
    (found ?? []).flatMap((row) => row['barcodes'] as object[]).length;
  expect(barcodesOf(json)).toBe(expected?.['barcodes']);
  expect(barcodesOf(parquet)).toBe(expected?.['barcodes']);
});

test('Parquet holds lists, tables and moments as such', async () => {
  const rows = await readDumpFile(folder, 'products.parquet');
  const mixed = rows.find(({ id }) => id === ids['mixed']);
  const [json] = [(await readDumpedProducts(dumps.root, manifest)).get(ids['mixed'] ?? '')];
  expect(mixed).toMatchObject({
    name: '=cmd|calc',
    allergens: ['milk', 'nuts'],
    nova_group: 4,
    nutriments: { fat_g: 30.5, salt_g: 0.1 },
    msrp: [{ amount: 2.5, effective_date: '2026-01-31' }],
    names: json?.names,
    created_at: new Date(json?.created_at ?? ''),
  });
  expect(mixed?.['barcodes']).toEqual(json?.barcodes);
  expect(mixed?.['sources']).toEqual(json?.sources);
  const screen = rows.find(({ id }) => id === ids['things']);
  expect(screen).toMatchObject({ allergens: [], nutriments: undefined, barcodes: [] });
});

test('a line of CSV has the flat facts, and no formula', async () => {
  const rows = await readDumpFile(folder, 'products.csv.gz');
  expect(rows.find(({ id }) => id === ids['mixed'])).toMatchObject({
    name: "'=cmd|calc",
    gtin: '3017620422003',
    barcodes: '3017620422003, 9521000000018',
    allergens: 'milk, nuts',
    ingredients_text: 'Sugar, "nuts"\nand more',
    'nutriments.fat_g': '30.5',
    sources: 'usda, open_food_facts',
  });
});

test('the CC0 edition has what such sources supplied, and nothing else', async () => {
  const rows = await readDumpFile(folder, 'products.cc0.jsonl.gz');
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([ids['mixed'], ids['free']]));
  const mixed = rows.find(({ id }) => id === ids['mixed']) ?? {};
  expect(mixed).toMatchObject({
    category_code: 'spreads',
    net_content_value: 400,
    serving_value: 25,
    labels: ['organic'],
    // Of several barcodes no source under CC0 has named one.
    gtin: null,
    barcodes: [],
    sources: [{ code: 'usda', claims: {} }],
  });
  for (const key of [
    'name',
    'names',
    'name_lang',
    'brand',
    'nutriments',
    'ingredients_text',
    'allergens',
    'country_of_origin',
    'msrp',
    'quality_score',
    'pictures',
  ])
    expect(mixed, key).not.toHaveProperty(key);
  expect(rows.find(({ id }) => id === ids['free'])).toMatchObject({
    name: 'Free spread',
    names: { en: 'Free spread' },
    gtin: '4006381333931',
    nutriments: { fat_g: 1.25 },
    allergens: ['soybeans'],
    allergens_status: 'stated',
  });
  for (const form of ['products.cc0.csv.gz', 'products.cc0.parquet']) {
    const found = await readDumpFile(folder, form);
    expect(found.length, form).toBe(2);
    const text = JSON.stringify(found);
    for (const word of ['open_food_facts', 'ODbL', 'cmd', 'Dune', '30.5', 'Closed'])
      expect(text, `${word} in ${form}`).not.toContain(word);
  }
});

test('a barcode is in the CC0 edition when the record of such a source names it', async () => {
  await insertRecord('mixed', '09521000000018');
  const { name } = await makeDump(database.db, dumps.root);
  const rows = await readDumpFile(path.join(dumps.root, name), 'products.cc0.jsonl.gz');
  const mixed = rows.find(({ id }) => id === ids['mixed']);
  expect(mixed).toMatchObject({ gtin: '9521000000018', barcodes: [{ gtin: '9521000000018' }] });
});

test('the manifest says what is in it, whose it is, and what the files weigh', async () => {
  expect(manifest).toMatchObject({ format: 1, cursor: expect.stringMatching(/^c1\.[0-9a-f]{12}\.\d+$/) });
  expect(tableOf('products')).toMatchObject({ rows: PLAIN + 5 });
  expect(tableOf('products')?.columns.find(({ name }) => name === 'brand')?.filled).toBe(PLAIN + 1);
  expect(tableOf('products')?.columns.find(({ name }) => name === 'nutriments.salt_g')).toEqual({
    name: 'nutriments.salt_g',
    type: 'number',
    filled: 1,
  });
  expect(tableOf('brands')?.rows).toBe(3);
  expect(
    (await readDumpFile(folder, 'brands.jsonl.gz')).map(({ name, product_count: count }) => [name, count]),
  ).toEqual([
    ['Dune', 1],
    ['One', PLAIN / 2],
    ['Two', PLAIN / 2],
  ]);
  const categories = await readDumpFile(folder, 'categories.jsonl.gz');
  expect(categories.find(({ code }) => code === 'spreads')).toMatchObject({
    parent_code: 'food',
    product_count: 2,
  });
  expect(manifest.sources.find(({ code }) => code === 'open_food_facts')).toMatchObject({
    license: 'ODbL 1.0',
    attribution: '© Open Food Facts contributors',
    product_count: 2,
  });
  expect(await readDumpFile(folder, 'sources.jsonl.gz')).toEqual(manifest.sources);
  expect(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(sums).toHaveLength(manifest.files.length + 1);
  for (const line of sums) {
    const [sha256, name = ''] = line.split('  ');
    const content = readFileSync(path.join(folder, name));
    expect(createHash('sha256').update(content).digest('hex'), name).toBe(sha256);
    if (name !== 'manifest.json')
      expect(manifest.files).toContainEqual({ name, bytes: content.length, sha256 });
  }
});
