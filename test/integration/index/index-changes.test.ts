import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { brands, products } from '../../../src/db/schema/catalogue.ts';
import { deleteMarks, listDirtyProducts, measureBacklog, parkMark } from '../../../src/index/outbox-store.ts';
import type { SearchDocument } from '../../../src/index/search-index.ts';
import { clearCatalogue, ensureBrand, insertProduct } from '../../support/catalogue.ts';
import { clearMarks, listMarked } from '../../support/stored-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/test-index.ts';

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
  ])('by a change of its %s alone, and by none that no document shows', async (_, change) => {
    const id = await insertProduct(database.db, { brand: 'Some Brand' });
    await clearMarks(database.db);
    await edit(id, { netContentValue: 5, attributes: { pack: 'tin' }, updatedAt: new Date() });
    expect(await listMarked(database.db)).toEqual([]);
    await edit(id, change);
    expect(await listMarked(database.db)).toEqual([id]);
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
    expect(await measureBacklog(database.db)).toEqual({ dirty: 0, parked: 1, lagSeconds: 0 });
  });

  it('made anew are neither parked nor deleted in place of what was sent', async () => {
    const id = await insertProduct(database.db);
    const [sent] = await listDirtyProducts(database.db, { exceptVersions: [], limit: 1 });
    if (!sent) throw new Error('one mark');
    await edit(id, { name: 'Changed meanwhile' });
    await parkMark(database.db, sent, 'too odd');
    await deleteMarks(database.db, [sent]);
    expect(await measureBacklog(database.db)).toMatchObject({ dirty: 1, parked: 0 });
  });
});

describe.runIf(inject('meilisearch'))('one batch', { timeout: 60_000 }, () => {
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
    const { results } = await index.client
      .index<SearchDocument>(index.indexUid)
      .getDocuments({ limit: 10, fields: ['id', 'name'] });
    expect(results.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: stays, name: 'Written' },
      { id: stays2, name: 'Written' },
    ]);
  });
});
