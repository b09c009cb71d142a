import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMetrics } from '../../../src/metrics.ts';
import { answerInTime } from '../../../src/search/engines/answer-in-time.ts';
import { createFirstEngine } from '../../../src/search/engines/first-engine.ts';
import { createHurriedEngine } from '../../../src/search/engines/hurried-engine.ts';
import type { ProductFeed } from '../../../src/search/memory/follow-products.ts';
import type { HeldProducts } from '../../../src/search/memory/held-products.ts';
import type { EngineQuery, FirstEngine } from '../../../src/search/search-engine.ts';
import { ANSWER_AFTER_MS, FOUND_AFTER_MS } from '../../../src/search/search-limits.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createBareEngine } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const PATIENCE_MS = 10_000;

/** Of small catalogues a search is never cut short: here it only says that its time was up. */
function unfinished(products: ProductFeed, heard: (dueAt: number | undefined) => void): ProductFeed {
  const hurry = (held: HeldProducts): HeldProducts => ({
    ...held,
    async findInTurns(signal, query, without) {
      heard(query.dueAt);
      return { ...(await held.findInTurns(signal, query, without)), isWhole: false };
    },
  });
  const lastKnown = () => {
    const held = products.lastKnown();
    return held && hurry(held);
  };
  return { ...products, held: lastKnown, lastKnown };
}

describe.runIf(inject('meilisearch'))('a search whose time is up', () => {
  const metrics = createMetrics();
  const client = () => index.openClient(PATIENCE_MS);
  const dues: (number | undefined)[] = [];
  let database: TestDatabase;
  let index: TestIndex;
  let bare: Awaited<ReturnType<typeof createBareEngine>>;
  let engine: FirstEngine;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < 9; n++)
      await insertProduct(database.db, { name: `Wexmoor ${n}`, qualityScore: 0.9 - n / 100 });
    index = startTestIndex(database);
    await index.equal();
    await index.close();
    bare = await createBareEngine({ db: database.db, metrics, index });
    const products = unfinished(bare.products, (dueAt) => dues.push(dueAt));
    engine = createFirstEngine({ db: database.db, client: client(), products, metrics });
  });
  afterAll(async () => {
    await bare.close();
    await database.drop();
  });

  const asked = (text: string, more: Partial<EngineQuery> = {}): EngineQuery => ({
    text,
    digits: undefined,
    filters: {},
    offset: 0,
    limit: 3,
    caller: '',
    ...more,
  });
  const find = (...query: Parameters<typeof asked>) =>
    engine.search(asked(...query), AbortSignal.timeout(PATIENCE_MS));
  const countPages = async () =>
    Object.fromEntries(
      (await metrics.searchPages.get()).values.map(({ labels, value }) => [labels.settled, value]),
    );

  it('gives the best that it has found, and says that it is not settled', async () => {
    const page = await find('wexmoor', { facets: { names: ['brand'], selected: {}, size: 5 } });
    expect(page?.items.map(({ name }) => name)).toEqual(['Wexmoor 0', 'Wexmoor 1', 'Wexmoor 2']);
    expect(page).toMatchObject({ isSettled: false, isTotalExact: false, facets: { isExact: false } });
  });

  it('leaves the answer to the next engine when it has found nothing', async () => {
    const reasons: string[] = [];
    expect(await find('quorbal', { noteHandOver: (reason) => reasons.push(reason) })).toBeUndefined();
    expect(reasons).toEqual(['late']);
  });

  it('is made of what is held, as Postgres has it now, where nothing else answers in time', async () => {
    const hurried = createHurriedEngine(database.db, bare.products);
    const findHurried = (...query: Parameters<typeof asked>) =>
      hurried.search(asked(...query), AbortSignal.timeout(PATIENCE_MS));
    const facets = { names: ['brand' as const], selected: {}, size: 5 };
    const page = await findHurried('wexmoor', { offset: 3, facets });
    expect(page.items.map(({ name }) => name)).toEqual(['Wexmoor 3', 'Wexmoor 4', 'Wexmoor 5']);
    expect(page).toMatchObject({
      total: 9,
      isSettled: false,
      isTotalExact: false,
      facets: { isExact: false },
    });
    expect(page.foundBy?.engine).toBe('memory');
    await insertProduct(database.db, { name: 'Quorbal' });
    expect((await findHurried('quorbal')).items.map(({ name }) => name)).toEqual(['Quorbal']);
  });

  it('is also one among products of which changes are missing; what is not among them is handed over', async () => {
    const products = { ...bare.products, held: () => undefined };
    const behind = createFirstEngine({ db: database.db, client: client(), products, metrics });
    const search = (text: string) => behind.search(asked(text), AbortSignal.timeout(PATIENCE_MS));
    const page = await search('wexmoor');
    expect(page?.items.map(({ name }) => name)).toEqual(['Wexmoor 0', 'Wexmoor 1', 'Wexmoor 2']);
    expect(page).toMatchObject({ total: 9, isSettled: false, isTotalExact: false });
    expect(await search('brindlewick')).toBeUndefined();
  });

  it('is told in time when that is, and is counted once', async () => {
    const before = await countPages();
    const whole = {
      name: engine.name,
      search: async (...query: Parameters<FirstEngine['search']>) => {
        const page = await engine.search(...query);
        if (!page) throw new Error('nothing was found');
        return page;
      },
    };
    dues.length = 0;
    const startedAt = performance.now();
    const page = await answerInTime(whole, createHurriedEngine(database.db), metrics).search(
      asked('wexmoor'),
      AbortSignal.timeout(PATIENCE_MS),
    );
    expect(page.isSettled).toBe(false);
    const [dueAt = 0] = dues;
    expect(dueAt - startedAt).toBeGreaterThanOrEqual(FOUND_AFTER_MS);
    expect(dueAt - performance.now()).toBeLessThanOrEqual(FOUND_AFTER_MS);
    expect(FOUND_AFTER_MS).toBeLessThan(ANSWER_AFTER_MS);
    expect(await countPages()).toEqual({ ...before, false: (before['false'] ?? 0) + 1 });
  });
});
