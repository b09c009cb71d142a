import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { withSchemaOf } from '../../support/database/earlier-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('migrations', () => {
  it('run from several processes at once, and a second run changes nothing', async () => {
    const server = inject('postgresUrl');
    const name = `factshelf_test_${randomBytes(6).toString('hex')}`;
    const admin = new Client({ connectionString: server });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    try {
      const url = new URL(server);
      url.pathname = `/${name}`;
      await Promise.all([1, 2, 3].map(() => migrateDatabase(url.href)));
      await migrateDatabase(url.href);
      const client = new Client({ connectionString: url.href });
      await client.connect();
      const applied = await client.query<{ count: string }>(
        'SELECT count(*) FROM drizzle.__drizzle_migrations',
      );
      await client.end();
      const files = readdirSync(path.join(root, 'migrations')).filter((file) => file.endsWith('.sql'));
      expect(Number(applied.rows[0]?.count)).toBe(files.length);
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    }
  });

  it('have labels read again that the release before has read', async () => {
    await withSchemaOf('0015_people_make_records', inject('postgresUrl'), async (url) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(`
          INSERT INTO products (id, name, search_name, status, category_id, quality_score, read_version)
          SELECT gen_random_uuid(), 'Oats', 'oats', 'active', id, 0.5, 1 FROM categories
          WHERE code = 'uncategorized-general'`);
        await migrateDatabase(url);
        const { rows } = await client.query('SELECT reason, scope, state FROM quality_recomputes');
        expect(rows).toEqual([{ reason: 'labels.read_again', scope: { all: true }, state: 'pending' }]);
      } finally {
        await client.end();
      }
    });
  });

  it('make what the schema in the code says', () => {
    const output = execFileSync('npx', ['drizzle-kit', 'generate', '--name', 'drift'], {
      cwd: root,
      encoding: 'utf8',
    });
    // Otherwise it has written the missing migration, to be read and committed.
    expect(output).toContain('No schema changes');
  });
});

describe('the database guards itself', () => {
  let database: TestDatabase;
  const refusal = (statement: string) =>
    database.pool.query(statement).then(
      () => 'nothing',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has a primary key on every table', async () => {
    const { rows } = await database.pool.query<{ table: string }>(`
      SELECT c.relname AS table FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r'
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p')`);
    expect(rows).toEqual([]);
  });

  it('keeps one code with one product, and at most one primary barcode for a product', async () => {
    const first = await insertProduct(database.db, { gtins: ['4006381333931'] });
    const second = await insertProduct(database.db);
    const barcode = (gtin14: string, product: string) =>
      `INSERT INTO barcodes (gtin14, product_id, type, pack_level, is_primary)
       VALUES ('${gtin14}', '${product}', 'gtin13', 'each', true)`;
    expect(await refusal(barcode('04006381333931', second))).toBe('barcodes_pkey');
    expect(await refusal(barcode('03017620422003', first))).toBe('barcodes_one_primary_key');
    expect(await refusal(barcode('4006381333931', second))).toBe('barcodes_gtin14_form');
  });

  it('takes no product in use without a category, no score beyond 1 and no price that is not a number', async () => {
    const id = await insertProduct(database.db);
    expect(await refusal(`UPDATE products SET category_id = NULL WHERE id = '${id}'`)).toBe(
      'products_active_has_category',
    );
    expect(await refusal(`UPDATE products SET quality_score = 1.001 WHERE id = '${id}'`)).toBe(
      'products_quality_range',
    );
    expect(
      await refusal(`INSERT INTO msrp_snapshots (id, product_id, amount, currency, region, source_id)
        SELECT gen_random_uuid(), '${id}', 'NaN', 'EUR', 'FR', id FROM sources LIMIT 1`),
    ).toBe('msrp_snapshots_amount_range');
  });

  it('refuses to change, delete or empty the audit log', async () => {
    await database.pool.query(
      "INSERT INTO audit_log (actor, action, entity) VALUES ('test', 'test', 'test')",
    );
    for (const statement of [
      "UPDATE audit_log SET actor = 'x'",
      'DELETE FROM audit_log',
      'TRUNCATE audit_log',
    ]) {
      expect(await refusal(statement), statement).toContain('audit_log is append-only');
    }
  });

  it('marks a product dirty in the transaction that changes it, and not when nothing the index holds changed', async () => {
    const id = await insertProduct(database.db, {
      brand: 'Marked brand',
      category: 'marked-root/marked-leaf',
    });
    const marks = async () =>
      (await database.pool.query(`SELECT FROM search_outbox WHERE product_id = '${id}'`)).rowCount;
    const clear = () => database.pool.query('DELETE FROM search_outbox');
    for (const statement of [
      `UPDATE products SET name = 'Another name', search_name = 'another name' WHERE id = '${id}'`,
      "UPDATE brands SET name = 'Renamed brand' WHERE name = 'Marked brand'",
      "UPDATE categories SET path = 'elsewhere/marked-leaf' WHERE code = 'marked-leaf'",
    ]) {
      await clear();
      await database.pool.query(statement);
      expect(await marks(), statement).toBe(1);
    }
    await clear();
    await database.pool.query(`UPDATE products SET archive_reason = 'none' WHERE id = '${id}'`);
    expect(await marks()).toBe(0);
    await database.pool.query(`BEGIN; UPDATE products SET name = 'Rolled back' WHERE id = '${id}'; ROLLBACK`);
    expect(await marks()).toBe(0);
  });
});
