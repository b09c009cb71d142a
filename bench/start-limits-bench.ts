import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../src/accounts/keys/change-keys.ts';
import { createDb, createPool } from '../src/db/client.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { accounts, tiers } from '../src/db/account-schema.ts';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { startPostgres } from '../src/embedded/postgres/embedded-postgres.ts';
import { findFreePort } from '../src/embedded/processes/free-port.ts';
import { startNodePart } from '../src/embedded/node-part.ts';
import { startServerProcess } from '../src/embedded/processes/server-process.ts';
import type { Stoppable } from '../src/embedded/start-servers.ts';
import { createLogger } from '../src/logger.ts';

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
      without: await startApi('../../bench/bench-api', env, parts),
      onRedis: await startApi('../main', { ...env, REDIS_URL: redisUrl }, parts),
      inMemory: await startApi('../main', env, parts),
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

/** As it should be set up in production. */
async function startRedis(dir: string, parts: Stoppable[]): Promise<string> {
  const port = await findFreePort();
  await new Promise<void>((resolve, reject) => {
    const server = startServerProcess({
      command: 'redis-server',
      args: [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        dir,
        '--save',
        '',
        '--appendonly',
        'yes',
      ],
      stopSignal: 'SIGTERM',
      cwd: dir,
      env: { PATH: process.env['PATH'] },
      onLine: (line) => {
        if (line.includes('Ready to accept connections')) resolve();
      },
    });
    parts.push({ stop: () => server.stop(3_000, 'SIGKILL'), kill: () => server.kill('SIGKILL') });
    void server.exited.then(() => reject(new Error(`redis-server ended: ${server.lastLines.join('\n')}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

async function startApi(module: string, env: NodeJS.ProcessEnv, parts: Stoppable[]): Promise<string> {
  const port = await findFreePort();
  const part = await startNodePart(module, {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    PORT: String(port),
    ...env,
  });
  parts.push(part);
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error(`the API of ${module} did not start`);
}
