import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnknownSourceError } from '../../src/import/import-context.ts';
import { importFile, type ImportOptions, type Refusal } from '../../src/import/import-file.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from '../support/export-file.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let exports: ExportDirectory;

beforeAll(async () => {
  database = await createTestDatabase();
  exports = await createExportDirectory();
});
afterAll(async () => {
  await database.drop();
  await exports.remove();
});
beforeEach(async () => {
  await database.db.execute(sql`TRUNCATE products, brands, search_outbox CASCADE`);
});

const run = async (path: string, options: Partial<ImportOptions> = {}) =>
  await importFile({ db: database.db, path, sourceCode: 'open_food_facts', ...options });

const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows;

/** Every row that an import can write, as text. */
const dump = async () => {
  const tables = ['products', 'food_details', 'barcodes', 'field_provenance', 'source_records', 'brands'];
  return await Promise.all(
    tables.map(
      async (table) => await query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`),
    ),
  );
};
const listDirty = async () =>
  (await query('SELECT product_id FROM search_outbox')).map((row) => row['product_id']);
const clearDirty = async () => await query('DELETE FROM search_outbox');
const findProduct = async (gtin: string) =>
  (
    await query(`
      SELECT p.id, p.name, p.search_name, br.name AS brand, c.code AS category, p.status, p.version,
             p.country_of_origin, p.quality_score::float8 AS quality_score, p.net_content_value::float8 AS content,
             p.net_content_unit AS unit, p.attributes, f.nutriments, f.nutrition_basis, f.ingredients_text,
             (SELECT jsonb_object_agg(field, codes) FROM (
                SELECT field, jsonb_agg(s.code ORDER BY s.code) AS codes
                FROM field_provenance fp JOIN sources s ON s.id = fp.source_id
                WHERE fp.product_id = p.id GROUP BY field) AS by_field) AS suppliers
      FROM barcodes b JOIN products p ON p.id = b.product_id LEFT JOIN brands br ON br.id = p.brand_id
      JOIN categories c ON c.id = p.category_id LEFT JOIN food_details f ON f.product_id = p.id
      WHERE b.gtin14 = lpad('${gtin}', 14, '0')`)
  )[0];

const oatBiscuits = {
  code: gtinOf(1),
  product_name: 'Harbour Oat Biscuits',
  brands: 'Harbour',
  categories_tags: ['en:snacks', 'en:sweet-snacks', 'en:biscuits-and-cakes', 'en:biscuits'],
  quantity: '250 g',
  manufacturing_places: 'Italia',
  nutriments: { 'energy-kcal_100g': 450, fat_100g: 18, carbohydrates_100g: 62, proteins_100g: 8 },
  ingredients_text: 'Oats, butter, sugar',
};
const appleJuice = { code: gtinOf(2), product_name: 'Dune Apple Juice', brands: 'Dune', obsolete: 'on' };
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
    const file = await exports.writeJsonLines('mixed.jsonl.gz', mixedRows);
    const report = await run(file, { onRefusal: (refusal) => refusals.push(refusal) });

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
    expect(await findProduct(oatBiscuits.code)).toMatchObject({
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
    expect(await findProduct(appleJuice.code)).toMatchObject({
      status: 'archived',
      category: 'uncategorized-food',
    });
    expect(await listDirty()).toHaveLength(4);
    // `Harbour` and `HÄRBOUR` fold alike.
    expect(await query('SELECT slug, name FROM brands ORDER BY slug')).toEqual([
      { slug: 'dune', name: 'Dune' },
      { slug: 'harbour', name: 'Harbour' },
    ]);
  });

  it('read a second time changes no row and marks nothing dirty', async () => {
    const file = await exports.writeJsonLines('mixed.jsonl.gz', mixedRows);
    await run(file);
    const before = await dump();
    await clearDirty();
    expect(await run(file)).toMatchObject({ created: 0, updated: 0, completed: 0, unchanged: 4 });
    expect(await dump()).toEqual(before);
    expect(await listDirty()).toEqual([]);
  });

  it('leaves out products without a valid barcode when asked to', async () => {
    const file = await exports.writeJsonLines('mixed.jsonl', mixedRows);
    expect(await run(file, { skipsWithoutBarcode: true })).toMatchObject({
      created: 2,
      refusedRows: { no_barcode: 2 },
    });
  });

  it('reads no further than the limit', async () => {
    const file = await exports.writeJsonLines('mixed.jsonl', mixedRows);
    expect(await run(file, { limit: 3 })).toMatchObject({ rowsRead: 3, created: 2 });
  });

  it('that ends early is an error, and what came before it is kept', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => ({
      code: gtinOf(i),
      product_name: `Biscuit no. ${i}`,
    }));
    const file = await exports.writeJsonLines('cut.jsonl.gz', rows);
    await writeFile(file, (await readFile(file)).subarray(0, -20));
    await expect(run(file)).rejects.toThrow(/unexpected end of file/);
    const [row] = await query('SELECT count(*)::int AS count FROM products');
    expect(row?.['count']).toBeGreaterThan(1_000);
  });
});

it('a tab-separated export is read by column name', async () => {
  const file = await exports.writeTabSeparated('small.tsv.gz', [
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
  expect(await run(file, { originFromSold: true })).toMatchObject({
    rowsRead: 3,
    created: 2,
    refusedRows: { broken_line: 1 },
    refusedBarcodes: { restricted_circulation: 1 },
    warnings: { implausible_nutriment: 1 },
  });
  expect(await findProduct(gtinOf(10))).toMatchObject({
    name: 'Pasta "fina"',
    category: 'pastas',
    country_of_origin: 'Italy',
    attributes: { countries_sold: ['Italy'] },
    ingredients_text: 'Type "00" wheat',
    nutriments: { fat_g: 1.5 },
  });
});

describe('a row that changed', () => {
  it('updates its product and no other', async () => {
    await run(await exports.writeJsonLines('before.jsonl', [oatBiscuits, appleJuice]));
    const before = await findProduct(oatBiscuits.code);
    await clearDirty();
    const { ingredients_text: _, ...changed } = {
      ...oatBiscuits,
      product_name: 'Harbour Oat & Fig Biscuits',
    };
    const report = await run(await exports.writeJsonLines('after.jsonl', [changed, appleJuice]));
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const after = await findProduct(oatBiscuits.code);
    expect(after).toMatchObject({
      id: before?.['id'],
      name: 'Harbour Oat & Fig Biscuits',
      version: 2,
      ingredients_text: null,
    });
    expect(after?.['suppliers']).not.toHaveProperty('ingredients_text');
    expect(Number(after?.['quality_score'])).toBeLessThan(Number(before?.['quality_score']));
    expect(await listDirty()).toEqual([before?.['id']]);
  });

  it('archives a product that is no longer sold, and takes that back, but not what an operator archived', async () => {
    const { obsolete: _, ...sold } = appleJuice;
    await run(await exports.writeJsonLines('sold.jsonl', [sold]));
    await run(await exports.writeJsonLines('obsolete.jsonl', [appleJuice]));
    expect(await findProduct(appleJuice.code)).toMatchObject({ status: 'archived' });
    await run(await exports.writeJsonLines('sold.jsonl', [sold]));
    expect(await findProduct(appleJuice.code)).toMatchObject({ status: 'active' });
    await query(`UPDATE products SET status = 'archived', archive_reason = 'recalled'`);
    await run(
      await exports.writeJsonLines('sold.jsonl', [{ ...sold, product_name: 'Dune Apple Juice 1 l' }]),
    );
    expect(await findProduct(appleJuice.code)).toMatchObject({
      status: 'archived',
      name: 'Dune Apple Juice 1 l',
    });
  });

  it('does not undo what an operator has put in its place', async () => {
    await run(await exports.writeJsonLines('before.jsonl', [oatBiscuits]));
    await query(`
      WITH product AS (UPDATE products SET name = 'Oat Biscuits' RETURNING id)
      UPDATE field_provenance f SET source_id = (SELECT id FROM sources WHERE code = 'operator')
      FROM product WHERE f.product_id = product.id AND f.field = 'name'`);
    const changed = { ...oatBiscuits, product_name: 'OAT BISCUITS !!!', quantity: '300 g' };
    await run(await exports.writeJsonLines('after.jsonl', [changed]));
    expect(await findProduct(oatBiscuits.code)).toMatchObject({
      name: 'Oat Biscuits',
      content: 300,
      suppliers: { name: ['operator'] },
    });
  });
});

describe('a barcode that a product of another source has', () => {
  beforeEach(async () => {
    await query(`
      WITH brand AS (
        INSERT INTO brands (id, name, slug, brand_key) VALUES (gen_random_uuid(), 'Harbour', 'harbour', 'harbour')
        RETURNING id
      ), product AS (
        INSERT INTO products (id, name, search_name, brand_id, category_id, status, quality_score)
        SELECT gen_random_uuid(), 'Oaties', 'oaties', brand.id, c.id, 'active', 0.3
        FROM brand, categories c WHERE c.code = 'uncategorized-food' RETURNING id
      ), barcode AS (
        INSERT INTO barcodes (gtin14, product_id, type, pack_level, is_primary)
        SELECT lpad('${oatBiscuits.code}', 14, '0'), id, 'gtin13', 'each', true FROM product
      )
      INSERT INTO field_provenance (product_id, field, source_id)
      SELECT product.id, field, s.id FROM product, sources s, unnest(ARRAY['name', 'brand', 'barcode']) AS field
      WHERE s.code = 'community'`);
  });

  it('completes it: missing fields are filled, equal values confirmed, others left alone', async () => {
    const report = await run(await exports.writeJsonLines('completing.jsonl', [oatBiscuits]));
    expect(report).toMatchObject({ created: 0, completed: 1 });
    const product = await findProduct(oatBiscuits.code);
    expect(product).toMatchObject({
      name: 'Oaties',
      brand: 'Harbour',
      category: 'biscuits',
      content: 250,
      country_of_origin: 'Italy',
      ingredients_text: 'Oats, butter, sugar',
      suppliers: {
        name: ['community'],
        brand: ['community', 'open_food_facts'],
        barcode: ['community', 'open_food_facts'],
        net_content: ['open_food_facts'],
      },
    });
    expect(Number(product?.['quality_score'])).toBeGreaterThan(0.6);
    expect(await query('SELECT count(*)::int AS count FROM products')).toEqual([{ count: 1 }]);
  });

  it('is completed once: the second run changes nothing', async () => {
    const file = await exports.writeJsonLines('completing.jsonl', [oatBiscuits]);
    await run(file);
    const before = await dump();
    await clearDirty();
    expect(await run(file)).toMatchObject({ completed: 0, unchanged: 1 });
    expect(await dump()).toEqual(before);
    expect(await listDirty()).toEqual([]);
  });
});

it('a batch that fails leaves nothing of itself, and the next run adds what is missing', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}` }));
  const file = await exports.writeJsonLines('fifty.jsonl', rows);
  await query(`
    CREATE FUNCTION refuse_biscuit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'no more biscuits';
    END $$;
    CREATE TRIGGER refuse_biscuit BEFORE INSERT ON source_records
      FOR EACH ROW WHEN (NEW.source_key = lpad('${gtinOf(37)}', 14, '0')) EXECUTE FUNCTION refuse_biscuit()`);
  try {
    await expect(run(file, { batchSize: 10 })).rejects.toThrow();
  } finally {
    await query('DROP FUNCTION refuse_biscuit CASCADE');
  }
  // The fourth batch failed; of the fifth, saved beside it or not at all, no part is missing.
  const saved = await query(`
    SELECT batch, count(*)::int AS count FROM (SELECT substring(name, '[0-9]+')::int / 10 AS batch FROM products) AS p
    GROUP BY batch ORDER BY batch`);
  expect(saved.slice(0, 3)).toEqual([0, 1, 2].map((batch) => ({ batch, count: 10 })));
  expect(saved.slice(3)).toEqual(saved.length > 3 ? [{ batch: 4, count: 10 }] : []);
  expect(await query('SELECT count(*)::int AS count FROM search_outbox')).toEqual([
    { count: saved.length * 10 },
  ]);

  expect(await run(file, { batchSize: 10 })).toMatchObject({ created: 50 - saved.length * 10 });
});

