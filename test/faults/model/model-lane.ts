import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { openMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch-writer.ts';
import { createIndexerMetrics } from '../../../indexer/indexer-metrics.ts';
import { startIndexer, type Indexer } from '../../../indexer/run-indexer.ts';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { requestRebuild } from '../../../src/search/index/rebuild-store.ts';
import { requestReconcile } from '../../../src/search/index/reconcile-store.ts';
import { createMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import type { SearchDocument } from '../../../src/search/index/search-index.ts';
import { ensureBrand } from '../../support/catalogue/catalogue.ts';
import { compareIndex } from '../../support/search/compare-index.ts';
import { createTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';
import { pause } from '../scenario.ts';

const QUIET_LIMIT_MS = 60_000;
/** A fault has happened when the engine has done its part, not when it has been asked for. */
const DONE = { timeout: 30_000 };

/** A database, an index and an indexer of its own, in which histories happen one after the other. */
export interface Lane {
  database: TestDatabase;
  indexUid: string;
  act(fault: Fault): Promise<void>;
  /** Everything is well again; resolves when the index equals Postgres. */
  settle(): Promise<void>;
  listDocuments(): Promise<SearchDocument[]>;
  brandIds: string[];
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const FAULTS = [
  'kill the indexer',
  'cut the engine',
  'hold the engine',
  'cut the database',
  'empty the index',
  'delete the index',
  'rebuild',
  'reconcile',
  'damage a document',
] as const;
export type Fault = (typeof FAULTS)[number];

export async function startLane(): Promise<Lane> {
  const database = await createTestDatabase();
  const { db } = database;
  const { url, masterKey } = inject('meilisearch')!;
  const indexUid = new URL(database.url).pathname.slice(1);
  const client = createMeilisearch({ url, apiKey: masterKey }, 10_000);
  const index = client.index<SearchDocument>(indexUid);
  let toEngine: TcpProxy;
  let toDatabase: TcpProxy;
  let indexer: Indexer;
  const ending: Promise<void>[] = [];

  /** With connections of its own: when they are cut all at once, nothing of it reaches anybody any more, as after kill -9. */
  async function start(): Promise<void> {
    toEngine = await createTcpProxy(url);
    toDatabase = await createTcpProxy(database.url);
    const engine = openMeilisearch({ url: toEngine.url, apiKey: masterKey }, 2_000, {
      live: indexUid,
      next: `${indexUid}_next`,
    });
    const logger = createLogger('model', 'silent');
    const pool = createPool({
      url: toDatabase.url,
      applicationName: 'factshelf-model',
      max: 3,
      statementTimeoutMs: 10_000,
      logger,
    });
    const started = startIndexer({
      db: createDb(pool),
      databaseUrl: toDatabase.url,
      redisUrl: inject('redisUrl'),
      prefix: indexUid,
      engine,
      indexUid,
      sweepMs: 100,
      reconcileEveryMs: 3_600_000,
      metrics: createIndexerMetrics(),
      logger,
    });
    const proxies = [toEngine, toDatabase];
    indexer = {
      isWriter: () => started.isWriter(),
      async close() {
        await started.close();
        await Promise.all(proxies.map((proxy) => proxy.close()));
        await pool.end().catch(() => undefined);
      },
    };
  }

  async function cut(proxy: TcpProxy): Promise<void> {
    await proxy.shut();
    await pause(150);
    await proxy.open();
  }

  const faults: Record<Fault, () => Promise<void>> = {
    async 'kill the indexer'() {
      await Promise.all([toEngine.shut(), toDatabase.shut()]);
      ending.push(indexer.close());
      await start();
    },
    'cut the engine': () => cut(toEngine),
    'cut the database': () => cut(toDatabase),
    async 'hold the engine'() {
      toEngine.hold();
      await pause(300);
      await toEngine.open();
    },
    'empty the index': async () => void (await index.deleteAllDocuments().waitTask(DONE)),
    'delete the index': async () => void (await client.deleteIndex(indexUid).waitTask(DONE)),
    rebuild: async () => void (await requestRebuild(db, 'model')),
    reconcile: async () => void (await requestReconcile(db, 'model')),
    async 'damage a document'() {
      const { results } = await index.getDocuments({ limit: 1 }).catch(() => ({ results: [] }));
      // Found by the reconcile at the end of each history.
      if (results[0]) await index.addDocuments([{ ...results[0], name: 'Damaged' }]).waitTask(DONE);
    },
  };
  await start();
  const brandIds: string[] = [];

  return {
    database,
    indexUid,
    brandIds,
    act: (fault) => faults[fault](),
    async settle() {
      await Promise.all([toEngine.open(), toDatabase.open()]);
      let asked: number | undefined;
      await waitFor(
        'an index that equals Postgres',
        async () => {
          const { rows } = await db.execute<{ busy: boolean }>(sql`
            select exists (select from search_outbox) or exists (
              select from index_rebuilds where finished_at is null) as busy`);
          if (rows[0]?.busy !== false) return false;
          if (asked === undefined) {
            asked = (await requestReconcile(db, 'model')).id;
            return false;
          }
          const open = await db.execute(
            sql`select from index_reconciles where id = ${asked} and finished_at is null`,
          );
          if (open.rows.length > 0) return false;
          const differences = await compareIndex(db, client, indexUid);
          const count = Object.values(differences).reduce((sum, ids) => sum + ids.length, 0);
          if (count > 0) asked = undefined;
          return count === 0;
        },
        QUIET_LIMIT_MS,
      );
    },
    async listDocuments() {
      try {
        return (await index.getDocuments({ limit: 1_000 })).results;
      } catch (error) {
        // Without a product an index that is gone holds what it should.
        if ((error as { cause?: { code?: string } }).cause?.code === 'index_not_found') return [];
        throw error;
      }
    },
    async reset() {
      brandIds.length = 0;
      await db.execute(sql`delete from products`);
      await db.execute(sql`delete from brands`);
      for (const name of ['Model one', 'Model two']) brandIds.push(await ensureBrand(db, name));
    },
    async close() {
      await indexer.close();
      await Promise.all(ending);
      await database.drop();
    },
  };
}
