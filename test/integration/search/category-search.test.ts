import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { categories } from '../../../src/platform/db/schema/catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch } from '../../../src/search/create-search.ts';
import { clearCatalogue, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let admin: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  await clearCatalogue(database.db);
  const { headers } = await signInTestOperator(database.db, 'admin');
  admin = createAdminCaller(createTestApi(database), headers);
});
afterAll(() => database.drop());

describe.runIf(inject('meilisearch'))('a moved category, through Meilisearch', () => {
  let index: TestIndex;
  afterEach(() => index.close());

  test('has its products under the new path and no longer under the old one', async () => {
    index = startTestIndex(database);
    const search = createSearch({
      db: database.db,
      metrics: createMetrics(),
      logger: createLogger('test', 'silent'),
      engine: index.openEngine(),
    });
    const searched = createTestApi(database, { searchProducts: search.searchProducts });
    const productId = await insertProduct(database.db, {
      name: 'Pear juice',
      category: 'food/drinks/juices',
    });
    const stays = await insertProduct(database.db, { name: 'Water', category: 'food/drinks' });
    const fresh = await ensureCategory(database.db, 'food/fresh');
    const juices = await ensureCategory(database.db, 'food/drinks/juices');
    await index.equal();
    const found = async (category: string) =>
      (await searched.get(`/products/search?category=${category}`)).body.items.map(
        (item: { id: string; category_path: string }) => [item.id, item.category_path],
      );
    expect(await found('drinks')).toHaveLength(2);

    expect((await admin.patch(`/categories/${juices}`, { parent_id: fresh })).status).toBe(200);
    await index.equal();
    expect(await found('drinks')).toEqual([[stays, 'food/drinks']]);
    expect(await found('fresh')).toEqual([[productId, 'food/fresh/juices']]);
    expect(await found('juices')).toEqual([[productId, 'food/fresh/juices']]);
    const tree = (await createTestApi(database).get('/categories')).body.items[0];
    expect(tree).toMatchObject({
      product_count: 2,
      children: [
        { code: 'drinks', product_count: 1 },
        { code: 'fresh', product_count: 1 },
      ],
    });
    const document = await index.documents.find(productId);
    expect(document).toMatchObject({ category_path: 'food/fresh/juices' });
    expect(await database.db.select().from(categories).where(eq(categories.code, 'juices'))).toHaveLength(1);
    search.close();
  });
});
