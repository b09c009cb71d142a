import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Meilisearch } from 'meilisearch';
import type { Pool } from 'pg';
import { createDb, createPool, type Db } from '../../src/platform/db/client.ts';
import { migrateDatabase } from '../../src/platform/db/migrate.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMeilisearch } from '../../src/search/engines/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../src/search/index/search-index.ts';
import { deriveSearchKey } from '../../src/search/engines/meilisearch/search-key.ts';
import { SIMILARITY_SETTINGS } from '../../src/search/search-limits.ts';
import { compareIndex } from '../support/search/compare-index.ts';
import { isIndexSettled } from '../support/search/settled-index.ts';
import { createOwnRedis, type OwnRedis } from '../support/servers/redis-server.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import { ROOT, startProgram, type StartedProgram } from '../support/servers/started-program.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { waitFor } from '../support/wait-for.ts';
import { pause } from './scenario.ts';
import { createOwnEngine, type OwnEngine } from './servers/own-engine.ts';
import { startOwnPostgres, type OwnPostgres } from './servers/own-postgres.ts';

export interface StartedIndexer {
  program: StartedProgram;
  /** Where it serves its status. */
  port: number;
  /** The sum of the series whose name, with labels if given, begins so; undefined when it does not answer. */
  metric(series: string): Promise<number | undefined>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Everything a scenario can break: servers of its own, an API and an indexer as child processes. */
export interface World {
  root: string;
  db: Db;
  pool: Pool;
  postgres: OwnPostgres;
  engine: OwnEngine;
  redis: OwnRedis;
  client: Meilisearch;
  /** Of a key without limits. */
  headers: Record<string, string>;
  settings: Record<string, string>;
  api: StartedApi;
  indexer: StartedIndexer;
  /** Of this release, or of the one in another folder. */
  startApi(settings?: Record<string, string>, release?: string): Promise<StartedApi>;
  startIndexer(settings?: Record<string, string>, release?: string): Promise<StartedIndexer>;
  /** Puts a new indexer in the place of `indexer`, which has ended. */
  replaceIndexer(settings?: Record<string, string>): Promise<void>;
  countDirty(): Promise<number>;
  /** Documents lost, stale, or left over. */
  differences(): Promise<{ lost: number; stale: number; ghost: number }>;
  /** Resolves when the index equals Postgres and nothing is under way: after how many seconds. */
  converge(limitMs?: number): Promise<number>;
  close(): Promise<void>;
}

export const BASE_PRODUCTS = 2_000;

/** `release`: the folder of the release whose schema, API and indexer are to run; this one unless given. */
export async function createWorld(release = ROOT): Promise<World> {
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-faults-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  const postgres = await startOwnPostgres(root);
  // Another release's schema is that of its own migrations, and its processes run as the owner.
  const databaseUrl = release === ROOT ? postgres.serviceUrl : postgres.url;
  if (release === ROOT) await prepareDatabase({ databaseUrl, ownerUrl: postgres.url });
  else await migrateDatabase(postgres.url, path.join(release, 'migrations'));
  const pool = createPool({
    url: postgres.url,
    applicationName: 'factshelf-faults',
    max: 20,
    statementTimeoutMs: 60_000,
    // A busy machine is no finding.
    connectMs: 30_000,
    // Scenarios hold locks.
    idleInTransactionMs: 0,
    logger: createLogger('faults', 'silent'),
    // What is exact is what the service asks.
    settings: SIMILARITY_SETTINGS,
  });
  const db = createDb(pool);
  const engine = await createOwnEngine(root);
  await engine.start();
  const redis = await createOwnRedis();
  await redis.start();
  await insertProducts(db, BASE_PRODUCTS);
  const { key } = await insertKey(db, 'internal');
  const client = createMeilisearch(engine, 5_000);
  const settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    MEILI_URL: engine.url,
    MEILI_MASTER_KEY: engine.apiKey,
    MEILI_SEARCH_KEY: deriveSearchKey(engine.apiKey),
    DUMP_DIR: path.join(root, 'dumps'),
    IMAGE_DIR: path.join(root, 'images'),
    DUMP_AT: 'off',
    LOG_LEVEL: 'info',
  };
  const started: StartedProgram[] = [];
  const world: World = {
    root,
    db,
    pool,
    postgres,
    engine,
    redis,
    client,
    headers: { 'X-API-Key': key },
    settings,
    api: undefined as never,
    indexer: undefined as never,
    async startApi(more = {}, from = release) {
      const api = await startApi({ ...settings, ...more }, from);
      started.push(api.program);
      return api;
    },
    async startIndexer(more = {}, from = release) {
      const indexer = await startIndexer({ ...settings, ...more }, from);
      started.push(indexer.program);
      return indexer;
    },
    async replaceIndexer(more = {}) {
      world.indexer = await world.startIndexer(more);
    },
    async countDirty() {
      const { rows } = await db.execute<{ dirty: number }>(
        sql`select count(*)::int as dirty from search_outbox where parked_error is null`,
      );
      return rows[0]?.dirty ?? 0;
    },
    async differences() {
      const { missing, stale, ghost } = await compareIndex(db, client, SEARCH_INDEX);
      return { lost: missing.length, stale: stale.length, ghost: ghost.length };
    },
    async converge(limitMs = 60_000) {
      const startedAt = performance.now();
      await waitFor(
        'the index to equal Postgres',
        () => isIndexSettled(db, () => compareIndex(db, client, SEARCH_INDEX)),
        limitMs,
      );
      return (performance.now() - startedAt) / 1_000;
    },
    async close() {
      // A server that stands still could not stop.
      await postgres.signal('SIGCONT');
      for (const server of [engine, redis]) {
        try {
          server.signal('SIGCONT');
        } catch {
          // It is not running.
        }
      }
      for (const program of started) program.kill('SIGKILL');
      await Promise.all(started.map((program) => program.ended));
      // A scenario that broke may hold a connection still.
      await Promise.race([pool.end().catch(() => undefined), pause(3_000)]);
      await engine.kill();
      await redis.remove();
      await postgres.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
  try {
    [world.api, world.indexer] = await Promise.all([world.startApi(), world.startIndexer()]);
    // Another release may make other documents.
    if (release === ROOT) await world.converge(120_000);
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}

async function startIndexer(settings: Record<string, string>, release: string): Promise<StartedIndexer> {
  const port = Number(settings['INDEXER_PORT'] ?? (await findServerPort()));
  const all = { ...settings, INDEXER_PORT: String(port) };
  const program = startProgram('indexer/main', all, undefined, [], release);
  return {
    program,
    port,
    async metric(series) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
          signal: AbortSignal.timeout(2_000),
        });
        const lines = (await response.text()).split('\n').filter((line) => line.startsWith(series));
        return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
      } catch {
        return undefined;
      }
    },
    async kill(signal) {
      program.kill(signal);
      return await program.ended;
    },
  };
}

