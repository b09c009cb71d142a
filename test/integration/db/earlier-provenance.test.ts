import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { withSchemaOf } from '../../support/database/earlier-schema.ts';

/** The last release that knows `field_provenance` as a table. */
const BEFORE = '0024_index_changes';

const ROWS = `SELECT product_id, field, source_id, submission_id, operator_id, recorded_at::text
  FROM field_provenance ORDER BY product_id, field, source_id`;

it('who says what is the same after the migration, and the release before reads and writes on', async () => {
  await withSchemaOf(BEFORE, inject('postgresUrl'), async (url) => {
    const owner = new Client({ connectionString: url });
    await owner.connect();
    const role = `factshelf_test_${randomBytes(6).toString('hex')}`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await owner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    const client = new Client({ connectionString: url.replace(/\/\/[^@]+@/, `//${role}:secret@`) });
    try {
      await client.connect();
      const [first, second] = [uuidV7(), uuidV7()];
      for (const id of [first, second]) {
        await client.query(
          `INSERT INTO products (id, name, search_name, status, category_id, quality_score)
           VALUES ($1, 'Oats', 'oats', 'active', (SELECT id FROM categories WHERE code = 'uncategorized-general'), 0)`,
          [id],
        );
      }
      const { rows: sources } = await client.query<{ id: string }>(
        'SELECT id FROM sources ORDER BY code LIMIT 2',
      );
      const [one, two] = sources.map(({ id }) => id);
      await client.query(
        `INSERT INTO field_provenance VALUES
           ($1, 'name', $3, now() - interval '2 days'), ($1, 'brand', $3, now() - interval '2 days'),
           ($1, 'labels', $3, now()), ($1, 'name', $4, now()), ($2, 'name', $3, now())`,
        [first, second, one, two],
      );
      await client.query(
        `UPDATE field_provenance SET submission_id = gen_random_uuid(), operator_id = gen_random_uuid()
         WHERE product_id = $1 AND source_id = $2 AND field = 'name'`,
        [first, two],
      );
      // The connection keeps its plan of the table.
      const read = async () => (await client.query({ name: 'rows', text: ROWS })).rows;
      const before = await read();
      expect(before).toHaveLength(5);

      await migrateDatabase(url);
      expect(await read()).toEqual(before);

      const said = async () => {
        const rows = await read();
        const names = rows.map(
          (row) => `${row.product_id === first ? 1 : 2} ${row.field} ${row.source_id === one ? 1 : 2}`,
        );
        return names.sort();
      };
      const affected = async (text: string, values: unknown[]) => (await client.query(text, values)).rowCount;
      const unnest = 'unnest($1::uuid[], $2::text[], $3::uuid[]) AS r(product_id, field, source_id)';
      // What an import, an approval and an operator say: one row is there already.
      const added = [
        [first, first, second],
        ['name', 'image', 'brand'],
        [one, one, two],
      ];
      const insert = `INSERT INTO field_provenance (product_id, field, source_id)
        SELECT product_id, field, source_id FROM ${unnest}`;
      expect(await affected(`${insert} ON CONFLICT DO NOTHING`, added)).toBe(2);
      expect(await said()).toEqual([
        '1 brand 1',
        '1 image 1',
        '1 labels 1',
        '1 name 1',
        '1 name 2',
        '2 brand 2',
        '2 name 1',
      ]);
      expect(
        await affected(insert, [
          [second, second],
          ['barcode', 'labels'],
          [one, one],
        ]),
      ).toBe(2);

      const [submission, person] = [uuidV7(), uuidV7()];
      const stamped = await affected(
        `UPDATE field_provenance f SET submission_id = $4, operator_id = $5, recorded_at = now() FROM ${unnest}
         WHERE f.product_id = r.product_id AND f.field = r.field AND f.source_id = r.source_id`,
        [[first, first, first], ['brand', 'image', 'stores'], [one, one, one], submission, person],
      );
      expect(stamped).toBe(2);
      const stamps = (await read()).filter((row) => row.submission_id === submission);
      expect(stamps.map((row) => [row.field, row.operator_id])).toEqual([
        ['brand', person],
        ['image', person],
      ]);

      const removed = await affected(
        `DELETE FROM field_provenance f USING ${unnest}
         WHERE f.product_id = r.product_id AND f.field = r.field AND f.source_id = r.source_id`,
        [
          [first, first, first, second, second],
          ['labels', 'image', 'stores', 'brand', 'name'],
          [one, one, one, two, one],
        ],
      );
      expect(removed).toBe(4);
      expect(await said()).toEqual(['1 brand 1', '1 name 1', '1 name 2', '2 barcode 1', '2 labels 1']);
      // Nothing is left of a source that says nothing any more.
      const { rows: left } = await client.query('SELECT FROM provenance WHERE product_id = $1', [second]);
      expect(left).toHaveLength(1);

      // A merge copies rows as they are, and its undoing puts them back.
      const copied = await affected(
        `INSERT INTO field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
         SELECT $2, field, source_id, submission_id, operator_id, recorded_at FROM field_provenance
         WHERE product_id = $1 AND field = ANY($3::text[]) ON CONFLICT DO NOTHING`,
        [first, second, ['brand', 'name']],
      );
      expect(copied).toBe(3);
      const now = await read();
      const stampOf = (id: string) =>
        now
          .filter((row) => row.product_id === id && row.field === 'brand')
          .map(({ product_id: _id, ...row }) => row);
      expect(stampOf(second)).toEqual(stampOf(first));
      expect(
        await affected('DELETE FROM field_provenance WHERE product_id IN ($1, $2)', [first, second]),
      ).toBe(now.length);
      await affected(
        `INSERT INTO field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
         SELECT r.product_id, r.field, r.source_id, r.submission_id, r.operator_id, r.recorded_at
         FROM jsonb_to_recordset($1::jsonb) AS r (product_id uuid, field text, source_id uuid, submission_id uuid,
           operator_id uuid, recorded_at timestamptz)`,
        [JSON.stringify(now)],
      );
      expect(await read()).toEqual(now);
      await affected('DELETE FROM products WHERE id = $1', [second]);
      expect(await said()).toEqual(['1 brand 1', '1 name 1', '1 name 2']);
      // What an import does at its end is a warning on a view.
      await owner.query('VACUUM (ANALYZE, SKIP_LOCKED) products, field_provenance');
    } finally {
      await client.end();
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
    }
  });
});