it('two imports of one file at once make each product and each brand once', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    code: gtinOf(i),
    product_name: `Biscuit no. ${i}`,
    brands: `Brand ${i % 40}`,
  }));
  const file = await exports.writeJsonLines('both.jsonl', rows);
  const reports = await Promise.all([run(file, { batchSize: 50 }), run(file, { batchSize: 50 })]);
  const sum = (key: 'created' | 'unchanged') => reports.reduce((total, report) => total + report[key], 0);
  expect([sum('created'), sum('unchanged')]).toEqual([400, 400]);
  expect(await query('SELECT count(*)::int AS count FROM products')).toEqual([{ count: 400 }]);
  expect(await query('SELECT count(*)::int AS count FROM brands')).toEqual([{ count: 40 }]);
});

it('brands of one slug get numbers, and further brands of a row are aliases', async () => {
  const names = ['A.B.', 'A B', 'A-B', 'Рот Фронт,Red Front'];
  const rows = names.map((brands, i) => ({ code: gtinOf(i), product_name: `Biscuit no. ${i}`, brands }));
  await run(await exports.writeJsonLines('brands.jsonl', rows));
  const brands = await query('SELECT slug, aliases FROM brands ORDER BY slug');
  expect(brands.map((brand) => brand['slug'])).toEqual(['a-b', 'a-b-2', 'a-b-3', 'рот-фронт']);
  expect(brands.at(-1)?.['aliases']).toEqual(['Red Front']);
});

