import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnknownSourceError } from '../../../src/import/import-context.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import type { Refusal } from '../../../src/import/read-records.ts';
import { listenForChanges } from '../../support/changes/change-listener.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  appleJuice,
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

const weighedCheese = { code: '2135040039753', product_name: 'Cheese, weighed in the shop' };
const mistypedTea = { code: '3017620422004', product_name: 'Tea with a mistyped code', brands: 'HÄRBOUR' };

/** Good rows, and one of everything that has to be refused. */
const mixedRows = [
  oatBiscuits,
  '{"code": "37600000000',
  appleJuice,
  { ...oatBiscuits, product_name: 'The same code again' },
  weighedCheese,
  { code: gtinOf(3), product_name: '' },
  mistypedTea,
];

describe('a JSON lines export', () => {
  it('becomes products, and what is refused is reported by line', async () => {
    const refusals: Refusal[] = [];
    const file = await catalogue.exports.writeJsonLines('mixed.jsonl.gz', mixedRows);
    const report = await catalogue.run(file, { onRefusal: (refusal) => refusals.push(refusal) });

    expect(report).toMatchObject({
      rowsRead: 7,
      created: 4,
      completed: 0,
      updated: 0,
      unchanged: 0,
      refusedRows: { broken_line: 1, duplicate_code: 1, no_name: 1 },
      refusedBarcodes: { restricted_circulation: 1, bad_check_digit: 1 },
      isComplete: true,
    });
    expect(refusals).toEqual([
      { line: 2, code: '', reason: 'broken_line', isProductKept: false },
      { line: 4, code: oatBiscuits.code, reason: 'duplicate_code', isProductKept: false },
      { line: 5, code: weighedCheese.code, reason: 'restricted_circulation', isProductKept: true },
      { line: 6, code: gtinOf(3), reason: 'no_name', isProductKept: false },
      { line: 7, code: mistypedTea.code, reason: 'bad_check_digit', isProductKept: true },
    ]);
    expect(await catalogue.findProduct(oatBiscuits.code)).toMatchObject({
      name: 'Harbour Oat Biscuits',
      search_name: 'harbour oat biscuits',
      brand: 'Harbour',
      category: 'biscuits',
      status: 'active',
      version: 1,
      country_of_origin: 'Italy',
      content: 250,
      unit: 'g',
      nutriments: { energy_kcal: 450, fat_g: 18, carbohydrates_g: 62, proteins_g: 8 },
      nutrition_basis: '100g',
      ingredients_text: 'Oats, butter, sugar',
      suppliers: {
        name: ['open_food_facts'],
        barcode: ['open_food_facts'],
        net_content: ['open_food_facts'],
      },
    });
    expect(await catalogue.findProduct(appleJuice.code)).toMatchObject({
      status: 'archived',
      category: 'uncategorized-food',
    });
    expect(await catalogue.listDirty()).toHaveLength(4);
    // `Harbour` and `HÄRBOUR` fold alike.
    expect(await catalogue.query('SELECT slug, name FROM brands ORDER BY slug')).toEqual([
      { slug: 'dune', name: 'Dune' },
      { slug: 'harbour', name: 'Harbour' },
    ]);
  });

  it('read a second time changes no row and marks nothing dirty', async () => {
    const file = await catalogue.exports.writeJsonLines('mixed.jsonl.gz', mixedRows);
    await catalogue.run(file);
    const before = await catalogue.dump();
    await catalogue.clearDirty();
    expect(await catalogue.run(file)).toMatchObject({ created: 0, updated: 0, completed: 0, unchanged: 4 });
    expect(await catalogue.dump()).toEqual(before);
    expect(await catalogue.listDirty()).toEqual([]);
  });

  it('marks a new product once, though its row and its barcode each ask for it', async () => {
    const readVersion = async () =>
      (await catalogue.query('SELECT last_value::int AS version FROM search_outbox_version'))[0]?.['version'];
    const before = Number(await readVersion());
    await catalogue.run(await catalogue.exports.writeJsonLines('one.jsonl', [oatBiscuits]));
    expect(await catalogue.listDirty()).toHaveLength(1);
    expect(await readVersion()).toBe(before + 1);
    await catalogue.query(`UPDATE products SET name = 'Oaties', search_name = 'oaties'`);
    expect(Number(await readVersion())).toBeGreaterThan(before + 1);
  });

  it('leaves out products without a valid barcode when asked to', async () => {
    const file = await catalogue.exports.writeJsonLines('mixed.jsonl', mixedRows);
    expect(await catalogue.run(file, { skipsWithoutBarcode: true })).toMatchObject({
      created: 2,
      refusedRows: { no_barcode: 2 },
    });
  });

  it('reads no further than the limit', async () => {
    const file = await catalogue.exports.writeJsonLines('mixed.jsonl', mixedRows);
    expect(await catalogue.run(file, { limit: 3 })).toMatchObject({ rowsRead: 3, created: 2 });
  });

  it('that ends early is an error, and what came before it is kept', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => ({
      code: gtinOf(i),
      product_name: `Biscuit no. ${i}`,
    }));
    const file = await catalogue.exports.writeJsonLines('cut.jsonl.gz', rows);
    await writeFile(file, (await readFile(file)).subarray(0, -20));
    await expect(catalogue.run(file)).rejects.toThrow(/unexpected end of file/);
    const [row] = await catalogue.query('SELECT count(*)::int AS count FROM products');
    expect(row?.['count']).toBeGreaterThan(1_000);
  });
});

