import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import {
  buildCsrfToken,
  createSessionToken,
  hashSessionToken,
} from '../src/access/operators/sessions/session-token.ts';
import { saveSession } from '../src/access/operators/sessions/session-store.ts';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { findFreePort } from '../src/embedded/processes/free-port.ts';
import { startProcesses } from '../src/embedded/processes/start-processes.ts';
import { startServers, type Servers, type Stoppable } from '../src/embedded/start-servers.ts';
import { readConfig } from '../src/platform/config.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { createDb, createPool, type Db } from '../src/platform/db/client.ts';
import { operators } from '../src/platform/db/schema/operators.ts';
import { submissions } from '../src/platform/db/schema/submissions.ts';
import { createLogger } from '../src/platform/logger.ts';
import { hashSubmission } from '../src/review/submissions/submission-content.ts';
import { issueBenchKey } from './shared/issue-bench-key.ts';
import { untilReady } from './shared/start-parts.ts';

export interface ReviewBench {
  origin: string;
  servers: Servers;
  db: Db;
  /** Keys of two accounts: searches of one caller wait for each other. */
  keys: [string, string];
  /** The headers of a signed-in operator. */
  operator: Record<string, string>;
}

/**
 * Starts Postgres, Meilisearch, the API and the indexer, and adds them to `parts`: with the demo catalogue in a folder of
 * their own, or with what `dataDir` holds.
 */
export async function startReviewBench(parts: Stoppable[], dataDir?: string): Promise<ReviewBench> {
  const logger = createLogger('bench', 'warn');
  const servers = await startServers(
    readConfig({ DATA_DIR: dataDir ?? (await makeDataDir(parts)) }),
    logger,
    parts,
  );
  await prepareDatabase(servers);
  const pool = createPool({
    url: servers.databaseUrl,
    applicationName: 'bench',
    statementTimeoutMs: 60_000,
    connectMs: 30_000,
    logger,
  });
  parts.push({ stop: () => pool.end(), kill: () => undefined });
  const db = createDb(pool);
  if (!dataDir) await loadDemoCatalogue(db, logger);
  const port = await findFreePort();
  process.env['LOG_LEVEL'] = 'fatal';
  await startProcesses({ port, servers: Promise.resolve(servers), logger, parts });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  const keys: [string, string] = [await issueBenchKey(db, 'internal'), await issueBenchKey(db, 'internal')];
  return { origin, servers, db, keys, operator: await signIn(db) };
}

/** Puts a submission straight into the queue, past the limit of an address. Returns its id. */
export async function submit(db: Db, name: string): Promise<string> {
  const id = uuidv7();
  const content = { name };
  const contentHash = hashSubmission({ gtin14: null, productId: null, content });
  await db.insert(submissions).values({ id, source: 'public', content, contentHash });
  return id;
}

async function makeDataDir(parts: Stoppable[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'factshelf-bench-'));
  // As root, Postgres runs as another user, which needs access to the folder.
  await chmod(root, 0o711);
  parts.push({ stop: () => rm(root, { recursive: true, force: true }), kill: () => undefined });
  return join(root, 'data');
}

async function signIn(db: Db): Promise<Record<string, string>> {
  const id = uuidv7();
  await db
    .insert(operators)
    .values({ id, email: `${id}@example.org`, passwordHash: 'none', role: 'reviewer' });
  const token = createSessionToken();
  await db.transaction((tx) => saveSession(tx, id, hashSessionToken(token)));
  return { Cookie: `__Host-sid=${token}`, 'X-CSRF-Token': buildCsrfToken(token) };
}
