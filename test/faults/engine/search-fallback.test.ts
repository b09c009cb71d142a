import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import {
  findMeilisearch,
  startMeilisearch,
  type EmbeddedMeilisearch,
} from '../../../src/embedded/embedded-meilisearch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createMeilisearch, INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { createMeilisearchEngine } from '../../../src/search/engines/meilisearch/meilisearch-engine.ts';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import { createStandIn } from '../../../src/search/engines/postgres/stand-in.ts';
import type { SearchEngine } from '../../../src/search/search-engine.ts';
import { createSearchProducts, type SearchPage } from '../../../src/search/search-products.ts';
import { expectInTime } from '../../support/in-time.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createHttpProxy } from '../servers/http-proxy.ts';

const logger = createLogger('test', 'silent');
/** Of a caller. */
const PATIENCE_MS = 60_000;
/** For an exact search in a database where comparing two names takes longer. */
const SHORT_MS = 50;

describe.runIf(inject('meilisearch'))('search while Meilisearch breaks', () => {
  const metrics = createMetrics();
  let root: string;
  let server: EmbeddedMeilisearch;
  let database: TestDatabase;
  let index: TestIndex;
  let search: Search;
  let truth: SearchPage;

  const find = () =>
    search.searchProducts(searchQuerySchema.parse({ q: 'hazelnut spred' }), AbortSignal.timeout(PATIENCE_MS));
  const fallbacks = async (): Promise<number> =>
    (await metrics.searchFallbacks.get()).values.reduce((sum, { value }) => sum + value, 0);
  const rounds = async (): Promise<number> => (await metrics.searchRounds.get()).values[0]?.value ?? 0;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'factshelf-fallback-'));
    const binary = await findMeilisearch(root);
    if (!binary) throw new Error('no Meilisearch binary');
    server = await startMeilisearch({ binary, dataDir: root, logger });
    database = await createDemoDatabase();
    const { db } = database;
    const access = { url: server.url, apiKey: server.masterKey };
    index = startTestIndex(database, { access });
    await index.settled();
    const engine = createMeilisearchEngine({ access, indexUid: index.indexUid, metrics });
    search = createSearch({ db, metrics, logger, engine });
    const exact = createSearch({ db, metrics: createMetrics(), logger, engine: undefined });
    truth = await exact.searchProducts(
      searchQuerySchema.parse({ q: 'hazelnut spred' }),
      AbortSignal.timeout(PATIENCE_MS),
    );
    await waitFor('the Meilisearch engine to answer', async () => {
      await find();
      return (await rounds()) > 0;
    });
  });

  afterAll(async () => {
    search.close();
    await index.close();
    await server.stop();
    await database.drop();
    await rm(root, { recursive: true, force: true });
  });

  it('answers from Postgres while the engine hangs, and from the engine again when it is back', async () => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      for (let i = 0; i < 5; i++) expect(await find()).toEqual(truth);
      expect(await fallbacks()).toBeGreaterThanOrEqual(5);
      // Three failures have opened the breaker: the hanging engine is not waited for any more.
      expect(await expectInTime(700, find)).toEqual(truth);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    // Nobody searches, and it is noticed all the same.
    await waitFor(
      'the breaker to close',
      async () => (await metrics.breakerOpen.get()).values[0]?.value === 0,
    );
    const before = await rounds();
    await waitFor('the engine to be asked again', async () => {
      expect(await find()).toEqual(truth);
      return (await rounds()) > before;
    });
  });

  it('finds something when Postgres is too slow as well, and says that more may be missing', async () => {
    const { db } = database;
    const exact = createPostgresEngine(db);
    const ask = async (engine: SearchEngine, asked: object) =>
      await createSearchProducts(
        db,
        engine,
        createMetrics(),
      )(searchQuerySchema.parse(asked), AbortSignal.timeout(PATIENCE_MS));
    const category = 'food';
    const name = { q: 'hazelnut spread' };
    const typo = { q: 'hazelnut spred' };
    const standIn = createStandIn(db);
    const slow = await createDemoDatabase();
    onTestFinished(() => slow.drop());
    await slow.db.execute(sql`
      create or replace function word_similarity_op(text, text) returns boolean language plpgsql as $$
        begin perform pg_sleep(60); return true; end $$`);
    const tooSlow = createStandIn(slow.db, SHORT_MS);
    const tooLate: SearchEngine = {
      name: 'postgres',
      search: (query, signal) => standIn.search({ ...query, dueAt: performance.now() }, signal),
    };
    for (const asked of [name, { q: 'hazelnut' }, typo, { ...typo, category }, { category }, {}]) {
      const { items } = await ask(exact, asked);
      for (const engine of 'q' in asked ? [tooSlow, tooLate] : [tooLate]) {
        const page = await ask(engine, asked);
        expect(page).toMatchObject({ is_settled: false, total_is_exact: false });
        expect(page.items[0]).toEqual(items[0]);
      }
    }
    expect(await ask(standIn, name)).toMatchObject({ is_settled: true, total_is_exact: true });
  });

  it('answers from Postgres while the index holds nothing yet', async () => {
    const access = { url: server.url, apiKey: server.masterKey };
    const engine = createMeilisearch(access, 5_000);
    await engine.createIndex('not-filled', { primaryKey: 'id' }).waitTask();
    await engine.index('not-filled').updateSettings(INDEX_SETTINGS).waitTask();
    const other = createMetrics();
    const { db } = database;
    const unfilled = createSearch({
      db,
      metrics: other,
      logger,
      engine: createMeilisearchEngine({ access, indexUid: 'not-filled', metrics: other }),
    });
    const handOvers = async () => (await other.searchHandOvers.get()).values;
    try {
      await waitFor('the empty index to be handed over', async () => {
        const query = searchQuerySchema.parse({ q: 'hazelnut spred' });
        expect(await unfilled.searchProducts(query, AbortSignal.timeout(PATIENCE_MS))).toEqual(truth);
        return (await handOvers()).some(({ labels }) => labels.reason === 'empty');
      });
    } finally {
      unfilled.close();
    }
  });

  it.each([
    'null',
    '{}',
    '{"results":[]}',
    '{"results":[{}]}',
    '{"results":[{"hits":[]}]}',
    '{"results":[{"hits":[],"estimatedTotalHits":0}]}',
    '<html>',
  ])('answers from Postgres when the engine answers %s', async (body) => {
    const proxy = await createHttpProxy(server.url);
    const other = createMetrics();
    const access = { url: proxy.url, apiKey: server.masterKey };
    const { db } = database;
    const garbled = createSearch({
      db,
      metrics: other,
      logger,
      engine: createMeilisearchEngine({ access, indexUid: index.indexUid, metrics: other }),
    });
    const query = searchQuerySchema.parse({ q: 'hazelnut spred' });
    try {
      await waitFor('an answer of the engine', async () => {
        await garbled.searchProducts(query, AbortSignal.timeout(PATIENCE_MS));
        return ((await other.searchRounds.get()).values[0]?.value ?? 0) > 0;
      });
      proxy.setFault(() => ({ status: 200, body }));
      // Before and after the number of documents, which is known for a second, has been asked for again.
      const started = performance.now();
      await waitFor('more than a second to pass', async () => {
        expect(await garbled.searchProducts(query, AbortSignal.timeout(PATIENCE_MS))).toEqual(truth);
        return performance.now() - started > 1_200;
      });
    } finally {
      garbled.close();
      await proxy.close();
    }
  });

  it('answers from Postgres when nothing listens where the engine was', async () => {
    await server.stop();
    for (let i = 0; i < 5; i++) expect(await find()).toEqual(truth);
  });
});
