import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { TaskFailedError, type IndexWriter } from '../../../src/search/engines/index-engine.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import {
  findRebuild,
  listRebuilds,
  requestRebuild,
  type Rebuild,
} from '../../../src/search/index/rebuild-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  spoilPoison,
  startTestIndex,
  type TestIndex,
  type TestIndexOptions,
} from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const LONG_MS = 240_000;

describe.runIf(inject('meilisearch'))('a rebuild', () => {
  let database: TestDatabase;
  let index: TestIndex;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await index.close();
    await database.drop();
  });

  const insertMany = async (count: number) => {
    await insertProduct(database.db, { name: 'Product 0' });
    await database.db.execute(sql`
      insert into products (id, name, search_name, category_id, status, quality_score)
      select gen_random_uuid(), 'Product ' || i, 'product ' || i, category_id, 'active', 0.5
      from products, generate_series(1, ${count - 1}) i`);
  };
  const start = async (options: TestIndexOptions = {}) => {
    index = startTestIndex(database, { sweepMs: 50, ...options });
    await index.equal();
  };
  const request = async (): Promise<number> => {
    const rebuild = await requestRebuild(database.db, 'test');
    if (!rebuild) throw new Error('another one is open');
    return rebuild.id;
  };
  const ended = (id: number) =>
    waitFor<Rebuild>('the end of the rebuild', async () => {
      const rebuild = await findRebuild(database.db, id);
      return rebuild?.finishedAt ? rebuild : undefined;
    });
  const createdAt = async () => (await index.engine.live.findState())?.createdAt;
  const isOldGone = async () => (await index.engine.next.findState()) === undefined;
  const names = async () => (await index.documents.list()).map(({ name }) => name);
  /** Runs `act` once, when a page of the new index is about to be sent. */
  const beforePage = (act: () => Promise<void>) => {
    let isDone = false;
    return (writer: IndexWriter) => ({
      ...writer,
      async sendDocuments(lines: string) {
        const [open] = await listRebuilds(database.db, 1);
        if (open?.state === 'filling' && open.requestedBy === 'test' && !isDone) {
          isDone = true;
          await act();
        }
        return await writer.sendDocuments(lines);
      },
    });
  };

  it('puts a new index in the place of the old one, and takes the old one away', async () => {
    await insertMany(2_500);
    await start();
    const before = await createdAt();
    const rebuild = await ended(await request());
    expect(rebuild).toMatchObject({ state: 'done', done: 2_500, total: 2_500, error: null });
    expect(await createdAt()).not.toBe(before);
    await waitFor('the old index to be gone', isOldGone);
    await index.equal();
    expect(await index.engine.live.hasSettings()).toBe(true);
  });

  it.each([
    ['that was asked for before the indexer ran', () => request()],
    ['that the empty engine needs', () => database.db.execute(sql`delete from search_outbox`)],
  ])('%s is not reported as done before it is', async (_, prepare) => {
    await insertMany(2_500);
    await prepare();
    const told = new Set<string>();
    const tell = async () => {
      const [last] = await listRebuilds(database.db, 1);
      const { values } = await index.metrics.rebuildProgress.get();
      const [progress] = values.map(({ value }) => value);
      if (last?.state !== 'done' && progress === -1) told.add(`-1 before ${last?.state}`);
      if (progress === 0) told.add('0');
    };
    await start({
      intercept: (writer) => ({ ...writer, findState: async () => (await tell(), await writer.findState()) }),
      interceptPair: (pair) => ({
        ...pair,
        hasOpenTasks: async () => (await tell(), await pair.hasOpenTasks()),
      }),
    });
    expect([...told]).toEqual(['0']);
    await waitFor('the word that it is done', async () => {
      const { values } = await index.metrics.rebuildProgress.get();
      return values[0]?.value === -1;
    });
  });

  it('has what is written, deleted and brought back while it fills', async () => {
    await insertMany(2_500);
    const [edited, archived, ...deleted] = await database.db.select().from(products).limit(12);
    let isWritten = false;
    await start({
      // After the page is read and before it is sent.
      intercept: beforePage(async () => {
        await database.db.update(products).set({ name: 'Edited' }).where(eq(products.id, edited!.id));
        await database.db.update(products).set({ status: 'archived' }).where(eq(products.id, archived!.id));
        await database.db.delete(products).where(
          inArray(
            products.id,
            deleted.map(({ id }) => id),
          ),
        );
        await insertProduct(database.db, { name: 'New' });
        isWritten = true;
      }),
    });
    expect(await ended(await request())).toMatchObject({ state: 'done' });
    expect(isWritten).toBe(true);
    await index.equal();
    const found = await names();
    expect(found).toHaveLength(2_490);
    expect(found).toEqual(expect.arrayContaining(['Edited', 'New']));
  });

  it('is refused while another one is open', async () => {
    await insertMany(10);
    await start();
    const first = await request();
    expect(await requestRebuild(database.db, 'another')).toBeUndefined();
    await ended(first);
    await ended(await request());
  });

  it('finds out what is missing in the new index, altered, or left over', async () => {
    await insertMany(1_500);
    await start({
      intercept: (writer) => ({
        ...writer,
        sendDocuments: async (lines) => {
          const [open] = await listRebuilds(database.db, 1);
          if (open?.state !== 'filling' || open.requestedBy !== 'test')
            return await writer.sendDocuments(lines);
          const [lost = '', altered = '', ...others] = lines.split('\n');
          expect(lost).toContain('"id"');
          const wrong = altered.replace(/"name":"[^"]+"/, '"name":"Altered"');
          const ghost = altered.replace(/"id":"[^"]{8}/, '"id":"00000001');
          return await writer.sendDocuments([wrong, ghost, ...others].join('\n'));
        },
      }),
    });
    expect(await ended(await request())).toMatchObject({ state: 'done' });
    await index.equal();
  });

  it('starts again in another process, and nothing of the first one is left', async () => {
    await insertMany(3_500);
    let stopped: Promise<void> | undefined;
    await start({
      intercept: beforePage(async () => {
        stopped = index.close();
      }),
    });
    const id = await request();
    await waitFor('the end of the first process', () => stopped !== undefined);
    await stopped;
    expect(await findRebuild(database.db, id)).toMatchObject({ state: 'filling', finishedAt: null });
    expect(await isOldGone()).toBe(false);
    // Left in the half of an index, and no longer in the catalogue.
    await database.db.delete(products).where(eq(products.name, 'Product 7'));
    await start();
    expect(await ended(id)).toMatchObject({ state: 'done', total: 3_499 });
    await index.equal();
    await waitFor('the old index to be gone', isOldGone);
  });

  it('starts again when the new index is deleted under it', async () => {
    await insertMany(3_500);
    await start({
      intercept: beforePage(async () => {
        await index.engine.next.remove(AbortSignal.timeout(LONG_MS));
      }),
    });
    expect(await ended(await request())).toMatchObject({ state: 'done' });
    await index.equal();
  });

  it('fails when the engine cannot swap, leaves the old index as it is, and can be asked for again', async () => {
    await insertMany(20);
    let isBroken = true;
    await start({
      interceptPair: (pair) => ({
        ...pair,
        swap: async (signal) => {
          const [open] = await listRebuilds(database.db, 1);
          if (isBroken && open?.requestedBy === 'test') throw new TaskFailedError('indexSwap failed: no');
          await pair.swap(signal);
        },
      }),
    });
    const before = await createdAt();
    const failed = await ended(await request());
    expect(failed).toMatchObject({ state: 'failed', error: 'indexSwap failed: no' });
    expect(await createdAt()).toBe(before);
    await insertProduct(database.db, { name: 'After the failure' });
    await index.equal();
    isBroken = false;
    expect(await ended(await request())).toMatchObject({ state: 'done' });
    await index.equal();
    const { values } = await index.metrics.rebuilds.get();
    expect(values.map(({ labels, value }) => [labels.outcome, value])).toContainEqual(['failed', 1]);
  });

  it('is done once when the answer to the swap is lost', async () => {
    await insertMany(20);
    let swaps = 0;
    await start({
      interceptPair: (pair) => ({
        ...pair,
        swap: async (signal) => {
          swaps += 1;
          await pair.swap(signal);
          if (swaps === 1) throw new Error('socket hang up');
        },
      }),
    });
    expect(swaps).toBe(0);
    expect(await ended(await request())).toMatchObject({ state: 'done' });
    expect(swaps).toBe(1);
    await insertProduct(database.db, { name: 'After' });
    await index.equal();
  });

  it('sets aside a product that the engine refuses, and ends', async () => {
    await insertMany(300);
    await insertProduct(database.db, { name: 'Poison' });
    index = startTestIndex(database, {
      intercept: spoilPoison,
    });
    await index.settled();
    const id = await request();
    expect(await ended(id)).toMatchObject({ state: 'done' });
    expect(await names()).toHaveLength(300);
  });

  it('fills an index that was lost, and until it is whole nothing is found there', async () => {
    await insertMany(2_500);
    const counts: number[] = [];
    await start({
      intercept: (writer) => ({
        ...writer,
        async findOutcome(task) {
          const outcome = await writer.findOutcome(task);
          const state = await index.engine.live.findState().catch(() => undefined);
          counts.push(state?.documentCount ?? 0);
          return outcome;
        },
      }),
    });
    counts.length = 0;
    await index.engine.live.remove(AbortSignal.timeout(LONG_MS));
    await insertProduct(database.db, { name: 'Meanwhile' });
    await index.equal();
    expect(counts.length).toBeGreaterThan(2);
    expect(counts.filter((count) => count > 0 && count < 2_500)).toEqual([]);
    const [last] = await listRebuilds(database.db, 1);
    expect(last).toMatchObject({ state: 'done', requestedBy: expect.stringMatching(/^indexer: /) });
  });
});