it('a tab-separated export is read by column name', async () => {
  const file = await catalogue.exports.writeTabSeparated('small.tsv.gz', [
    ['code', 'product_name', 'brands', 'categories_tags', 'countries_tags', 'ingredients_text', 'fat_100g'],
    [
      gtinOf(10),
      'Pasta &quot;fina&quot;',
      '',
      'en:plant-based-foods,en:pastas',
      'en:italy',
      '"Type ""00"" wheat"',
      '1.5',
    ],
    [gtinOf(11), 'short line'],
    ['20450489', 'Noodles, in-store code', 'Dune', '', '', '', '1000'],
  ]);
  expect(await catalogue.run(file, { importer: createOffImporter() })).toMatchObject({
    rowsRead: 3,
    created: 2,
    refusedRows: { broken_line: 1 },
    refusedBarcodes: { restricted_circulation: 1 },
    warnings: { implausible_nutriment: 1 },
  });
  expect(await catalogue.findProduct(gtinOf(10))).toMatchObject({
    name: 'Pasta "fina"',
    category: 'pastas',
    country_of_origin: null,
    attributes: {},
    ingredients_text: 'Type "00" wheat',
    nutriments: { fat_g: 1.5 },
  });
});

it('a batch that fails leaves nothing of itself, and the next run adds what is missing', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}` }));
  const file = await catalogue.exports.writeJsonLines('fifty.jsonl', rows);
  await catalogue.query(`
    CREATE FUNCTION refuse_biscuit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'no more biscuits';
    END $$;
    CREATE TRIGGER refuse_biscuit BEFORE INSERT ON source_records
      FOR EACH ROW WHEN (NEW.source_key = lpad('${gtinOf(37)}', 14, '0')) EXECUTE FUNCTION refuse_biscuit()`);
  try {
    await expect(catalogue.run(file, { batchSize: 10 })).rejects.toThrow(
      'A batch was not saved: no more biscuits',
    );
  } finally {
    await catalogue.query('DROP FUNCTION refuse_biscuit CASCADE');
  }
  const saved = await catalogue.query(`
    SELECT batch, count(*)::int AS count FROM (SELECT substring(name, '[0-9]+')::int / 10 AS batch FROM products) AS p
    GROUP BY batch ORDER BY batch`);
  // The fourth batch failed; the fifth was saved beside it or not at all.
  const batches = saved.length > 3 ? [0, 1, 2, 4] : [0, 1, 2];
  expect(saved).toEqual(batches.map((batch) => ({ batch, count: 10 })));
  expect(await catalogue.query('SELECT count(*)::int AS count FROM search_outbox')).toEqual([
    { count: saved.length * 10 },
  ]);

  expect(await catalogue.run(file, { batchSize: 10 })).toMatchObject({ created: 50 - saved.length * 10 });
});

it('an interrupted run saves what it has read and says that it is not complete', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}` }));
  const file = await catalogue.exports.writeJsonLines('fifty.jsonl', rows);
  const interruption = new AbortController();
  const report = await catalogue.run(file, {
    batchSize: 10,
    signal: interruption.signal,
    onProgress: (progress) => progress.rows === 25 && interruption.abort(),
  });
  expect(report).toMatchObject({ rowsRead: 25, created: 25, isComplete: false });
  expect(await catalogue.countProducts()).toBe(25);
});

