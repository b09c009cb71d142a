import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  barcodes,
  brands,
  categories,
  foodDetails,
  products,
} from '../../../src/platform/db/schema/catalogue.ts';
import {
  ensureBrand,
  ensureCategory,
  insertBarcode,
  insertProduct,
} from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const NEVER_MS = 3_600_000;

describe.runIf(inject('meilisearch'))('the index', () => {
  let database: TestDatabase;
  let index: TestIndex;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => index.close());
  afterAll(() => database.drop());

  const documentOf = (id: string) => index.documents.find(id);
  const edit = (id: string, change: Partial<typeof products.$inferInsert>) =>
    database.db.update(products).set(change).where(eq(products.id, id));

  describe.each([
    ['Postgres', undefined],
    ['Redis', inject('redisUrl')],
    ['a Redis that is away', 'redis://127.0.0.1:1'],
  ])('woken over %s', (backend, redisUrl) => {
    it.runIf(backend === 'Postgres' || redisUrl)('has what was committed, without any sweep', async () => {
      index = startTestIndex(database, { sweepMs: NEVER_MS, redisUrl });
      // The first look needs no wake-up.
      const first = await insertProduct(database.db, { name: `Woken once over ${backend}` });
      await index.settled();
      expect(await documentOf(first)).toBeDefined();
      for (const round of [1, 2, 3]) {
        const name = `Woken ${round} times over ${backend}`;
        // As any program may, which knows nothing of the index, and is gone at once.
        const writer = new pg.Client({ connectionString: database.url });
        await writer.connect();
        await writer.query('update products set name = $1 where id = $2', [name, first]);
        await writer.end();
        await index.settled();
        expect(await documentOf(first)).toMatchObject({ name });
      }
    });
  });

  it('holds amounts as they are read again, however small', async () => {
    index = startTestIndex(database);
    const nutriments = { iodine_ug: 1.784189768543656e-121, salt_g: 0.1 + 0.2, taurine_mg: 999_999_999.9 };
    const id = await insertProduct(database.db, { food: { nutriments, nutritionBasis: '100g' } });
    await index.settled();
    expect((await documentOf(id))?.nutriments).toEqual({
      iodine_ug: 0,
      salt_g: 0.3,
      taurine_mg: 999_999_999.9,
    });
    expect(await index.findDifferences()).toMatchObject({ stale: [] });
  });

  describe('swept', () => {
    it('has what was committed, without any wake-up, and never what was rolled back', async () => {
      index = startTestIndex(database);
      const kept = await insertProduct(database.db, { name: 'As it was' });
      await index.settled();
      let made = '';
      await database.db
        .transaction(async (tx) => {
          await tx.update(products).set({ name: 'Rolled back' }).where(eq(products.id, kept));
          made = await insertProduct(tx, { name: 'Never there' });
          // Another one is indexed while this is open.
          const other = await insertProduct(database.db, { name: 'Committed meanwhile' });
          await waitFor('the other document', () => documentOf(other));
          tx.rollback();
        })
        .catch(() => undefined);
      await insertProduct(database.db, { name: 'Committed afterwards' });
      await index.equal();
      expect(await documentOf(kept)).toMatchObject({ name: 'As it was' });
      expect(await documentOf(made)).toBeUndefined();
    });

    it('has the change that began first and was committed last', async () => {
      index = startTestIndex(database);
      const [early, late] = [await insertProduct(database.db), await insertProduct(database.db)];
      await index.settled();
      await database.db.transaction(async (tx) => {
        await tx.update(products).set({ name: 'Began first' }).where(eq(products.id, early));
        await edit(late, { name: 'Began later' });
        await waitFor('the later change', async () => (await documentOf(late))?.name === 'Began later');
        await index.settled();
      });
      await waitFor('the earlier change', async () => (await documentOf(early))?.name === 'Began first');
    });

    it('loses what is archived, merged away or deleted, and gets it back', async () => {
      index = startTestIndex(database);
      const [archived, merged, deleted, target] = await Promise.all(
        ['Archived', 'Merged', 'Deleted', 'Target'].map((name) => insertProduct(database.db, { name })),
      );
      if (!archived || !merged || !deleted || !target) throw new Error('four products');
      await index.settled();
      for (const id of [archived, merged, deleted]) expect(await documentOf(id)).toBeDefined();
      await edit(archived, { status: 'archived' });
      await edit(merged, { status: 'archived', mergedIntoId: target });
      await database.db.delete(products).where(eq(products.id, deleted));
      await index.settled();
      for (const id of [archived, merged, deleted]) expect(await documentOf(id)).toBeUndefined();
      await edit(archived, { status: 'active' });
      await index.equal();
      expect(await documentOf(archived)).toMatchObject({ name: 'Archived' });
    });

    it('follows what exact filters ask for', async () => {
      index = startTestIndex(database);
      const id = await insertProduct(database.db, {
        category: 'kind-root/kind-child',
        food: { nutriScore: 'a', allergens: ['milk'] },
        facts: { labels: ['vegan'] },
        assured: ['a:eggs'],
      });
      await index.settled();
      expect(await documentOf(id)).toMatchObject({
        nutri_score: 'a',
        allergens: ['milk'],
        assured: ['a:eggs'],
        labels: ['vegan'],
      });

      await database.db
        .update(foodDetails)
        .set({ nutriScore: 'c', allergens: [] })
        .where(eq(foodDetails.productId, id));
      await edit(id, { facts: { countries_sold: ['Italy'] }, allergenStates: {}, assured: [] });
      await index.settled();
      const changed = await documentOf(id);
      expect(changed).toMatchObject({ nutri_score: 'c', sold_in: ['IT'] });
      for (const name of ['allergens', 'assured', 'labels']) expect(changed).not.toHaveProperty(name);

      // What it has as food is kept, and says nothing of what is none.
      await database.db
        .update(categories)
        .set({ archiveKind: 'electronics' })
        .where(eq(categories.code, 'kind-child'));
      await index.equal();
      expect(await documentOf(id)).not.toHaveProperty('nutri_score');
    });

    it('follows a barcode that moves, a brand renamed and a category whose path changes', async () => {
      index = startTestIndex(database);
      const facts = { brand: 'Old Brand', category: 'moving-root/moving-child' };
      const [from, to] = [
        await insertProduct(database.db, { ...facts, gtins: ['4006381333931'] }),
        await insertProduct(database.db, facts),
      ];
      await index.settled();
      expect(await documentOf(from)).toMatchObject({
        gtin: '4006381333931',
        brand: 'Old Brand',
        category_path: 'moving-root/moving-child',
      });

      await database.db.update(barcodes).set({ productId: to }).where(eq(barcodes.gtin14, '04006381333931'));
      await index.settled();
      expect([(await documentOf(from))?.gtin, (await documentOf(to))?.gtin]).toEqual([null, '4006381333931']);
      await database.db.delete(barcodes).where(eq(barcodes.productId, to));
      await insertBarcode(database.db, to, '96385074', true);
      await index.settled();
      expect((await documentOf(to))?.gtin).toBe('96385074');

      const brandId = await ensureBrand(database.db, 'Old Brand');
      await database.db.update(brands).set({ name: 'New Brand' }).where(eq(brands.id, brandId));
      const categoryId = await ensureCategory(database.db, 'moving-root/moving-child');
      const parentId = await ensureCategory(database.db, 'elsewhere');
      await database.db
        .update(categories)
        .set({ path: 'elsewhere/moving-child', parentId })
        .where(eq(categories.id, categoryId));
      await index.equal();
      expect(await documentOf(from)).toMatchObject({
        brand: 'New Brand',
        category_path: 'elsewhere/moving-child',
      });
    });
  });
});
