import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Settings } from 'meilisearch';
import { openMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch-writer.ts';
import { searchOutbox } from '../../../src/platform/db/schema/operations.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { spoilPoison, startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const LONG_MS = 240_000;

describe.runIf(inject('meilisearch'))('the index', () => {
  let database: TestDatabase;
  let index: TestIndex;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await index.close();
    await database.drop();
  });

  const insertMany = async (names: string[]) => {
    for (const name of names) await insertProduct(database.db, { name });
  };
  const countTasks = async (type: 'settingsUpdate' | 'documentAdditionOrUpdate') =>
    (await index.client.tasks.getTasks({ indexUids: [index.indexUid], types: [type], limit: 1 })).total;
  const listParked = () =>
    database.db
      .select({ productId: searchOutbox.productId, words: searchOutbox.parkedError })
      .from(searchOutbox)
      .where(sql`parked_error is not null`);

  describe('with a product that the engine refuses', () => {
    const names = Array.from({ length: 300 }, (_, i) => (i === 137 ? 'Poison' : `Product ${i}`));

    it('sets it aside with the words of the engine, has all others, and takes it when it is mended', async () => {
      await insertMany(names);
      index = startTestIndex(database, { intercept: spoilPoison });
      const [parked] = await waitFor('a parked product', async () => {
        const found = await listParked();
        return found.length > 0 && found;
      });
      await index.settled();
      expect(await listParked()).toEqual([parked]);
      expect(parked?.words).toMatch(
        /Document identifier `"a:[-0-9a-f]+"` is invalid|introduction of \[unknown\]/,
      );
      expect(await index.engine.live.findState()).toMatchObject({ documentCount: 299 });

      await insertMany(['One more']);
      await index.settled();
      expect(await listParked()).toEqual([parked]);
      await database.db.update(products).set({ name: 'Mended' }).where(eq(products.name, 'Poison'));
      await index.equal();
      expect(await listParked()).toEqual([]);
    });

    it('tries it again after a restart', async () => {
      await insertMany(['Poison', 'Another']);
      index = startTestIndex(database, { intercept: spoilPoison });
      await waitFor('a parked product', async () => (await listParked()).length === 1);
      await index.close();
      index = startTestIndex(database);
      await waitFor('nothing parked', async () => (await listParked()).length === 0);
      await index.equal();
    });
  });

  it('is made and filled again when it is deleted', async () => {
    await insertMany(['First', 'Second']);
    index = startTestIndex(database);
    await index.equal();
    await index.engine.live.remove(AbortSignal.timeout(LONG_MS));
    await index.equal();
  });

  it('is made with its settings and filled again when it is deleted while a batch is under way', async () => {
    await insertMany(['First', 'Second']);
    let isDeleted = false;
    index = startTestIndex(database, {
      intercept: (writer) => ({
        ...writer,
        async sendDocuments(lines) {
          if (lines.includes('Third') && !isDeleted) {
            isDeleted = true;
            await index.engine.live.remove(AbortSignal.timeout(LONG_MS));
          }
          // Meilisearch makes an index for it, which has no settings.
          return await writer.sendDocuments(lines);
        },
      }),
    });
    await index.equal();
    await insertMany(['Third']);
    await waitFor('the deletion', () => isDeleted);
    await index.equal();
    expect(await index.engine.live.hasSettings()).toBe(true);
  });

  it('is filled again when it is emptied', async () => {
    await insertMany(['First', 'Second']);
    index = startTestIndex(database);
    await index.equal();
    await index.documents.remove((await index.documents.list()).map(({ id }) => id));
    await index.equal();
  });

  describe.runIf(inject('searchEngine') === 'meilisearch')('at a restart', () => {
    it('gets neither settings nor documents when they are the same, be there products or not', async () => {
      index = startTestIndex(database);
      await waitFor('the settings', async () => (await countTasks('settingsUpdate')) === 1);
      for (const names of [[], ['First', 'Second']]) {
        await insertMany(names);
        await index.equal();
        const before = [await countTasks('settingsUpdate'), await countTasks('documentAdditionOrUpdate')];
        expect(before[0]).toBe(1);
        await index.close();
        let looks = 0;
        index = startTestIndex(database, {
          intercept: (writer) => ({
            ...writer,
            hasSettings: async () => {
              looks += 1;
              return await writer.hasSettings();
            },
          }),
        });
        await waitFor('a few looks', () => looks > 3);
        const after = [await countTasks('settingsUpdate'), await countTasks('documentAdditionOrUpdate')];
        expect(after).toEqual(before);
      }
    });

    it('gets its settings when one of them differs', async () => {
      await insertMany(['First']);
      index = startTestIndex(database);
      await index.equal();
      await index.close();
      const settings = index.client.index(index.indexUid);
      const uids = { live: index.indexUid, next: index.nextUid };
      const writer = openMeilisearch(index.access, 10_000, uids).live;
      const differences: Settings[] = [
        { typoTolerance: { enabled: false } },
        { prefixSearch: 'disabled' },
        { facetSearch: true },
        { proximityPrecision: 'byAttribute' },
        { pagination: { maxTotalHits: 1_000 } },
        { sortableAttributes: ['id'] },
        { filterableAttributes: ['name', 'brand_id', 'category_id', 'country_of_origin', 'id'] },
      ];
      for (const different of differences) {
        await settings.updateSettings(INDEX_SETTINGS).waitTask();
        expect(await writer.hasSettings()).toBe(true);
        await settings.updateSettings(different).waitTask();
        expect(await writer.hasSettings(), JSON.stringify(different)).toBe(false);
      }
      index = startTestIndex(database);
      await waitFor('its settings', () => writer.hasSettings());
      await index.equal();
    });
  });
});
