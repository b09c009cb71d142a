import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import {
  findLastReconcile,
  findReconcile,
  requestReconcile,
  type Reconcile,
} from '../../../src/search/index/reconcile-store.ts';
import { OPENSEARCH_MAPPING } from '../../../src/search/engines/opensearch/opensearch.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  spoilPoison,
  startTestIndex,
  type TestIndex,
  type TestIndexOptions,
} from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const PRODUCTS = 1_500;

const MAPPED: string[] = Object.keys(OPENSEARCH_MAPPING.properties);
/** OpenSearch takes no document with a field that the mapping does not name. */
const isTaken = (fields: object): boolean =>
  inject('searchEngine') === 'meilisearch' || Object.keys(fields).every((field) => MAPPED.includes(field));
const ALTERED = [
  { name: 'X' },
  { category_path: 'x' },
  { brand: 'X' },
  { quality_score: 0.501 },
  { gtins: ['00000000000000'] },
  { labels: ['vegan'] },
  { allergens: ['milk'] },
  { nutri_score: 'a' },
  { sold_in: ['FR'] },
].filter(isTaken);

describe.runIf(inject('meilisearch'))('a reconcile', () => {
  let database: TestDatabase;
  let index: TestIndex;
  beforeEach(async () => {
    database = await createTestDatabase();
    await insertProduct(database.db, { name: 'Product 0', gtins: ['4006381333931'], brand: 'Brand' });
    await database.db.execute(sql`
      insert into products (id, name, search_name, category_id, status, quality_score)
      select gen_random_uuid(), 'Product ' || i, 'product ' || i, category_id, 'active', 0.5
      from products, generate_series(1, ${PRODUCTS - 1}) i`);
  });
  afterEach(async () => {
    await index.close();
    await database.drop();
  });

  const start = async (options: TestIndexOptions = {}) => {
    index = startTestIndex(database, options);
    await index.equal();
  };
  /** Of everything, the second page comes long after the end of the test, if nobody hurries. */
  const SLOWLY = { reconcileEveryMs: 300, reconcileShare: 1e-6 };
  const listDocuments = (ids: string[]) => index.engine.live.listDocuments(ids);
  /** Costs less than a comparison of everything, again and again, beside that of the indexer. */
  const allAreThere = (ids: string[]) =>
    waitFor('the documents', async () => (await listDocuments(ids)).length === ids.length);
  const listIds = async () => {
    const rows = await database.db.select({ id: products.id }).from(products).orderBy(products.id);
    return rows.map(({ id }) => id);
  };
  const ended = (id: number) =>
    waitFor<Reconcile>('the end of the reconcile', async () => {
      const reconcile = await findReconcile(database.db, id);
      return reconcile?.finishedAt ? reconcile : undefined;
    });
  const reconcile = async () => await ended((await requestReconcile(database.db, 'test')).id);

  it('finds every document that was deleted, altered or added by somebody else, and puts it right', async () => {
    await start();
    const ids = await listIds();
    const altered = await listDocuments(ids.slice(100, 200));
    await index.documents.remove(ids.slice(0, 100));
    await index.documents.save([
      ...altered.map((document, i) => ({
        ...document,
        ...ALTERED[i % ALTERED.length],
      })),
      ...altered.map((document) => ({ ...document, id: randomUUID() })),
      { ...altered[0], id: 'not-a-product' },
    ]);
    expect(await reconcile()).toMatchObject({
      products: PRODUCTS,
      missing: 100,
      stale: 100,
      ghost: 101,
      error: null,
    });
    await index.equal();
    const { values } = await index.metrics.drift.get();
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]))).toEqual({
      missing: 100,
      stale: 100,
      ghost: 101,
    });
    expect(await reconcile()).toMatchObject({ missing: 0, stale: 0, ghost: 0 });
  });

  it('takes nothing for a difference that is only on its way', async () => {
    await start();
    const state = { isWriting: true };
    const ids = await listIds();
    const writing = (async () => {
      for (let i = 0; state.isWriting; i++) {
        const id = ids[i % ids.length] as string;
        await database.db
          .update(products)
          .set(i % 3 === 0 ? { status: 'archived' } : { name: `Edited ${i}`, status: 'active' })
          .where(eq(products.id, id));
      }
    })();
    for (let round = 0; round < 5; round++) {
      expect(await reconcile()).toMatchObject({ missing: 0, stale: 0, ghost: 0 });
    }
    state.isWriting = false;
    await writing;
    await index.equal();
  });

  it('happens by itself', async () => {
    await start({ reconcileEveryMs: 500 });
    const removed = (await listIds()).slice(0, 3);
    await index.documents.remove(removed);
    await allAreThere(removed);
    await index.equal();
    await waitFor('a reconcile that finds nothing', async () => {
      const last = await findLastReconcile(database.db);
      return last?.requestedBy === 'indexer' && last.missing === 0;
    });
  });

  it('compares everything at once when the index has another number of documents', async () => {
    await start();
    const ids = await listIds();
    await index.close();
    const removed = ids.slice(-3);
    await index.documents.remove(removed);
    index = startTestIndex(database, SLOWLY);
    await allAreThere(removed);
    await index.equal();
  });

  it('compares what was written lately before everything else', async () => {
    const state = { isWrong: false };
    await start({
      ...SLOWLY,
      intercept: (writer) => ({
        ...writer,
        async sendDocuments(lines) {
          const isFirst = !state.isWrong && lines.includes('"Written lately"');
          state.isWrong ||= isFirst;
          return await writer.sendDocuments(isFirst ? lines.replace('"Written lately"', '"Garbled"') : lines);
        },
      }),
    });
    const id = (await listIds()).at(-1) ?? '';
    await database.db.update(products).set({ name: 'Written lately' }).where(eq(products.id, id));
    await waitFor('the document as it should not be', () => state.isWrong);
    await index.equal();
  });

  it('gives way to the one that is asked for, and what each has found is counted', async () => {
    await start();
    const ids = await listIds();
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    await index.close();
    await index.documents.save((await listDocuments([first, last])).map((one) => ({ ...one, name: 'X' })));
    index = startTestIndex(database, SLOWLY);
    const isMended = async (id: string) => (await index.documents.find(id))?.name !== 'X';
    await waitFor('the first page of the one that nobody waits for', () => isMended(first));
    expect(await isMended(last)).toBe(false);
    expect(await reconcile()).toMatchObject({ products: PRODUCTS, stale: 1, error: null });
    const { values } = await index.metrics.driftFound.get();
    expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(2);
  });

  it('leaves alone what the engine has refused', async () => {
    await insertProduct(database.db, { name: 'Poison' });
    index = startTestIndex(database, {
      intercept: spoilPoison,
    });
    await index.settled();
    expect(await reconcile()).toMatchObject({ products: PRODUCTS + 1, missing: 0, stale: 0, ghost: 0 });
  });

  it('that an indexer left unfinished is closed by the next one', async () => {
    await start();
    // In one transaction: the indexer would begin it in between.
    const id = await database.db.transaction(async (tx) => {
      const requested = await requestReconcile(tx, 'test');
      await tx.execute(sql`update index_reconciles set started_at = now() where id = ${requested.id}`);
      return requested.id;
    });
    await reconcile();
    expect(await findReconcile(database.db, id)).toMatchObject({
      error: 'the indexer ended before it was done',
    });
  });
});
