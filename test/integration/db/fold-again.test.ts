import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { withSchemaOf } from '../../support/database/earlier-schema.ts';

/** The last migration of the release that folded otherwise. */
const BEFORE = '0013_misses';

const STORED = `
  INSERT INTO products (id, name, search_name, status, quality_score) VALUES
    (gen_random_uuid(), 'Jerry’s™ ice', 'jerry’stm ice', 'draft', 0),
    (gen_random_uuid(), 'Wafer', 'wafer', 'draft', 0);
  INSERT INTO brands (id, name, slug, brand_key) VALUES
    (gen_random_uuid(), 'Ben & Jerry’s', 'ben-jerrys', 'ben & jerry’s'),
    (gen_random_uuid(), 'KitKat', 'kitkat', 'kitkat'),
    (gen_random_uuid(), 'KitKat™', 'kitkat-2', 'kitkattm');
  INSERT INTO brand_names (name_key, brand_id, name, is_alias)
  SELECT 'b&j’s', id, 'B&J’s', true FROM brands WHERE slug = 'ben-jerrys';`;

test('an upgrade folds what an earlier release has stored', async () => {
  await withSchemaOf(BEFORE, inject('postgresUrl'), async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(STORED);
      await migrateDatabase(url);
      const products = await client.query('SELECT search_name FROM products ORDER BY 1');
      expect(products.rows).toEqual([{ search_name: "jerry's ice" }, { search_name: 'wafer' }]);
      const names = await client.query('SELECT name_key, is_alias FROM brand_names ORDER BY 1');
      expect(names.rows).toEqual([
        { name_key: "b&j's", is_alias: true },
        { name_key: "ben & jerry's", is_alias: false },
        { name_key: 'kitkat', is_alias: false },
        // Two brands stay two until an operator merges them.
        { name_key: 'kitkattm', is_alias: false },
      ]);
    } finally {
      await client.end();
    }
  });
});