it('two who write one row at the same moment leave it once', async () => {
  await withSchemaOf(BEFORE, inject('postgresUrl'), async (url) => {
    await migrateDatabase(url);
    const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })] as const;
    const [a, b] = clients;
    try {
      for (const client of clients) await client.connect();
      const id = uuidV7();
      await a.query(
        `INSERT INTO products (id, name, search_name, status, category_id, quality_score)
         VALUES ($1, 'Oats', 'oats', 'active', (SELECT id FROM categories WHERE code = 'uncategorized-general'), 0)`,
        [id],
      );
      const insert = `INSERT INTO field_provenance (product_id, field, source_id)
        SELECT $1, field, (SELECT min(id::text)::uuid FROM sources) FROM unnest($2::text[]) AS field ON CONFLICT DO NOTHING`;
      await a.query('BEGIN');
      await a.query(insert, [id, ['name', 'brand']]);
      const waiting = b.query(insert, [id, ['name', 'labels']]);
      await a.query('COMMIT');
      expect((await waiting).rowCount).toBe(1);
      const { rows } = await a.query<{ field: string }>('SELECT field FROM field_provenance ORDER BY field');
      expect(rows.map(({ field }) => field)).toEqual(['brand', 'labels', 'name']);
    } finally {
      for (const client of clients) await client.end();
    }
  });
});
