import { readFileSync } from 'node:fs';
import { Client, type ClientBase } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { withSchemaOf } from '../../support/database/earlier-schema.ts';
import { createTestDatabase } from '../../support/database/test-database.ts';

const BEFORE = readFileSync(new URL('../../support/database/before-1.0.sql', import.meta.url), 'utf8');

const FILL = `
  INSERT INTO products (id, name, search_name, status, category_id, quality_score)
  SELECT gen_random_uuid(), 'Oats ' || n, 'oats ' || n, 'active', c.id, 0.5
  FROM generate_series(1, 50) n, categories c WHERE c.code = 'uncategorized-general';
  INSERT INTO barcodes (gtin14, product_id, type, pack_level, is_primary)
  SELECT lpad(row_number() OVER ()::text, 14, '0'), id, 'gtin13', 'each', true FROM products;
  INSERT INTO field_provenance (product_id, field, source_id)
  SELECT p.id, 'name', s.id FROM products p, sources s WHERE s.code = 'open_food_facts';
  INSERT INTO accounts (id, email, password_hash) VALUES (gen_random_uuid(), 'ada@example.org', 'x');
  INSERT INTO api_keys (id, account_id, prefix, hash)
  SELECT gen_random_uuid(), id, 'fs_12345', decode(repeat('ab', 32), 'hex') FROM accounts;
  INSERT INTO operators (id, email, password_hash, role) VALUES (gen_random_uuid(), 'eve@example.org', 'x', 'editor');
  INSERT INTO submissions (id, source, content, content_hash, account_id)
  SELECT gen_random_uuid(), 'public', '{"name": "Rye"}', '\\x01', id FROM accounts;
  UPDATE submissions SET status = 'approved', reviewed_at = now(), reviewed_by = (SELECT id FROM operators);
  INSERT INTO audit_log (actor, action, entity) VALUES ('eve@example.org', 'submission.approved', 'submission');
  INSERT INTO search_words (word) VALUES ('oats');`;

/** Everything that a schema is: each thing by its name, as the catalogs of Postgres write it. */
const SCHEMA = `
  SELECT 'extension' AS kind, extname::text AS name, extversion AS is FROM pg_extension
  UNION ALL SELECT 'relation', relname, concat_ws(' ', relkind, relpersistence, reloptions::text, relacl::text) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S')
  UNION ALL SELECT 'column', c.relname || '.' || a.attname, concat_ws(' ', row_number() OVER (PARTITION BY c.oid ORDER BY attnum),
      format_type(atttypid, atttypmod), attnotnull, attidentity, attstattarget, attstorage, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (c.oid, attnum)
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
  UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'view', viewname, definition FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid), proacl::text) FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL SELECT 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'sequence', sequencename, concat_ws(' ', data_type, start_value, increment_by, cache_size) FROM pg_sequences
    WHERE schemaname = 'public'
  ORDER BY 1, 2`;

const readSchema = async (client: Pick<ClientBase, 'query'>) => (await client.query(SCHEMA)).rows;

/** Every row of every table, without what carrying over drops. */
async function readRows(client: ClientBase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'search_words' ORDER BY 1`);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: unknown }>(
      `SELECT to_jsonb(t) - 'filled_to' AS row FROM ${name} t ORDER BY 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function withEarlier(work: (client: Client, url: string) => Promise<void>): Promise<void> {
  await withSchemaOf('0000_version_1_0', inject('postgresUrl'), async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(BEFORE);
      await client.query(FILL);
      await work(client, url);
    } finally {
      await client.end();
    }
  });
}

describe('a database of the last commit before 1.0', () => {
  it('has the schema of 1.0 after db:migrate, and every row as it was', async () => {
    await withEarlier(async (client, url) => {
      await client.query('UPDATE change_feed SET filled_to = NULL');
      // Empty: a migration that adds to what products show of a source puts it there.
      const { product_change_scopes: scopes, ...before } = await readRows(client);
      expect(scopes).toEqual([]);
      expect(before['products']).toHaveLength(50);
      await migrateDatabase(url);
      // Later migrations add tables and columns.
      const after = await readRows(client);
      expect(after).toMatchObject(before);
      const fresh = await createTestDatabase();
      try {
        expect(await readSchema(client)).toEqual(await readSchema(fresh.pool));
        const journal = 'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at';
        expect((await client.query(journal)).rows).toEqual((await fresh.pool.query(journal)).rows);
      } finally {
        await fresh.drop();
      }
      await migrateDatabase(url);
      expect(await readRows(client)).toEqual(after);
    });
  });

  it('marks products that the change feed had not come to', async () => {
    await withEarlier(async (client, url) => {
      await client.query(`
        TRUNCATE product_change_marks;
        UPDATE change_feed SET filled_to = (SELECT id FROM products ORDER BY id OFFSET 29 LIMIT 1);
        INSERT INTO product_changes (position, product_id, is_gone)
        SELECT row_number() OVER (), id, false FROM products ORDER BY id DESC LIMIT 5`);
      await migrateDatabase(url);
      const { rows } = await client.query<{ marks: number }>(
        'SELECT count(*)::int AS marks FROM product_change_marks',
      );
      expect(rows).toEqual([{ marks: 15 }]);
    });
  });

  it('is refused, and left as it is, when it is of an earlier commit', async () => {
    await withEarlier(async (client, url) => {
      await client.query("DELETE FROM drizzle.__drizzle_migrations WHERE hash = '0036'");
      const before = await readSchema(client);
      await expect(migrateDatabase(url)).rejects.toThrow('0036_drop_index_changes');
      expect(await readSchema(client)).toEqual(before);
    });
  });
});