/** Products in use with a brand, a category and mostly a primary barcode. Only columns of version 1.0 are named. */
export async function insertProducts(db: Db, count: number): Promise<void> {
  await db.execute(sql`insert into brands (id, name, slug, brand_key)
    values (gen_random_uuid(), 'Harness', 'harness', 'harness') on conflict do nothing`);
  await db.execute(sql`insert into categories (id, code, name, path, level, archive_kind, own_archive_kind)
    values (gen_random_uuid(), 'food', 'Food', 'food', 1, 'food', 'food') on conflict do nothing`);
  await db.execute(sql`create sequence if not exists harness_gtin`);
  await db.execute(sql`
    with made as (
      insert into products (id, name, search_name, brand_id, category_id, status, quality_score)
      select gen_random_uuid(), name, name, (select id from brands where brand_key = 'harness'),
        (select id from categories where code = 'food'), 'active', (random() * 0.9 + 0.1)::numeric(4,3)
      from (
        select (array['milk','oat','honey','green','tea','dark','rye','fig'])[1 + (random() * 7)::int] || ' ' ||
               (array['bread','cake','drink','bar','spread','jam'])[1 + (random() * 5)::int] || ' ' || i as name
        from generate_series(1, ${count}) i
      ) names returning id
    ), numbered as (
      select id, lpad((200000000000 + nextval('harness_gtin'))::text, 13, '0')
        as body from made
    )
    insert into barcodes (gtin14, product_id, type, pack_level, is_primary)
    select body || ((10 - (
        select sum(substr(body, n, 1)::int * case when n % 2 = 1 then 3 else 1 end) from generate_series(1, 13) n
      ) % 10) % 10)::text, id, 'gtin13', 'each', true
    from numbered where right(body, 1) <> '7'`);
}
