import { sql } from 'drizzle-orm';
import type { Meilisearch } from 'meilisearch';
import { inject } from 'vitest';
import type { IndexEngine, IndexPair, IndexWriter } from '../../../src/search/engines/index-engine.ts';
import { openMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch-writer.ts';
import { openOpenSearch } from '../../../src/search/engines/opensearch/opensearch-writer.ts';
import { createIndexerMetrics, type IndexerMetrics } from '../../../indexer/indexer-metrics.ts';
import { startIndexer } from '../../../indexer/run-indexer.ts';
import { createMetrics, type Metrics } from '../../../src/platform/metrics.ts';
import { createMeilisearchEngine } from '../../../src/search/engines/meilisearch/meilisearch-engine.ts';
import { createOpenSearchEngine } from '../../../src/search/engines/opensearch/opensearch-engine.ts';
import type { IndexedEngine } from '../../../src/search/search-engine.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import {
  createMeilisearch,
  type MeilisearchAccess,
} from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { compareDocuments, compareIndex, type IndexDifferences } from './compare-index.ts';
import { createTestDocuments, type TestDocuments } from './test-documents.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { waitFor } from '../wait-for.ts';

export interface TestIndexOptions {
  /** 100 ms unless given. */
  sweepMs?: number;
  redisUrl?: string | undefined;
  /** The common server unless the test brings one. */
  access?: MeilisearchAccess;
  engineTimeoutMs?: number;
  /** Steps between the indexer and the engine, to act while a request is under way. */
  intercept?: (index: IndexWriter) => IndexWriter;
  interceptSuggestions?: (index: IndexEngine['suggestions']) => IndexEngine['suggestions'];
  interceptPair?: (pair: IndexPair) => IndexPair;
  /** An hour unless given: most tests are about other things. */
  reconcileEveryMs?: number;
  reconcileShare?: number;
}

export interface TestIndex {
  access: MeilisearchAccess;
  indexUid: string;
  /** Of Meilisearch, whatever engine keeps the index. */
  client: Meilisearch;
  /** The two indexes as somebody beside the indexer sees them, and may damage them. */
  engine: IndexEngine;
  documents: TestDocuments;
  /** As the API asks it. */
  openEngine(timeoutMs?: number, metrics?: Metrics): IndexedEngine;
  /** Where the indexer builds a new index. */
  nextUid: string;
  metrics: IndexerMetrics;
  /** Resolves when nothing is dirty any more, parked products apart, and no rebuild is under way. */
  settled(): Promise<void>;
  /** Compares the index with Postgres, whatever engine keeps it. */
  findDifferences(): Promise<IndexDifferences>;
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
  const isOpenSearch = inject('searchEngine') === 'opensearch' && options.access === undefined;
  const urls = inject('opensearchUrls');
  const open = () => {
    const uids = { live: indexUid, next: nextUid };
    const timeoutMs = options.engineTimeoutMs ?? 10_000;
    if (!isOpenSearch) return openMeilisearch(access, timeoutMs, uids);
    return openOpenSearch({ urls }, { shards: 3, replicas: 0 }, timeoutMs, uids);
  };
  const kept = open();
  // Not the indexer's own: it sees only what the engine has.
  const engine = open();
  const documents = createTestDocuments(engine.live);
  const metrics = createIndexerMetrics();
  const indexer = startIndexer({
    db: database.db,
    databaseUrl: database.url,
    redisUrl: options.redisUrl,
    prefix: indexUid,
    engine: {
      check: () => kept.check(),
      live: intercept(kept.live),
      next: intercept(kept.next),
      pair: options.interceptPair?.(kept.pair) ?? kept.pair,
      suggestions: options.interceptSuggestions?.(kept.suggestions) ?? kept.suggestions,
      renderDocument: kept.renderDocument,
    },
    indexUid,
    reconcileEveryMs: options.reconcileEveryMs ?? 3_600_000,
    reconcileShare: options.reconcileShare,
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
  const findDifferences = async () => {
    if (!isOpenSearch) return await compareIndex(database.db, client, indexUid);
    const found = await documents.list();
    return await compareDocuments(database.db, new Map(found.map((document) => [document.id, document])));
  };
  return {
    access,
    indexUid,
    nextUid,
    metrics,
    client,
    engine,
    documents,
    openEngine: (timeoutMs, engineMetrics = createMetrics()) =>
      isOpenSearch
        ? createOpenSearchEngine({ urls }, indexUid, timeoutMs)
        : createMeilisearchEngine({ access, indexUid, metrics: engineMetrics, timeoutMs }),
    settled: async () => void (await waitFor('nothing dirty', isSettled)),
    findDifferences,
    async equal() {
      let found: unknown;
      await waitFor('an index that equals Postgres', async () => {
        if (!(await isSettled())) return false;
        const differences = await findDifferences();
        found = differences;
        return Object.values(differences).every((ids) => ids.length === 0);
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(found)}`, { cause: error });
      });
    },
    close: () => indexer.close(),
  };
}

/**
 * No row that Postgres holds makes a document that an engine refuses. So that there is one, documents with such a name are
 * spoilt on their way: for Meilisearch an id with a colon, for OpenSearch a field that it does not know.
 */
export function spoilPoison(writer: IndexWriter): IndexWriter {
  const spoil = (lines: string) =>
    inject('searchEngine') === 'opensearch'
      ? lines.replaceAll('"name":"Poison', '"unknown":1,"name":"Poison')
      : lines.replaceAll(/"id":"([^"]+)"(?=[^\n]*"name":"Poison)/g, '"id":"a:$1"');
  return { ...writer, sendDocuments: (lines) => writer.sendDocuments(spoil(lines)) };
}
