import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDemoProducts } from '../../../src/demo/demo-products.ts';
import { loadDemoCatalogue } from '../../../src/demo/demo-catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { listFailedAttributeChecks } from '../../../src/quality/plausibility-check.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const logger = createLogger('test', 'warn');
const expectedCount = buildDemoProducts().length;

let database: TestDatabase;
let loadedCounts: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  loadedCounts = await Promise.all([
    loadDemoCatalogue(database.db, logger),
    loadDemoCatalogue(database.db, logger),
  ]);
});
afterAll(() => database.drop());

async function rows<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text)).rows;
}

async function count(text: string): Promise<number> {
  const [row] = await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`);
  return row!.count;
}

describe('loadDemoCatalogue', () => {
  it('loads once when called twice at once', async () => {
    expect(loadedCounts.sort((a, b) => a - b)).toEqual([0, expectedCount]);
    expect(await count('products')).toBe(expectedCount);
    expect(await count(`audit_log WHERE action = 'demo.loaded' AND actor = 'system:demo'`)).toBe(1);
  });

  it('loads nothing into a catalogue that has products', async () => {
    expect(await loadDemoCatalogue(database.db, logger)).toBe(0);
    expect(await count('products')).toBe(expectedCount);
  });

  it('marks every product for the index', async () => {
    expect(await count('products p JOIN search_outbox o ON o.product_id = p.id')).toBe(expectedCount);
  });

  it('fills food, electronics, beauty and household, and nothing else', async () => {
    const kinds = await rows<{ kind: string; count: number }>(
      `SELECT c.archive_kind AS kind, count(*)::int AS count FROM products p JOIN categories c ON c.id = p.category_id
       WHERE p.status = 'active' GROUP BY 1 ORDER BY 2 DESC`,
    );
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['beauty', 'electronics', 'food', 'household']);
    expect(kinds[0]).toMatchObject({ kind: 'food' });
    expect(kinds.find(({ kind }) => kind === 'electronics')!.count).toBeGreaterThan(60);
    expect(await count('food_details')).toBe(kinds[0]!.count);
    expect(
      await count(`food_details f JOIN products p ON p.id = f.product_id JOIN categories c ON c.id = p.category_id
                   WHERE c.archive_kind <> 'food'`),
    ).toBe(0);
  });

  it('has only attributes that fit the field template of the kind', async () => {
    const fields = await rows<TemplateRow>(
      'SELECT kind, key, type, required, options, min::float, max::float FROM kind_fields',
    );
    const products = await rows<{ name: string; kind: string; attributes: Record<string, unknown> }>(
      `SELECT p.name, c.archive_kind AS kind, p.attributes FROM products p JOIN categories c ON c.id = p.category_id
       WHERE p.attributes <> '{}'`,
    );
    expect(products.length).toBeGreaterThan(80);
    for (const { name, kind, attributes } of products) {
      const template = fields.filter((field) => field.kind === kind);
      for (const [key, value] of Object.entries(attributes)) {
        const field = template.find((candidate) => candidate.key === key);
        expect([name, key, field && (field.options ? 'option' : field.type)]).toEqual([
          name,
          key,
          field?.options?.includes(String(value)) ? 'option' : typeof value,
        ]);
      }
      expect([name, listFailedAttributeChecks(attributes, template)]).toEqual([name, []]);
      const required = template.filter((field) => field.required).map((field) => field.key);
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required));
    }
  });

  it('names its source for every product and field it knows', async () => {
    const [source] = await rows<{ id: string; license: string }>(
      `SELECT id, license FROM sources WHERE code = 'demo'`,
    );
    expect(source!.license).toBe('CC0 1.0');
    expect(await count(`field_provenance WHERE field = 'name' AND source_id = '${source!.id}'`)).toBe(
      expectedCount,
    );
    expect(await count(`field_provenance WHERE field = 'brand'`)).toBe(
      await count('products WHERE brand_id IS NOT NULL'),
    );
    expect(await count(`field_provenance WHERE field = 'barcode'`)).toBe(
      await count('barcodes WHERE is_primary'),
    );
  });

  it('gives most products a score that qualifies, and some one that does not', async () => {
    expect(await count('products WHERE quality_score >= 0.6')).toBeGreaterThan(expectedCount * 0.75);
    expect(await count('products WHERE quality_score < 0.6')).toBeGreaterThan(expectedCount * 0.04);
  });

  it('is complete for most food, and poor for some', async () => {
    const food = `products p JOIN categories c ON c.id = p.category_id WHERE c.archive_kind = 'food'`;
    const poor = (await count(`${food} AND p.quality_score < 0.6`)) / (await count(food));
    expect(poor).toBeGreaterThan(0.04);
    expect(poor).toBeLessThan(0.25);
    expect(await rows(`SELECT max(p.quality_score)::float8 AS best FROM ${food}`)).toEqual([{ best: 0.9 }]);
  });

  it('has a spread that a query with a typo finds first', async () => {
    const [best] = await rows<{ name: string }>(
      `SELECT name FROM products WHERE 'nociola' <% search_name
       ORDER BY word_similarity('nociola', search_name) * (0.5 + quality_score) DESC, quality_score DESC, id LIMIT 1`,
    );
    expect(best!.name).toMatch(/^Nocciola .*hazelnut spread/);
  });
});

describe('loadDemoCatalogue in another database', () => {
  it('makes the same ids, and is all or nothing when a category is missing', async () => {
    const other = await createTestDatabase();
    try {
      await other.pool.query(`UPDATE categories SET code = 'gone' WHERE code = 'hazelnut-spreads'`);
      await expect(loadDemoCatalogue(other.db, logger)).rejects.toThrow('hazelnut-spreads');
      expect((await other.pool.query('SELECT FROM brands')).rowCount).toBe(0);
      await other.pool.query(`UPDATE categories SET code = 'hazelnut-spreads' WHERE code = 'gone'`);
      await loadDemoCatalogue(other.db, logger);
      const ids =
        'SELECT id FROM products UNION ALL SELECT id FROM brands UNION ALL SELECT id FROM msrp_snapshots ORDER BY 1';
      expect((await other.pool.query(ids)).rows).toEqual((await database.pool.query(ids)).rows);
    } finally {
      await other.drop();
    }
  });
});

interface TemplateRow extends Record<string, unknown> {
  kind: string;
  key: string;
  type: string;
  required: boolean;
  options: string[] | null;
  min: number | null;
  max: number | null;
}
