import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCards } from '../../../src/catalog/products/product-card-store.ts';
import { findProducts, findProductsByBarcodes } from '../../../src/catalog/products/product-store.ts';
import { createDb, type Db } from '../../../src/platform/db/client.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import { createSinglePool } from '../../support/database/single-connection.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';

const ID = '00000000-0000-7000-8000-000000000000';
const GTIN14 = '09521000000018';
/** Postgres tries five plans made for the values before it may keep one for all. */
const TRIED = 5;

let database: TestDatabase;
let db: Db;
let end: () => Promise<void>;
beforeAll(async () => {
  database = await createDemoDatabase();
  // Without statistics every list seems to find one row.
  await database.pool.query('analyze products, barcodes, food_details, provenance');
  // One connection, which holds what it has prepared.
  const pool = createSinglePool(database.url);
  db = createDb(pool);
  end = () => pool.end();
});
afterAll(async () => {
  await end();
  await database.drop();
});

test.each([
  ['find_products_by_barcodes', () => findProductsByBarcodes(db, [GTIN14])],
  ['find_products', () => findProducts(db, [ID])],
  ['list_cards', () => listCards(db, [])],
])('the statement %s is not planned for each list of values', async (name, run) => {
  for (let times = 0; times < 2 * TRIED; times += 1) await run();
  const { rows } = await db.execute(
    sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name = ${name}`,
  );
  expect(rows).toEqual([{ custom_plans: TRIED, generic_plans: TRIED }]);
});
