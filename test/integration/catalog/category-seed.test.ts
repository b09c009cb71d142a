import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows;

it('each category stands one level below its parent, on its path and in its archive kind', async () => {
  expect(
    await query(`
      SELECT c.code FROM categories c JOIN categories parent ON parent.id = c.parent_id
      WHERE c.path <> parent.path || '/' || c.code OR c.level <> parent.level + 1
         OR c.archive_kind <> parent.archive_kind`),
  ).toEqual([]);
  expect(
    await query(
      `SELECT code, path, archive_kind FROM categories WHERE parent_id IS NULL AND level = 1 ORDER BY code`,
    ),
  ).toEqual(
    ['beauty', 'electronics', 'food', 'general', 'household', 'petfood'].map((kind) => ({
      code: kind,
      path: kind,
      archive_kind: kind,
    })),
  );
  expect(await query('SELECT count(*)::int AS count FROM categories WHERE parent_id IS NULL')).toEqual([
    { count: 6 },
  ]);
});

it('each archive kind has a place for what has no category', async () => {
  expect(
    await query(`
      SELECT k.code FROM kinds k LEFT JOIN categories c ON c.code = 'uncategorized-' || k.code
      WHERE c.archive_kind IS DISTINCT FROM k.code`),
  ).toEqual([]);
});

it('names are readable', async () => {
  expect(
    await query(`SELECT name, path FROM categories WHERE code IN ('fruit-juices', 'usb-hubs') ORDER BY code`),
  ).toEqual([
    { name: 'Fruit juices', path: 'food/beverages/plant-based-beverages/juices-and-nectars/fruit-juices' },
    { name: 'USB hubs', path: 'electronics/computer-accessories/usb-hubs' },
  ]);
});

it('electronics have a field template with units, ranges, an enum and required fields; food has none', async () => {
  const fields = await query(`SELECT * FROM kind_fields ORDER BY kind, position`);
  const electronics = fields.filter((field) => field['kind'] === 'electronics');
  expect(electronics.length).toBeGreaterThanOrEqual(8);
  expect(electronics.some((field) => field['unit'] === 'mAh' && field['max'] !== null)).toBe(true);
  expect(electronics.some((field) => field['type'] === 'enum' && Array.isArray(field['options']))).toBe(true);
  expect(electronics.some((field) => field['required'])).toBe(true);
  expect(electronics.map((field) => field['position'])).toEqual(electronics.map((_, index) => index + 1));
  expect(fields.filter((field) => ['food', 'general'].includes(String(field['kind'])))).toEqual([]);
});
