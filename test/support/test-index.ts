import { count } from 'drizzle-orm';
import { inject } from 'vitest';
import { startIndexer, type Indexer } from '../../indexer/run-indexer.ts';
import { searchOutbox } from '../../src/db/schema.ts';
import { createLogger } from '../../src/logger.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { MeilisearchAccess } from '../../src/search/search-index.ts';
import type { TestDatabase } from './test-database.ts';
import { waitFor } from './wait-for.ts';

export interface TestIndex {
  access: MeilisearchAccess;
  indexUid: string;
  /** Resolves when nothing is dirty any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** An index of the test file's own, kept by a real indexer; on the common server unless the test brings one. */
export function startTestIndex(database: TestDatabase, own?: MeilisearchAccess): TestIndex {
  const server = inject('meilisearch');
  const access = own ?? (server && { url: server.url, apiKey: server.masterKey });
  if (!access) throw new Error('no Meilisearch: ask `inject` before');
  const indexUid = new URL(database.url).pathname.slice(1);
  const indexer: Indexer = startIndexer({
    db: database.db,
    databaseUrl: database.url,
    redisUrl: undefined,
    meilisearch: access,
    indexUid,
    sweepMs: 100,
    metrics: createMetrics(),
    logger: createLogger('test-indexer', 'error'),
  });
  return {
    access,
    indexUid,
    async settled() {
      await waitFor('an empty outbox', async () => {
        const [row] = await database.db.select({ dirty: count() }).from(searchOutbox);
        return row?.dirty === 0;
      });
    },
    close: () => indexer.close(),
  };
}
