import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../src/access/accounts/keys/change-keys.ts';
import { createDb, createPool } from '../src/platform/db/client.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { accounts, tiers } from '../src/platform/db/schema/accounts.ts';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { startPostgres } from '../src/embedded/postgres/embedded-postgres.ts';
import type { Stoppable } from '../src/embedded/start-servers.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startApi, startRedis } from './start-parts.ts';

export interface LimitsBench {
  /** A barcode of the demonstration catalogue. */
  gtin: string;
  /** Of a tier whose limits are counted and never reached. */
  key: string;
  /** The same API without limits, with limits on Redis, and with limits in memory and Postgres. */
  origins: { without: string; onRedis: string; inMemory: string };
}

const TIER = 'bench';
const GTIN = '9521000000018';
/** Where nothing listens: every API has the same search part, and no lookup by barcode asks it. */
const NO_MEILISEARCH = 'http://127.0.0.1:9';

/** Starts Postgres, Redis and three API processes in a place of their own, last to stop first on `parts`. */
export async function startLimitsBench(parts: Stoppable[]): Promise<LimitsBench> {
  const logger = createLogger('bench', 'warn');
  const root = await mkdtemp(join(tmpdir(), 'factshelf-bench-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  parts.push({ stop: () => rm(root, { recursive: true, force: true }), kill: () => undefined });
  const postgres = await startPostgres({ dataDir: join(root, 'data'), logger });
  parts.push(postgres);
  await migrateDatabase(postgres.url);
  const key = await fill(postgres.url);
  const redisUrl = await startRedis(root, parts);
  const env = { DATABASE_URL: postgres.url, MEILI_URL: NO_MEILISEARCH };
  return {
    gtin: GTIN,
    key,
    origins: {
      without: (await startApi('bench/bench-api', env, parts)).origin,
      onRedis: (await startApi('src/main', { ...env, REDIS_URL: redisUrl }, parts)).origin,
      inMemory: (await startApi('src/main', env, parts)).origin,
    },
  };
}

async function fill(databaseUrl: string): Promise<string> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({
    url: databaseUrl,
    applicationName: 'factshelf-bench',
    statementTimeoutMs: 60_000,
    logger,
  });
  try {
    const db = createDb(pool);
    await loadDemoCatalogue(db, logger);
    await db.insert(tiers).values({ code: TIER, perMinute: 2_000_000_000, cumulative: 2_000_000_000 });
    const id = uuidv7();
    await db.insert(accounts).values({ id, email: 'bench@example.org', passwordHash: 'none', tier: TIER });
    return await db.transaction((tx) => issueKey(tx, id, { actor: 'bench' }));
  } finally {
    await pool.end();
  }
}
