import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { openMeilisearch } from '../../../indexer/engines/meilisearch/meilisearch-writer.ts';
import type { NamedEngine } from '../../../indexer/copies/kept-copy.ts';
import { createIndexerMetrics, type IndexerMetrics } from '../../../indexer/indexer-metrics.ts';
import { startIndexer, type Indexer } from '../../../indexer/run-indexer.ts';
import { nameCopy } from '../../../src/index/copy-name.ts';
import { listCopies, type IndexCopyRow } from '../../../src/index/copy-store.ts';
import { createMeilisearch } from '../../../src/index/meilisearch/meilisearch.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../../src/index/search-index.ts';
import { createMeilisearchClient } from '../../../src/search/index-reader/meilisearch/meilisearch-client.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMetrics } from '../../../src/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createOwnEngine, type OwnEngine } from '../../faults/servers/own-engine.ts';
import { compareIndex } from './compare-index.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { waitFor } from '../wait-for.ts';

const PATIENCE_MS = 60_000;
const UIDS = { live: SEARCH_INDEX, next: NEXT_INDEX };
const logger = createLogger('test', process.env['COPIES_LOG'] ?? 'silent');

export interface CopiesApi extends TestApi {
  search: Search;
  /** What was asked of each copy, by its number in the list: how often it has answered, and failed. */
  asked(copy: number): Promise<{ answered: number; failed: number }>;
}

/** Servers of the test's own, each with a copy of one index. */
export interface TestCopies {
  engines: OwnEngine[];
  /** Keeps these copies, in place of the indexer before; by their numbers. All unless given. */
  startIndexer(copies?: number[]): Promise<IndexerMetrics>;
  stopIndexer(): Promise<void>;
  /** An API process that has these copies. */
  createApi(copies?: number[]): CopiesApi;
  find(copy: number): Promise<IndexCopyRow | undefined>;
  /** Resolves when the copy is in this state, and for no reason but this one if given. */
  becomes(copy: number, state: IndexCopyRow['state'] | 'forgotten', reason?: RegExp): Promise<void>;
  /** Resolves when nothing is dirty, no rebuild under way, and these copies are in service and equal Postgres. */
  equal(copies?: number[]): Promise<void>;
  close(): Promise<void>;
}

export async function startTestCopies(database: TestDatabase, count: number): Promise<TestCopies> {
  const { db } = database;
  const engines: OwnEngine[] = [];
  const roots: string[] = [];
  for (let i = 0; i < count; i++) {
    const root = await mkdtemp(path.join(tmpdir(), 'factshelf-copies-'));
    roots.push(root);
    engines.push(await createOwnEngine(root));
  }
  await Promise.all(engines.map((engine) => engine.start()));
  const every = engines.map((_, at) => at);
  const engineOf = (at: number): OwnEngine => {
    const engine = engines[at];
    if (!engine) throw new Error(`there is no copy ${at}`);
    return engine;
  };
  let indexer: Indexer | undefined;
  const searches: Search[] = [];

  async function stopIndexer(): Promise<void> {
    await indexer?.close();
    indexer = undefined;
  }

  const find = async (copy: number) =>
    (await listCopies(db)).find(({ name }) => name === nameCopy(engineOf(copy).url));

  return {
    engines,
    async startIndexer(copies = every) {
      await stopIndexer();
      const metrics = createIndexerMetrics();
      const opened = copies.map((at): NamedEngine => {
        const { url, apiKey } = engineOf(at);
        return { name: nameCopy(url), ...openMeilisearch({ url, apiKey }, 3_000, UIDS) };
      });
      const started = startIndexer({
        db,
        databaseUrl: database.url,
        redisUrl: undefined,
        prefix: new URL(database.url).pathname.slice(1),
        engines: opened as [NamedEngine, ...NamedEngine[]],
        indexUid: SEARCH_INDEX,
        reconcileEveryMs: 3_600_000,
        sweepMs: 100,
        metrics,
        logger,
      });
      indexer = started;
      await waitFor('the indexer to write', () => started.isWriter(), PATIENCE_MS);
      return metrics;
    },
    stopIndexer,
    createApi(copies = every) {
      const metrics = createMetrics();
      const opened = copies.map(engineOf).map(({ url, apiKey }) => ({
        name: nameCopy(url),
        client: createMeilisearchClient({ url, apiKey }, SEARCH_INDEX),
      }));
      const search = createSearch({ db, metrics, logger, index: opened[0]?.client, copies: opened });
      searches.push(search);
      const api = createTestApi(database, {
        searchProducts: search.searchProducts,
        metrics,
        searchIndex: search.index,
      });
      return {
        ...api,
        metrics,
        search,
        async asked(copy) {
          const name = nameCopy(engineOf(copy).url);
          const counted = await metrics.registry
            .getSingleMetric('factshelf_index_copy_questions_total')
            ?.get();
          const of = (outcome: string) =>
            counted?.values.find(({ labels }) => labels['copy'] === name && labels['outcome'] === outcome)
              ?.value ?? 0;
          return { answered: of('answered'), failed: of('failed') };
        },
      };
    },
    find,
    async becomes(copy, state, reason = /^/) {
      let row: IndexCopyRow | undefined;
      await waitFor(
        `copy ${copy} to be ${state}`,
        async () => {
          row = await find(copy);
          return (row?.state ?? 'forgotten') === state && reason.test(row?.reason ?? '');
        },
        PATIENCE_MS,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}; it is ${JSON.stringify(row)}`, { cause: error });
      });
    },
    async equal(copies = every) {
      let found: unknown;
      await waitFor(
        'copies that equal Postgres',
        async () => {
          const { rows } = await db.execute<{ dirty: boolean }>(
            sql`select exists (select from search_outbox where parked_error is null)
              or exists (select from index_rebuilds where finished_at is null) as dirty`,
          );
          const states = await Promise.all(copies.map(find));
          found = { dirty: rows[0]?.dirty, states };
          if (rows[0]?.dirty || states.some((row) => row?.state !== 'in_service')) return false;
          found = await Promise.all(
            copies.map((at) => compareIndex(db, createMeilisearch(engineOf(at), 5_000), SEARCH_INDEX)),
          );
          return (found as object[]).every((one) =>
            Object.values(one).every((ids: string[]) => ids.length === 0),
          );
        },
        PATIENCE_MS,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(found)}`, { cause: error });
      });
    },
    async close() {
      for (const search of searches) await search.close();
      await stopIndexer();
      for (const engine of engines) {
        try {
          engine.signal('SIGCONT');
        } catch {
          // It is not running.
        }
        await engine.kill();
      }
      await Promise.all(roots.map((root) => rm(root, { recursive: true, force: true })));
    },
  };
}
