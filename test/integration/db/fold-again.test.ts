import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { FOLDED_SINCE } from '../../../src/platform/db/fold-again.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  const { db } = database;
  await insertProduct(db, { name: 'Jerry’s™ ice', brand: 'Ben & Jerry’s' });
  await insertProduct(db, { name: 'Jerry’s™ ice', brand: 'KitKat' });
  await insertProduct(db, { name: 'Wafer', brand: 'Other' });
  // As a release before has stored them.
  await db.execute(sql`UPDATE products SET search_name = 'jerry’stm ice' WHERE name LIKE 'Jerry%'`);
  await db.execute(sql`UPDATE brands SET brand_key = 'ben & jerry’s' WHERE name LIKE 'Ben%'`);
  await db.execute(sql`UPDATE brands SET name = 'KitKat™', brand_key = 'kitkattm' WHERE name = 'Other'`);
  await db.execute(sql`
    INSERT INTO brand_names (name_key, brand_id, name, is_alias)
    SELECT 'b&j’s', id, 'B&J’s', true FROM brands WHERE name LIKE 'Ben%'`);
  await db.execute(sql`ALTER TABLE source_records DROP COLUMN gtin14`);
  await db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at >= ${FOLDED_SINCE}`);
  await migrateDatabase(database.url);
});
afterAll(() => database.drop());

test('an upgrade folds what an earlier release has stored', async () => {
  const { rows } = await database.db.execute(sql`SELECT DISTINCT search_name FROM products ORDER BY 1`);
  expect(rows).toEqual([{ search_name: "jerry's ice" }, { search_name: 'wafer' }]);
  const names = await database.db.execute(sql`SELECT name_key, is_alias FROM brand_names ORDER BY 1`);
  expect(names.rows).toEqual([
    { name_key: "b&j's", is_alias: true },
    { name_key: "ben & jerry's", is_alias: false },
    { name_key: 'kitkat', is_alias: false },
    // Two brands stay two until an operator merges them.
    { name_key: 'kitkattm', is_alias: false },
  ]);
  expect((await api.get(`/products/search?q=jerry's%20ice`)).body.items).toHaveLength(2);
});
