import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { createOpenSearch } from '../../../src/search/engines/opensearch/opensearch.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const LONG_MS = 240_000;

describe.runIf(inject('meilisearch'))('of two indexers', () => {
  let database: TestDatabase;
  let first: TestIndex;
  let second: TestIndex;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
    await database.drop();
  });

  const lockOwners = async () => {
    const { rows } = await database.db.execute<{ pid: number }>(sql`
      select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and application_name = 'factshelf-indexer-lock'
        and datname = current_database()`);
    return rows.map(({ pid }) => pid);
  };

  it('one writes, and the other takes over when it ends', async () => {
    const writers: string[] = [];
    const start = (name: string) =>
      startTestIndex(database, {
        intercept: (writer) => ({
          ...writer,
          sendDocuments: (lines) => {
            writers.push(name);
            return writer.sendDocuments(lines);
          },
        }),
      });
    first = start('first');
    await waitFor('the lock', async () => (await lockOwners()).length === 1);
    second = start('second');
    await insertProduct(database.db);
    await first.settled();
    expect(new Set(writers)).toEqual(new Set(['first']));
    await first.close();
    await insertProduct(database.db);
    await second.equal();
    expect(new Set(writers)).toEqual(new Set(['first', 'second']));
  });

  it('the one whose lock is lost in the middle of a batch overwrites nothing for good', async () => {
    const id = await insertProduct(database.db, { name: 'Before' });
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    let staleTask: number | undefined;
    let isPaused = false;
    first = startTestIndex(database, {
      intercept: (writer) => ({
        ...writer,
        async sendDocuments(lines) {
          if (isPaused || !lines.includes('"Old"')) return await writer.sendDocuments(lines);
          isPaused = true;
          await paused;
          return (staleTask = await writer.sendDocuments(lines));
        },
      }),
    });
    await first.equal();
    await database.db.update(products).set({ name: 'Old' }).where(eq(products.id, id));
    await waitFor('the first one to have read', () => isPaused);
    const lagOfFirst = async () => (await first.metrics.lagSeconds.get()).values[0]?.value ?? 0;
    await waitFor('a lag', async () => (await lagOfFirst()) > 0);
    const owners = await lockOwners();
    expect(owners).toHaveLength(1);
    second = startTestIndex(database);
    await database.db.execute(sql`select pg_terminate_backend(${owners[0]})`);
    await database.db.update(products).set({ name: 'New' }).where(eq(products.id, id));
    await second.equal();

    goOn();
    const task = await waitFor('its late request', () => staleTask);
    if (inject('searchEngine') === 'meilisearch') {
      await second.client.tasks.waitForTask(task, { timeout: LONG_MS });
    } else {
      // Until it is searched in, the index seems to be right.
      const cluster = createOpenSearch({ urls: inject('opensearchUrls') }, LONG_MS, 0);
      await cluster.indices.refresh({ index: second.indexUid });
    }
    await second.equal();
    const document = await second.documents.find(id);
    expect(document).toMatchObject({ name: 'New' });
    // It has given way, and would say for ever how far behind the index was.
    await waitFor('the first one to say nothing of the index', async () => (await lagOfFirst()) === 0);
  });

  it('the one whose lock is lost while it has nothing to do goes on or gives way', async () => {
    first = startTestIndex(database);
    await waitFor('the lock', async () => (await lockOwners()).length === 1);
    second = startTestIndex(database);
    for (let round = 0; round < 3; round++) {
      const [owner] = await waitFor('an owner', async () => {
        const found = await lockOwners();
        return found.length === 1 && found;
      });
      await database.db.execute(sql`select pg_terminate_backend(${owner})`);
      await insertProduct(database.db, { name: `Round ${round}` });
      await second.equal();
    }
  });
});
