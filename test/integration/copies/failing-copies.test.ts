import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { products } from '../../../src/db/schema/catalogue.ts';
import { INDEX_SETTINGS, createMeilisearch } from '../../../src/index/meilisearch/meilisearch.ts';
import { INDEX_VERSION, SEARCH_INDEX } from '../../../src/index/search-index.ts';
import { listRebuilds } from '../../../src/index/rebuild-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startTestCopies, type CopiesApi, type TestCopies } from '../../support/search/index-copies.ts';
import { startSearchLoad } from '../../support/search/search-load.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const WORDS = ['milk', 'honey', 'oats', 'bread', 'juice', 'cheese', 'rice', 'cocoa'];
const PER_WORD = 12;
const NAMES = WORDS.flatMap((word) => Array.from({ length: PER_WORD }, (_, n) => `${word} ${n}`));
// Which copy a text is asked of shows only then: eight words alone may all be asked of one.
const TEXTS = [...WORDS, ...NAMES];

describe.runIf(inject('meilisearch'))('of two copies of the index one', { timeout: 180_000 }, () => {
  let database: TestDatabase;
  let copies: TestCopies;
  let api: CopiesApi;
  let ids: string[];
  beforeEach(async () => {
    database = await createTestDatabase();
    ids = [];
    for (const name of NAMES) ids.push(await insertProduct(database.db, { name }));
    copies = await startTestCopies(database, 2);
    await copies.startIndexer();
    await copies.equal();
    api = copies.createApi();
    await waitFor('products that are held', async () => {
      const asked = await countAsked();
      await api.get('/products/search?q=milk');
      return (await countAsked()) > asked;
    });
  }, 120_000);
  afterEach(async () => {
    await copies.close();
    await database.drop();
  });

  const countAsked = async () => (await api.asked(0)).answered + (await api.asked(1)).answered;
  const rename = (id: string | undefined, name: string) =>
    database.db
      .update(products)
      .set({ name, searchName: name.toLowerCase() })
      .where(eq(products.id, id ?? ''));
  const findNames = async (q: string) => {
    const { body } = await api.get(`/products/search?q=${encodeURIComponent(q)}`);
    return (body as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  const becomesFound = (name: string) =>
    waitFor(`${name} to be found`, async () => (await findNames(name)).includes(name), 30_000);
  const countRebuilds = async () => (await listRebuilds(database.db, 100)).length;

  it('is killed under load: no search fails, nothing is lost, and it is back without being filled anew', async () => {
    const rebuilds = await countRebuilds();
    const load = startSearchLoad(api, TEXTS);
    await rename(ids[0], 'Before the end');
    await becomesFound('Before the end');
    await copies.engines[1]?.kill();
    await copies.becomes(1, 'away');
    await rename(ids[1], 'Meanwhile alone');
    await database.db.delete(products).where(eq(products.id, ids[2] ?? ''));
    await becomesFound('Meanwhile alone');
    expect(await copies.find(0)).toMatchObject({ state: 'in_service' });
    await copies.engines[1]?.start();
    await copies.equal();
    const { searches, failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(searches).toBeGreaterThan(20);
    expect((await api.metrics.searchFallbacks.get()).values).toEqual([]);
    expect(await countRebuilds()).toBe(rebuilds);
    // Its searches go to it again.
    const before = await api.asked(1);
    await waitFor('a search of the copy that is back', async () => {
      for (const text of TEXTS) await findNames(text);
      return (await api.asked(1)).answered > before.answered;
    });
  });

  it('stands still: it is left out, the other is not waited for, and it is back when it goes on', async () => {
    const load = startSearchLoad(api, TEXTS);
    copies.engines[0]?.signal('SIGSTOP');
    await rename(ids[0], 'While it stands still');
    await becomesFound('While it stands still');
    await copies.becomes(0, 'away');
    await rename(ids[1], 'And once more');
    await becomesFound('And once more');
    copies.engines[0]?.signal('SIGCONT');
    await copies.equal();
    expect((await load.stop()).failed).toEqual([]);
  });

  it('is wiped: it is left out until it is filled, and no search finds less', async () => {
    const rebuilds = await countRebuilds();
    const load = startSearchLoad(api, TEXTS);
    await copies.engines[1]?.kill();
    await copies.engines[1]?.wipe();
    await copies.engines[1]?.start();
    await waitFor('the copy to be filled', async () => (await countRebuilds()) > rebuilds, 30_000);
    await copies.equal();
    expect((await load.stop()).failed).toEqual([]);
  });

  it('is of another version: it is not asked, and built anew while the other serves', async () => {
    await copies.stopIndexer();
    const { url, apiKey } = copies.engines[1] ?? { url: '', apiKey: '' };
    const settings = JSON.stringify(INDEX_SETTINGS).replace(INDEX_VERSION, 'index_of_another_release');
    const index = createMeilisearch({ url, apiKey }, 5_000).index(SEARCH_INDEX);
    await index.updateSettings(JSON.parse(settings) as object).waitTask({ timeout: 30_000 });
    const load = startSearchLoad(api, TEXTS);
    await waitFor('a question that it refuses', async () => (await api.asked(1)).failed > 0);
    await copies.startIndexer();
    await copies.becomes(1, 'rebuilding', /settings/);
    expect(await copies.find(0)).toMatchObject({ state: 'in_service' });
    await copies.equal();
    expect((await load.stop()).failed).toEqual([]);
    expect((await api.metrics.searchFallbacks.get()).values).toEqual([]);
  });

  it('and the other fail: Postgres answers, none is given up for ever, and both come back', async () => {
    await Promise.all(copies.engines.map((engine) => engine.kill()));
    await rename(ids[0], 'Without an index');
    expect(await findNames('Without an index')).toContain('Without an index');
    const states = await Promise.all([copies.find(0), copies.find(1)]);
    await waitFor('one copy to be left out', async () => {
      const now = await Promise.all([copies.find(0), copies.find(1)]);
      return now.filter((row) => row?.state === 'away').length === 1;
    });
    expect(states).toHaveLength(2);
    await Promise.all(copies.engines.map((engine) => engine.start()));
    await copies.equal();
    await becomesFound('Without an index');
  });

  it('comes back alone while the other, which was the last in service, stays away', async () => {
    await copies.engines[0]?.kill();
    await copies.becomes(0, 'away');
    await rename(ids[0], 'Taken by the second alone');
    await becomesFound('Taken by the second alone');
    await copies.engines[1]?.kill();
    await copies.engines[0]?.start();
    await copies.equal([0]);
    await copies.becomes(1, 'away');
    await rename(ids[1], 'Taken by the first alone');
    await becomesFound('Taken by the first alone');
    await copies.engines[1]?.start();
    await copies.equal();
  });

  it('gets nothing that an indexer of one copy has written: nobody knows then what it lacks', async () => {
    const before = await api.asked(1);
    await waitFor('searches of the second', async () => {
      for (const text of TEXTS) await findNames(text);
      return (await api.asked(1)).answered > before.answered;
    });
    await copies.stopIndexer();
    await rename(ids[0], 'Written to the first alone');
    await database.db.execute(sql`delete from search_outbox`);
    await copies.becomes(0, 'forgotten');
    await waitFor('searches of the first alone', async () => {
      await api.search.checkCopies?.().catch(() => undefined);
      const { answered } = await api.asked(1);
      for (const text of TEXTS) await findNames(text);
      return (await api.asked(1)).answered === answered;
    });
    const rebuilds = await countRebuilds();
    await copies.startIndexer();
    await waitFor('the second to be filled', async () => (await countRebuilds()) > rebuilds, 30_000);
    await copies.becomes(1, 'in_service');
  });
});
