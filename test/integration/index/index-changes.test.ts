import { eq, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { brands, foodDetails, products } from '../../../src/platform/db/schema/catalogue.ts';
import {
  deleteMarks,
  listDirtyProducts,
  measureBacklog,
  parkMark,
} from '../../../src/search/index/outbox-store.ts';
import { listUnmarkedProducts } from '../../../src/search/index/indexed-product-store.ts';
import {
  clearCatalogue,
  ensureBrand,
  ensureCategory,
  insertProduct,
} from '../../support/catalogue/catalogue.ts';
import { clearMarks, listMarked } from '../../support/catalogue/stored-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

const edit = (id: string, change: Partial<typeof products.$inferInsert>) =>
  database.db.update(products).set(change).where(eq(products.id, id));

describe('a product is marked', () => {
  it.each<[string, Partial<typeof products.$inferInsert>]>([
    ['name', { name: 'Renamed', searchName: 'renamed' }],
    ['country', { countryOfOrigin: 'Italy' }],
    ['quality', { qualityScore: 0.123 }],
    ['status', { status: 'draft' }],
    ['brand', { brandId: null }],
    ['labels', { facts: { labels: ['vegan'] } }],
    ['countries of sale', { facts: { countries_sold: ['Italy'] } }],
    ['NOVA group', { facts: { nova_group: 4 } }],
    ['time of its last change', { updatedAt: new Date(0) }],
    ['states of allergens', { allergenStates: { contains: { milk: [] } } }],
    ['assurances', { assured: ['a:milk'] }],
    ['label, which an older release changed', { version: 2 }],
  ])('by a change of its %s alone, and by none that no document shows', async (_, change) => {
    const id = await insertProduct(database.db, { brand: 'Some Brand' });
    await clearMarks(database.db);
    await edit(id, { netContentValue: 5, attributes: { pack: 'tin' }, facts: {} });
    expect(await listMarked(database.db)).toEqual([]);
    await edit(id, change);
    expect(await listMarked(database.db)).toEqual([id]);
  });

  it.each<[string, Partial<typeof foodDetails.$inferInsert>]>([
    ['Nutri-Score', { nutriScore: 'b' }],
    ['allergens', { allergens: ['milk'] }],
    ['nutriments', { nutriments: { fat_g: 3 } }],
    ['nutrition basis', { nutritionBasis: '100ml' }],
  ])('by a change of its %s alone, and by none of other facts of food', async (_, change) => {
    const id = await insertProduct(database.db, { food: { nutriScore: 'a', allergens: ['eggs'] } });
    const editFood = (facts: Partial<typeof foodDetails.$inferInsert>) =>
      database.db.update(foodDetails).set(facts).where(eq(foodDetails.productId, id));
    await clearMarks(database.db);
    await editFood({ ingredientsText: 'egg', servingSize: '20 g', nutriScore: 'a' });
    expect(await listMarked(database.db)).toEqual([]);
    await editFood(change);
    expect(await listMarked(database.db)).toEqual([id]);
  });

  it('when it gets a food record, or loses it, that says what is filtered by, and not by one that does not', async () => {
    const id = await insertProduct(database.db);
    const change = async (food: Omit<typeof foodDetails.$inferInsert, 'productId'>, isMarked: boolean) => {
      const expected = isMarked ? [id] : [];
      await clearMarks(database.db);
      await database.db.insert(foodDetails).values({ ...food, productId: id });
      expect(await listMarked(database.db)).toEqual(expected);
      await clearMarks(database.db);
      await database.db.delete(foodDetails).where(eq(foodDetails.productId, id));
      expect(await listMarked(database.db)).toEqual(expected);
    };
    await change({ ingredientsText: 'sugar' }, false);
    await change({ nutriments: { fat_g: 3 } }, true);
    await change({ nutriScore: 'e' }, true);
    await change({ allergens: ['milk'] }, true);
  });

  it('when its brand is renamed in nothing but capitals and accents', async () => {
    const id = await insertProduct(database.db, { brand: 'Nestle' });
    await clearMarks(database.db);
    const brandId = await ensureBrand(database.db, 'Nestle');
    // Folded, which is how brands are compared, it is the same name.
    await database.db.update(brands).set({ name: 'NESTLÉ' }).where(eq(brands.id, brandId));
    expect(await listMarked(database.db)).toEqual([id]);
  });
});

describe('marks', () => {
  it('are dealt with in their order: the one that waits longest comes first', async () => {
    const [first, second, third] = [
      await insertProduct(database.db, { name: 'First' }),
      await insertProduct(database.db, { name: 'Second' }),
      await insertProduct(database.db, { name: 'Third' }),
    ];
    await edit(first, { name: 'First once more' });
    const next = await listDirtyProducts(database.db, { exceptVersions: [], limit: 2 });
    expect(next.map(({ productId }) => productId)).toEqual([second, third]);
  });

  it('that are parked do not count as lag', async () => {
    await insertProduct(database.db);
    const [mark] = await listDirtyProducts(database.db, { exceptVersions: [], limit: 1 });
    if (!mark) throw new Error('one mark');
    await parkMark(database.db, mark, 'too odd');
    expect(await measureBacklog(database.db)).toEqual({
      dirty: 0,
      parked: 1,
      lagSeconds: 0,
      peopleLagSeconds: 0,
    });
  });

  it('made again are neither parked nor deleted in place of what was sent', async () => {
    const id = await insertProduct(database.db);
    const [sent] = await listDirtyProducts(database.db, { exceptVersions: [], limit: 1 });
    if (!sent) throw new Error('one mark');
    await edit(id, { name: 'Changed meanwhile' });
    await parkMark(database.db, sent, 'too odd');
    await deleteMarks(database.db, [sent]);
    expect(await measureBacklog(database.db)).toMatchObject({ dirty: 1, parked: 0 });
  });

  it('are no longer counted one by one where they are very many', async () => {
    const { db, pool } = database;
    await db.execute(sql`
      insert into search_outbox (product_id, version, marked_at, parked_error)
      select gen_random_uuid(), n, now() - interval '1 minute', case when n <= 5 then 'too odd' end
      from generate_series(1, 120005) n`);
    await pool.query('vacuum (analyze) search_outbox');
    // Postgres learns what there is a moment after it is there.
    await waitFor('an estimate', async () => (await measureBacklog(db)).dirty > 110_000);
    const { dirty, parked, lagSeconds } = await measureBacklog(db);
    expect(dirty).toBeLessThan(130_000);
    expect(parked).toBe(5);
    expect(lagSeconds).toBeGreaterThanOrEqual(60);
    const statements: { query: string; params: unknown[] }[] = [];
    const logQuery = (query: string, params: unknown[]) => void statements.push({ query, params });
    await measureBacklog(drizzle(pool, { logger: { logQuery } }));
    for (const { query, params } of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${query}`, params);
      const read = rows.flatMap((row) => /actual .*rows=(\d+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
      expect(Math.max(...read.map(Number))).toBeLessThan(110_000);
    }
    await clearMarks(db);
    expect((await measureBacklog(db)).dirty).toBe(0);
  });
});

describe('while an import fills tables that Postgres believes to be empty', () => {
  const MANY = 3_000;

  /** Rows that a statement has put beside each other in vain, when it is run once more. */
  const countVainPairs = async ({ query, params }: { query: string; params: unknown[] }) => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze) ${query}`,
      params,
    );
    const removed = rows.map((row) => /Rows Removed by Join Filter: (\d+)/.exec(row['QUERY PLAN'])?.[1]);
    return removed.reduce((sum, count) => sum + Number(count ?? 0), 0);
  };

  it('what is dirty is read, compared and done with without comparing each mark with every product', async () => {
    const { db, pool } = database;
    const categoryId = await ensureCategory(db, 'food');
    const fill = sql`
      insert into products (id, name, search_name, category_id, status, quality_score)
      select gen_random_uuid(), 'One of many', 'one of many', ${categoryId}, 'active', 0.5
      from generate_series(1, ${MANY})`;
    await db.execute(fill);
    await db.delete(products);
    await clearMarks(db);
    for (const table of ['products', 'search_outbox']) {
      await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
      await pool.query(`vacuum (analyze, truncate false) ${table}`);
    }
    await db.execute(fill);
    const statements: { query: string; params: unknown[] }[] = [];
    const logQuery = (query: string, params: unknown[]) => void statements.push({ query, params });
    const logged = drizzle(pool, { logger: { logQuery } }) as unknown as typeof db;
    const marks = await listDirtyProducts(logged, { exceptVersions: [0], limit: 1_000 });
    expect(marks).toHaveLength(1_000);
    await listUnmarkedProducts(
      logged,
      marks.map(({ productId }) => productId),
    );
    for (const statement of statements.filter(({ query }) => query.includes('select'))) {
      expect(await countVainPairs(statement)).toBeLessThan(10 * MANY);
    }
    statements.length = 0;
    await deleteMarks(logged, marks);
    expect(await measureBacklog(db)).toMatchObject({ dirty: MANY - 1_000 });
    await db.execute(fill);
    expect(await countVainPairs(statements[0] ?? { query: '', params: [] })).toBeLessThan(10 * MANY);
  });
});

describe.runIf(inject('meilisearch'))('one batch', () => {
  let index: TestIndex;
  afterEach(() => index.close());

  it('of products in use and of others writes the ones and deletes the others', async () => {
    index = startTestIndex(database);
    const ids: string[] = [];
    for (const name of ['Stays 1', 'Goes 1', 'Stays 2', 'Goes 2']) {
      ids.push(await insertProduct(database.db, { name }));
    }
    await index.settled();
    const [stays, goes, stays2, goes2] = ids as [string, string, string, string];
    // Committed together, they are read together.
    await database.db.transaction(async (tx) => {
      await tx
        .update(products)
        .set({ status: 'archived' })
        .where(inArray(products.id, [goes, goes2]));
      await tx
        .update(products)
        .set({ name: 'Written' })
        .where(inArray(products.id, [stays, stays2]));
    });
    await index.settled();
    const found = (await index.documents.list()).map(({ id, name }) => ({ id, name }));
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: stays, name: 'Written' },
      { id: stays2, name: 'Written' },
    ]);
  });
});
