import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearCatalogue, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { readTree } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let admin: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  const { headers } = await signInTestOperator(database.db, 'admin');
  admin = createAdminCaller(createTestApi(database), headers);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('at the same moment', () => {
  test('two moves that together would make a circle leave a tree', async () => {
    for (let round = 0; round < 10; round += 1) {
      await clearCatalogue(database.db);
      const [a, b] = [
        await ensureCategory(database.db, 'root/a'),
        await ensureCategory(database.db, 'root/b'),
      ];
      const answers = await Promise.all([
        admin.patch(`/categories/${a}`, { parent_id: b }),
        admin.patch(`/categories/${b}`, { parent_id: a }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400]);
      const { a: first, b: second } = await readTree(database.db);
      expect([String(first?.path), String(second?.path)].toSorted()).toEqual(
        answers[0]?.status === 200 ? ['root/b', 'root/b/a'] : ['root/a', 'root/a/b'],
      );
    }
  });

  test('two categories of one code are one', async () => {
    const parent_id = await ensureCategory(database.db, 'food');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post('/categories', { code: 'new', name: 'New', parent_id })),
    );
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409, 409, 409, 409]);
  });

  test('a product saved into a category that is being deleted keeps it, or is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      await clearCatalogue(database.db);
      const id = await ensureCategory(database.db, 'food/leaving');
      const [deleted, saved] = await Promise.allSettled([
        admin.delete(`/categories/${id}`),
        insertProduct(database.db, { category: 'food/leaving' }),
      ]);
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
      const { rows } = await database.pool.query<{ lost: number }>(
        'SELECT count(*)::int AS lost FROM products WHERE category_id NOT IN (SELECT id FROM categories)',
      );
      expect(rows).toEqual([{ lost: 0 }]);
      if (saved.status === 'rejected') expect(isDeleted).toBe(true);
    }
  });
});
