import { sql } from 'drizzle-orm';
import type { Meilisearch } from 'meilisearch';
import { inject } from 'vitest';
import type { IndexPair, IndexWriter } from '../../indexer/engines/index-engine.ts';
import { openMeilisearch } from '../../indexer/engines/meilisearch/meilisearch-writer.ts';
import { createIndexerMetrics, type IndexerMetrics } from '../../indexer/indexer-metrics.ts';
import { startIndexer } from '../../indexer/run-indexer.ts';
import { createLogger } from '../../src/logger.ts';
import { createMeilisearch, type MeilisearchAccess } from '../../src/index/meilisearch/meilisearch.ts';
import { compareIndex } from './compare-index.ts';
import type { TestDatabase } from './test-database.ts';
import { waitFor } from './wait-for.ts';

const PATIENCE_MS = 60_000;

export interface TestIndexOptions {
  /** 100 ms unless given. */
  sweepMs?: number;
  redisUrl?: string | undefined;
  /** The common server unless the test brings one. */
  access?: MeilisearchAccess;
  engineTimeoutMs?: number;
  /** Steps between the indexer and the engine, to act while a request is under way. */
  intercept?: (index: IndexWriter) => IndexWriter;
  interceptPair?: (pair: IndexPair) => IndexPair;
  /** An hour unless given: most tests are about other things. */
  reconcileEveryMs?: number;
}

export interface TestIndex {
  access: MeilisearchAccess;
  indexUid: string;
  client: Meilisearch;
  /** Where the indexer builds a new index. */
  nextUid: string;
  metrics: IndexerMetrics;
  /** Resolves when nothing is dirty any more, parked products apart, and no rebuild is under way. */
  settled(): Promise<void>;
  /** Resolves when nothing is dirty and the index equals Postgres. */
  equal(): Promise<void>;
  close(): Promise<void>;
}

/** An index of the test file's own, kept by a real indexer. Another one on the same database is a second writer. */
export function startTestIndex(database: TestDatabase, options: TestIndexOptions = {}): TestIndex {
  const common = inject('meilisearch');
  const access = options.access ?? (common && { url: common.url, apiKey: common.masterKey });
  if (!access) throw new Error('no Meilisearch: ask `inject` before');
  const indexUid = new URL(database.url).pathname.slice(1);
  const client = createMeilisearch(access, options.engineTimeoutMs ?? 10_000);
  const nextUid = `${indexUid}_next`;
  const intercept = options.intercept ?? ((index) => index);
  const engine = openMeilisearch(access, options.engineTimeoutMs ?? 10_000, {
    live: indexUid,
    next: nextUid,
  });
  const metrics = createIndexerMetrics();
  const indexer = startIndexer({
    db: database.db,
    databaseUrl: database.url,
    redisUrl: options.redisUrl,
    prefix: indexUid,
    engines: [
      {
        name: 'only',
        check: () => engine.check(),
        live: intercept(engine.live),
        next: intercept(engine.next),
        pair: options.interceptPair?.(engine.pair) ?? engine.pair,
      },
    ],
    indexUid,
    reconcileEveryMs: options.reconcileEveryMs ?? 3_600_000,
    sweepMs: options.sweepMs ?? 100,
    metrics,
    logger: createLogger('test-indexer', 'silent'),
  });
  const isSettled = async () => {
    const { rows } = await database.db.execute<{ dirty: boolean }>(
      sql`select exists (select from search_outbox where parked_error is null)
        or exists (select from index_rebuilds where finished_at is null) as dirty`,
    );
    return rows[0]?.dirty === false;
  };
  return {
    access,
    indexUid,
    nextUid,
    metrics,
    client,
    settled: async () => void (await waitFor('nothing dirty', isSettled, PATIENCE_MS)),
    async equal() {
      let found: unknown;
      await waitFor(
        'an index that equals Postgres',
        async () => {
          if (!(await isSettled())) return false;
          const differences = await compareIndex(database.db, client, indexUid);
          found = differences;
          return Object.values(differences).every((ids) => ids.length === 0);
        },
        PATIENCE_MS,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(found)}`, { cause: error });
      });
    },
    close: () => indexer.close(),
  };
}
