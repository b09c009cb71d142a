import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { products } from '../../../src/db/schema/catalogue.ts';
import { listCopies } from '../../../src/index/copy-store.ts';
import { findRebuild, listRebuilds, requestRebuild } from '../../../src/index/rebuild-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startTestCopies, type CopiesApi, type TestCopies } from '../../support/search/index-copies.ts';
import { startSearchLoad } from '../../support/search/search-load.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const WORDS = ['milk', 'honey', 'oats', 'bread', 'juice', 'cheese', 'rice', 'cocoa'];
const PER_WORD = 30;

/** In the order of an operator who adds a copy, uses it, and takes one away. */
describe.runIf(inject('meilisearch'))('copies of the index', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let copies: TestCopies;
  let api: CopiesApi;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const word of WORDS)
      for (let n = 0; n < PER_WORD; n++) await insertProduct(database.db, { name: `${word} ${n}` });
    copies = await startTestCopies(database, 3);
  }, 120_000);
  afterAll(async () => {
    await copies.close();
    await database.drop();
  });

  const find = async (q: string, page = 1) => {
    const { status, body } = await api.get(`/products/search?size=5&page=${page}&q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return (body as { items: { id: string; name: string }[] }).items;
  };
  const answered = async () =>
    await Promise.all([0, 1, 2].map(async (copy) => (await api.asked(copy)).answered));
  const added = (before: number[], after: number[]) => after.map((count, at) => count - (before[at] ?? 0));

  it('are none while there is one: nothing is written about it', async () => {
    await copies.startIndexer([0]);
    await waitFor('one whole index', async () => {
      const [rebuild] = await listRebuilds(database.db, 1);
      return rebuild?.state === 'done' && rebuild.copy === null;
    });
    expect(await listCopies(database.db)).toEqual([]);
  });

  it('are filled one after the other while the first serves', async () => {
    api = copies.createApi();
    await waitFor('an answer of the first', async () => {
      await find('milk');
      return ((await answered())[0] ?? 0) > 0;
    });
    const load = startSearchLoad(api, WORDS);
    await copies.startIndexer();
    await copies.equal();
    expect((await load.stop()).failed).toEqual([]);
    expect((await listRebuilds(database.db, 10)).map(({ state, copy }) => [state, copy === null])).toEqual([
      ['done', false],
      ['done', false],
      ['done', true],
    ]);
  });

  it('are asked in turns, and one of them for all pages of a search', async () => {
    const before = await answered();
    await waitFor('answers of all', async () => {
      for (const word of WORDS) for (const n of [1, 2, 3]) await find(`${word} ${n}`);
      return added(before, await answered()).every((count) => count > 0);
    });
    for (const text of [...WORDS, '']) {
      const counts = await answered();
      const pages: string[] = [];
      for (let page = 1; page <= 6; page++) pages.push(...(await find(text, page)).map(({ id }) => id));
      expect(new Set(pages).size).toBe(30);
      const used = added(counts, await answered()).filter((count) => count > 0);
      expect(used, text).toHaveLength(1);
    }
  });

  it('have what somebody changes before it is found, each of them', async () => {
    const [row] = await database.db.select({ id: products.id }).from(products).limit(1);
    // None is like another: what a text finds is held under its new name.
    const firsts = [
      'Zebra',
      'Quince',
      'Marble',
      'Copper',
      'Window',
      'Thunder',
      'Island',
      'Gravel',
      'Saffron',
      'Velvet',
    ];
    for (const first of firsts) {
      const name = `${first} changed`;
      await database.db
        .update(products)
        .set({ name, searchName: name.toLowerCase() })
        .where(eq(products.id, row?.id ?? ''));
      await waitFor(name, async () => (await find(first)).some((item) => item.name === name));
      // Each text has an order of copies of its own: whichever is asked has it.
      for (const text of [name, `changed ${first}`, first.slice(0, -1), first.slice(1)])
        expect((await find(text)).map((item) => item.name)).toContain(name);
    }
    expect((await api.metrics.searchFallbacks.get()).values).toEqual([]);
  });

  it('are rebuilt one at a time when somebody asks for it', async () => {
    const load = startSearchLoad(api, WORDS);
    const asked = await requestRebuild(database.db, 'a test');
    let mostOut = 0;
    await waitFor(
      'the rebuild of all',
      async () => {
        const rows = await listCopies(database.db);
        mostOut = Math.max(mostOut, rows.filter(({ state }) => state !== 'in_service').length);
        return (await findRebuild(database.db, asked?.id ?? 0))?.finishedAt !== null;
      },
      60_000,
    );
    expect(await findRebuild(database.db, asked?.id ?? 0)).toMatchObject({
      state: 'done',
      total: 3 * WORDS.length * PER_WORD,
      done: 3 * WORDS.length * PER_WORD,
    });
    expect(mostOut).toBe(1);
    await copies.equal();
    expect((await load.stop()).failed).toEqual([]);
  });

  it('go on with another indexer where the last one was, also after it was killed', async () => {
    const before = await listRebuilds(database.db, 10);
    await copies.startIndexer();
    await insertProduct(database.db, { name: 'Written by another indexer' });
    await copies.equal();
    expect(await listRebuilds(database.db, 10)).toHaveLength(before.length);
  });

  it('are forgotten when they are taken off the list, and filled anew when they are back', async () => {
    await copies.startIndexer([0, 1]);
    await copies.becomes(2, 'forgotten');
    await insertProduct(database.db, { name: 'Without the third' });
    await copies.equal([0, 1]);
    await waitFor('no question to the third', async () => {
      const before = await answered();
      for (const word of WORDS) for (const n of [1, 2, 3]) await find(`${word} ${n}`);
      return added(before, await answered())[2] === 0;
    });
    const before = await listRebuilds(database.db, 10);
    await copies.startIndexer();
    await copies.equal();
    expect(await listRebuilds(database.db, 10)).toHaveLength(before.length + 1);
  });
});
