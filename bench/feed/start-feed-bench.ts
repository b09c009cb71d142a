import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../../src/access/accounts/keys/change-keys.ts';
import { accounts } from '../../src/platform/db/schema/accounts.ts';
import { createDb, createPool } from '../../src/platform/db/client.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { startNodePart } from '../../src/embedded/node-part.ts';
import { startPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { findFreePort } from '../../src/embedded/processes/free-port.ts';
import type { Stoppable } from '../../src/embedded/start-servers.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startApi } from '../start-parts.ts';

export type { Stoppable };

const LOOK_EVERY_MS = 200;

export interface FeedBench {
  origin: string;
  databaseUrl: string;
  /** Each of another account; those of one are counted together. */
  keys: string[];
  /** As the owner of the database. */
  client: pg.Client;
  /** How the process ids of its parts are called. */
  processes: Record<number, string>;
  /** Resolves when everything committed has its position. */
  untilStamped(): Promise<void>;
  /** Resolves when everything that has a position is kept as text. */
  untilKept(): Promise<void>;
  /** Whether the API finds what is kept, or has to make each change anew. */
  setKept(isFound: boolean): Promise<void>;
}

/**
 * A Postgres that `fill` has written products to, with an API and an indexer without an engine: the feed is all that the
 * indexer has to do. Everything is put on `parts`, last to stop first.
 */
export async function startFeedBench(
  fill: (databaseUrl: string, dir: string) => Promise<unknown>,
  accountCount: number,
  parts: Stoppable[],
): Promise<FeedBench> {
  const logger = createLogger('bench', 'warn');
  const root = await mkdtemp(join(tmpdir(), 'factshelf-feed-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  parts.push({ stop: () => rm(root, { recursive: true, force: true }), kill: () => undefined });
  const postgres = await startPostgres({ dataDir: root, logger });
  parts.push(postgres);
  const { url: ownerUrl, serviceUrl: databaseUrl } = postgres;
  await prepareDatabase({ databaseUrl, ownerUrl });
  await fill(databaseUrl, root);
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  parts.push({ stop: () => client.end(), kill: () => undefined });
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: root,
    DUMP_DIR: join(root, 'dumps'),
    DUMP_AT: 'off',
    LOG_LEVEL: 'error',
  };
  const indexer = await startNodePart('indexer/main', {
    PATH: process.env['PATH'],
    INDEXER_PORT: String(await findFreePort()),
    ...env,
  });
  parts.push(indexer);
  const untilStamped = async () => {
    const isLeft = 'select from product_change_marks union all select from product_change_scopes limit 1';
    while ((await client.query(isLeft)).rowCount) await sleep(LOOK_EVERY_MS);
  };
  const untilKept = async () => {
    const isLeft = 'select from change_feed f, kept_changes k where k.kept_to < f.head';
    while ((await client.query(isLeft)).rowCount) await sleep(LOOK_EVERY_MS);
  };
  const setKept = async (isFound: boolean) => {
    // No product has such a version.
    await client.query(`update product_changes set item_version = ${isFound ? '' : '-'}abs(item_version)`);
    await client.query('vacuum (analyze) product_changes');
  };
  await untilStamped();
  await client.query('vacuum (analyze)');
  const api = await startApi('src/main', env, parts);
  const keys = await issueKeys(ownerUrl, accountCount);
  const processes = { [postgres.pid]: 'postgres', [api.pid]: 'api', [indexer.pid]: 'indexer' };
  return { origin: api.origin, databaseUrl, keys, client, processes, untilStamped, untilKept, setKept };
}

/** Of a tier without limits. */
async function issueKeys(url: string, count: number): Promise<string[]> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, applicationName: 'factshelf-bench', statementTimeoutMs: 60_000, logger });
  const db = createDb(pool);
  const keys: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = uuidv7();
    await db
      .insert(accounts)
      .values({ id, email: `${id}@example.org`, passwordHash: 'none', tier: 'internal' });
    keys.push(await db.transaction((tx) => issueKey(tx, id, { actor: 'bench' })));
  }
  await pool.end();
  return keys;
}
