import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

/** The view shows and takes a row for each field of `provenance`. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ROWS = `SELECT product_id, field, source_id, submission_id, operator_id, recorded_at::text
  FROM field_provenance ORDER BY product_id, field, source_id`;

it('takes inserts, updates and deletes as a table would', async () => {
  const [first, second] = [await insertProduct(database.db), await insertProduct(database.db)];
  await database.pool.query('DELETE FROM provenance');
  const { rows: sources } = await database.pool.query<{ id: string }>(
    'SELECT id FROM sources ORDER BY code LIMIT 2',
  );
  const [one, two] = sources.map(({ id }) => id);
  await database.pool.query(
    `INSERT INTO field_provenance (product_id, field, source_id, recorded_at) VALUES
       ($1, 'name', $3, now() - interval '2 days'), ($1, 'brand', $3, now() - interval '2 days'),
       ($1, 'labels', $3, now()), ($1, 'name', $4, now()), ($2, 'name', $3, now())`,
    [first, second, one, two],
  );
  const read = async () => (await database.pool.query(ROWS)).rows;
  const ages = await database.pool.query(
    `SELECT field, (now() - recorded_at) > interval '1 day' AS "isOld" FROM field_provenance
     WHERE product_id = $1 AND source_id = $2 ORDER BY field`,
    [first, one],
  );
  expect(ages.rows).toEqual([
    { field: 'brand', isOld: true },
    { field: 'labels', isOld: false },
    { field: 'name', isOld: true },
  ]);

  const said = async () => {
    const rows = await read();
    const names = rows.map(
      (row) => `${row.product_id === first ? 1 : 2} ${row.field} ${row.source_id === one ? 1 : 2}`,
    );
    return names.sort();
  };
  const affected = async (text: string, values: unknown[]) =>
    (await database.pool.query(text, values)).rowCount;
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
  const { rows: left } = await database.pool.query('SELECT FROM provenance WHERE product_id = $1', [second]);
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
  expect(await affected('DELETE FROM field_provenance WHERE product_id IN ($1, $2)', [first, second])).toBe(
    now.length,
  );
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
});

it('two transactions that insert one row at the same moment leave it once', async () => {
  const id = await insertProduct(database.db);
  await database.pool.query('DELETE FROM provenance');
  const [a, b] = [await database.pool.connect(), await database.pool.connect()];
  try {
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
    a.release();
    b.release();
  }
});
