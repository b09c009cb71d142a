import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../../support/servers/own-meilisearch.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const ROUNDS = 8;
const LONG_MS = 120_000;

/**
 * An engine that stands still takes requests into its buffers. When it goes on, it takes those that were given up and
 * those that are still waited for at the same time, in any order.
 */
describe.runIf(inject('meilisearch'))('a request that was given up', () => {
  let engine: OwnMeilisearch;
  let database: TestDatabase;
  let index: TestIndex;
  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await index.close();
    await engine.remove();
    await database.drop();
  });

  it('never overwrites a newer one', async () => {
    let hasFailed = false;
    let isAskedAgain = false;
    let isStopped = false;
    const remember: (() => Promise<unknown>)[] = [];
    index = startTestIndex(database, {
      access: engine.access,
      engineTimeoutMs: 500,
      sweepMs: 3_600_000,
      intercept: (writer) => {
        let state: Awaited<ReturnType<typeof writer.findState>>;
        remember.push(async () => (state = await writer.findState()));
        // It stops between the look at the index and the request: else the look would fail, and nothing be sent.
        const seemsThere = () => isStopped && !hasFailed;
        return {
          ...writer,
          findState() {
            isAskedAgain = hasFailed;
            return seemsThere() ? Promise.resolve(state) : writer.findState();
          },
          hasSettings: async () => seemsThere() || (await writer.hasSettings()),
          async sendDocuments(lines) {
            isAskedAgain = hasFailed;
            return await writer.sendDocuments(lines).catch((error: unknown) => {
              hasFailed = true;
              throw error;
            });
          },
        };
      },
    });
    const id = await insertProduct(database.db, { name: 'Before' });
    await index.equal();
    const rename = async (name: string) => {
      await database.db.update(products).set({ name }).where(eq(products.id, id));
    };
    // The indexer looks, and tidies up after the first rebuild.
    await waitFor('nothing left over', async () => {
      await database.pool.query('notify index_work');
      const { results } = await index.client.getIndexes();
      return results.every(({ uid }) => uid !== index.nextUid);
    });

    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(remember.map((one) => one()));
      engine.signal('SIGSTOP');
      isStopped = true;
      try {
        await rename(`Old ${round}`);
        await waitFor('a request given up', () => hasFailed, LONG_MS);
        await rename(`New ${round}`);
        await waitFor('the next request', () => isAskedAgain, LONG_MS);
      } finally {
        engine.signal('SIGCONT');
        isStopped = false;
      }
      await index.settled();
      // Suggestions have an index of their own, and are made a little later.
      const { results } = await index.client.tasks.getTasks({
        statuses: ['enqueued', 'processing'],
        indexUids: [index.indexUid],
      });
      expect(results).toEqual([]);
      const document = await index.client.index(index.indexUid).getDocument(id);
      expect(document, `round ${round}`).toMatchObject({ name: `New ${round}` });
      hasFailed = false;
      isAskedAgain = false;
    }
  });
});
