import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb } from '../../../src/platform/db/client.ts';
import { searchPart } from '../../../src/search/engines/postgres/stand-in.ts';
import { SIMILARITY_SETTINGS } from '../../../src/search/search-limits.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import { createSinglePool } from '../../support/database/single-connection.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDemoDatabase();
  // Of few products Postgres would read every one anyway.
  await database.pool.query(`
    insert into products (id, name, search_name, status, category_id, quality_score, read_version)
    select gen_random_uuid(), 'Soap', 'soap', 'active', (select min(id::text)::uuid from categories), 0, 1
    from generate_series(1, 20000)`);
  await database.pool.query('analyze products, barcodes');
});
afterAll(() => database.drop());

it('finds some products by a part of their barcodes, and does not read every product', async () => {
  const pool = createSinglePool(database.url, { settings: SIMILARITY_SETTINGS });
  const countScans = async (): Promise<number> => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await database.pool.query<{ seq_scan: string }>(
      "select seq_scan from pg_stat_user_tables where relname = 'products'",
    );
    return Number(rows[0]?.seq_scan);
  };
  const digits = '952100';
  const query = { text: digits, digits, filters: {}, offset: 0, limit: 20, caller: '' };
  const find = () => searchPart(createDb(pool), query, new AbortController().signal);
  try {
    // A new connection may be too slow for the limit of the search.
    await find();
    const before = await countScans();
    const { items } = await find();
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter(({ gtin }) => !gtin?.includes(digits))).toEqual([]);
    expect(await countScans()).toBe(before);
  } finally {
    await pool.end();
  }
});
