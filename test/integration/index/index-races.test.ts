import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { IndexWriter } from '../../../src/search/engines/index-engine.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { recomputeBatch } from '../../../src/quality/recompute/recompute-batch.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { isIndexSettled } from '../../support/search/settled-index.ts';
import { startTestIndex, type TestIndex, type TestIndexOptions } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

/** What happens between the indexer's read and the engine's answer, made to happen by stepping in between. */
describe.runIf(inject('meilisearch'))('while a batch is under way', () => {
  let database: TestDatabase;
  let index: TestIndex;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await index.close();
    await database.drop();
  });

  const start = (intercept: NonNullable<TestIndexOptions['intercept']>) => {
    index = startTestIndex(database, { sweepMs: 50, intercept });
  };
  const rename = async (id: string, name: string) => {
    await database.db
      .update(products)
      .set({ name, searchName: foldText(name) })
      .where(eq(products.id, id));
  };
  /** As an API process does in the background. Returns whether there was any. */
  const readLabels = async () => {
    let batches = 0;
    while (await recomputeBatch(database.db, 500)) batches += 1;
    return batches > 0;
  };
  const nameOf = async (id: string) => (await index.documents.find(id))?.name;
  const insertMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => insertProduct(database.db, { name: `Product ${i}` })),
    );

  describe.each<[string, (writer: IndexWriter, act: () => Promise<void>) => IndexWriter]>([
    [
      'after it was read and before it is sent',
      (writer, act) => ({
        ...writer,
        async sendDocuments(lines) {
          await act();
          return await writer.sendDocuments(lines);
        },
      }),
    ],
    [
      'after it was sent',
      (writer, act) => ({
        ...writer,
        async sendDocuments(lines) {
          const task = await writer.sendDocuments(lines);
          await act();
          return task;
        },
      }),
    ],
    [
      'after the engine has taken it',
      (writer, act) => ({
        ...writer,
        async findOutcome(task) {
          const outcome = await writer.findOutcome(task);
          if (outcome.state === 'succeeded') await act();
          return outcome;
        },
      }),
    ],
  ])('%s', (_, around) => {
    it('a change waits for nobody, and the newest one ends in the index', async () => {
      const rounds = 12;
      let round = 0;
      let isFilled = false;
      const id = await insertProduct(database.db, { name: 'New' });
      start((writer) =>
        around(writer, async () => {
          // Waits for a lock of the indexer for 1 s at most, and fails then.
          if (isFilled && round < rounds) await rename(id, `Round ${++round}`);
        }),
      );
      // The first filling compares what it has written: it would find a lost change by itself.
      await index.equal();
      isFilled = true;
      await rename(id, 'Round 0');
      await waitFor('the last round', () => round === rounds);
      await index.equal();
      expect(await nameOf(id)).toBe(`Round ${rounds}`);
    });

    it('what is read from its label meanwhile ends in the index', async () => {
      const id = await insertProduct(database.db, { readVersion: null, qualityScore: 1 });
      let readings = 0;
      start((writer) =>
        around(writer, async () => {
          if (readings === 0 && (await readLabels())) readings += 1;
        }),
      );
      await waitFor('the reading', () => readings === 1);
      await index.equal();
      expect((await index.documents.find(id))?.quality_score).toBeLessThan(1);
    });

    it('a product that goes out of use, or comes back, ends as it is in Postgres', async () => {
      const [goes, returns] = [await insertProduct(database.db), await insertProduct(database.db)];
      let changes = 0;
      start((writer) =>
        around(writer, async () => {
          if (++changes === 1) {
            await database.db.update(products).set({ status: 'archived' });
          } else if (changes === 3) {
            await database.db.update(products).set({ status: 'active' }).where(eq(products.id, returns));
          }
          // Keeps documents coming, so that there is something to step in between.
          if (changes < 4) await insertProduct(database.db);
        }),
      );
      await waitFor('all changes', () => changes >= 4);
      await index.equal();
      expect(await index.documents.find(goes)).toBeUndefined();
      expect(await nameOf(returns)).toBeDefined();
    });
  });

  it('an index that equals Postgres is not settled while labels are unread', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => insertProduct(database.db, { readVersion: null, qualityScore: 1 })),
    );
    start((writer) => writer);
    await index.equal();
    // From here on nothing is written to the index, as in the moment between two looks.
    await index.close();
    const { db } = database;
    expect(await isIndexSettled(db, () => index.findDifferences())).toBe(false);
    expect((await index.findDifferences()).stale).toHaveLength(5);
    start((writer) => writer);
    await waitFor('the settled index', () => isIndexSettled(db, () => index.findDifferences()));
    expect(await readLabels()).toBe(false);
  });

  it('a change by somebody who takes long to commit holds up nothing else', async () => {
    const slow = await insertProduct(database.db, { name: 'Before' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let transaction: Promise<void> | undefined;
    let locked: Promise<void> | undefined;
    start((writer) => ({
      ...writer,
      async sendDocuments(lines) {
        // From the first batch on, the mark of the slow one is locked.
        locked ??= new Promise((isLocked) => {
          transaction = database.db.transaction(async (tx) => {
            await tx.update(products).set({ name: 'After' }).where(eq(products.id, slow));
            isLocked();
            await released;
          });
        });
        await locked;
        return await writer.sendDocuments(lines);
      },
    }));
    await waitFor('the slow change', () => locked !== undefined);
    const other = await insertProduct(database.db, { name: 'Another' });
    await waitFor('the other document', () => nameOf(other).catch(() => undefined));
    await waitFor('its mark to be gone', async () => {
      const { rows } = await database.db.execute<{ id: string }>(
        sql`select product_id as id from search_outbox`,
      );
      return rows.every(({ id }) => id === slow);
    });
    expect(await nameOf(slow)).toBe('Before');
    release();
    await transaction;
    await index.equal();
    expect(await nameOf(slow)).toBe('After');
  });

  describe('a batch is sent again', () => {
    it('when the engine knows nothing of its task', async () => {
      let isSwallowed = false;
      start((writer) => ({
        ...writer,
        async sendDocuments(lines) {
          if (!lines.includes('Swallowed') || isSwallowed) return await writer.sendDocuments(lines);
          isSwallowed = true;
          return 4_000_000_000;
        },
      }));
      // What an empty index has to be filled with is compared before it is used: nothing could be lost there.
      await insertMany(3);
      await index.equal();
      const id = await insertProduct(database.db, { name: 'Swallowed' });
      await waitFor('the loss', () => isSwallowed);
      await index.equal();
      expect(await nameOf(id)).toBe('Swallowed');
    });

    it('together with others that were lost with it, and the indexer waits once', async () => {
      const events: string[] = [];
      let mode: 'sound' | 'swallowing' | 'lost' = 'sound';
      start((writer) => ({
        ...writer,
        async sendDocuments(lines) {
          if (mode === 'sound') return await writer.sendDocuments(lines);
          events.push('sent');
          return mode === 'lost' ? await writer.sendDocuments(lines) : 4_000_000_000 + events.length;
        },
        async findOutcome(task) {
          if (mode === 'swallowing') return { state: 'pending' };
          const outcome = await writer.findOutcome(task);
          if (outcome.state === 'lost') events.push('lost');
          return outcome;
        },
      }));
      await insertMany(3);
      await index.equal();
      mode = 'swallowing';
      for (const sent of [1, 2, 3]) {
        await insertProduct(database.db);
        await waitFor('the batch', () => events.length === sent);
      }
      mode = 'lost';
      await index.equal();
      expect(events).toEqual(['sent', 'sent', 'sent', 'lost', 'lost', 'lost', 'sent']);
    });

    it.runIf(inject('searchEngine') === 'meilisearch')('when its task is cancelled', async () => {
      let cancelled = 0;
      start((writer) => ({
        ...writer,
        async sendDocuments(lines) {
          const task = await writer.sendDocuments(lines);
          if (cancelled < 2) {
            await index.client.tasks.cancelTasks({ uids: [task] });
            // The engine may have been faster.
            const { state } = await waitFor('the end of the task', async () => {
              const outcome = await writer.findOutcome(task);
              return outcome.state === 'pending' ? undefined : outcome;
            });
            if (state === 'lost') cancelled += 1;
            else await database.db.update(products).set({ qualityScore: sql`random()::numeric(4,3)` });
          }
          return task;
        },
      }));
      await insertMany(200);
      await waitFor('two cancelled tasks', () => cancelled === 2);
      await index.equal();
    });
  });
});