it('two imports of one file at once make each product and each brand once', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    code: gtinOf(i),
    product_name: `Biscuit no. ${i}`,
    brands: `Brand ${i % 40}`,
  }));
  const file = await catalogue.exports.writeJsonLines('both.jsonl', rows);
  const reports = await Promise.all([
    catalogue.run(file, { batchSize: 50 }),
    catalogue.run(file, { batchSize: 50 }),
  ]);
  const sum = (key: 'created' | 'unchanged') => reports.reduce((total, report) => total + report[key], 0);
  expect([sum('created'), sum('unchanged')]).toEqual([400, 400]);
  expect(await catalogue.query('SELECT count(*)::int AS count FROM products')).toEqual([{ count: 400 }]);
  expect(await catalogue.query('SELECT count(*)::int AS count FROM brands')).toEqual([{ count: 40 }]);
});

it('brands of one slug get numbers, and further brands of a row are left out', async () => {
  const names = ['A.B.', 'A B', 'A-B', 'Рот Фронт,Red Front'];
  const rows = names.map((brands, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}`, brands }));
  await catalogue.run(await catalogue.exports.writeJsonLines('brands.jsonl', rows));
  const brands = await catalogue.query('SELECT slug FROM brands ORDER BY slug');
  expect(brands.map((brand) => brand['slug'])).toEqual(['a-b', 'a-b-2', 'a-b-3', 'рот-фронт']);
});

it('each run leaves its start and its counts in the audit log and the time in the source', async () => {
  const file = await catalogue.exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  const [last] = await catalogue.query('SELECT coalesce(max(seq), 0)::int AS seq FROM audit_log');
  await catalogue.run(file);
  const entries = await catalogue.query(
    `SELECT actor, action, entity, after FROM audit_log WHERE seq > ${Number(last?.['seq'])} ORDER BY seq`,
  );
  expect(entries).toMatchObject([
    { actor: 'cli:import', action: 'import.started', entity: 'source', after: { file } },
    { actor: 'cli:import', action: 'import.finished', entity: 'source', after: { created: 1, rowsRead: 1 } },
  ]);
  expect(
    await catalogue.query(`SELECT code FROM sources WHERE last_imported_at > now() - interval '1 minute'`),
  ).toEqual([{ code: 'open_food_facts' }]);
});

it('tells the indexer when products were saved, and only then', async () => {
  const changes = await listenForChanges(catalogue.database);
  const file = await catalogue.exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  await catalogue.run(file);
  expect(await changes.count()).toBe(1);
  await catalogue.run(file);
  expect(await changes.count()).toBe(1);
});

it('a source that nobody knows is named', async () => {
  const file = await catalogue.exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  await expect(catalogue.run(file, { sourceCode: 'nobody' })).rejects.toThrow(UnknownSourceError);
});