it('each run leaves its start and its counts in the audit log and the time in the source', async () => {
  const file = await exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  const [last] = await query('SELECT coalesce(max(seq), 0)::int AS seq FROM audit_log');
  await run(file);
  const entries = await query(
    `SELECT actor, action, entity, after FROM audit_log WHERE seq > ${Number(last?.['seq'])} ORDER BY seq`,
  );
  expect(entries).toMatchObject([
    { actor: 'cli:import', action: 'import.started', entity: 'source', after: { file } },
    { actor: 'cli:import', action: 'import.finished', entity: 'source', after: { created: 1, rowsRead: 1 } },
  ]);
  expect(
    await query(`SELECT code FROM sources WHERE last_imported_at > now() - interval '1 minute'`),
  ).toEqual([{ code: 'open_food_facts' }]);
});

it('wakes the indexer when products were saved, and lives with its failure', async () => {
  const file = await exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  let calls = 0;
  const wakeIndexer = async () => {
    calls += 1;
    throw new Error('the queue is away');
  };
  await run(file, { wakeIndexer });
  expect(calls).toBe(1);
  await run(file, { wakeIndexer });
  expect(calls).toBe(1);
});

it('a source that nobody knows is named', async () => {
  const file = await exports.writeJsonLines('one.jsonl', [oatBiscuits]);
  await expect(run(file, { sourceCode: 'nobody' })).rejects.toThrow(UnknownSourceError);
});
