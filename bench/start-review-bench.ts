import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../src/access/accounts/keys/change-keys.ts';
import { readConfig } from '../src/platform/config.ts';
import { accounts } from '../src/platform/db/schema/accounts.ts';
import { createDb, createPool, type Db } from '../src/platform/db/client.ts';
import { submissions } from '../src/platform/db/schema/submissions.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { operators } from '../src/platform/db/schema/operators.ts';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { findFreePort } from '../src/embedded/processes/free-port.ts';
import { startProcesses } from '../src/embedded/processes/start-processes.ts';
import { startServers, type Stoppable } from '../src/embedded/start-servers.ts';
import { hashSubmission } from '../src/review/submissions/submission-content.ts';
import { createLogger } from '../src/platform/logger.ts';
import { saveSession } from '../src/access/operators/sessions/session-store.ts';
import {
  buildCsrfToken,
  createSessionToken,
  hashSessionToken,
} from '../src/access/operators/sessions/session-token.ts';
import { describeMachine, type Machine } from './describe-machine.ts';

export interface ReviewBench {
  origin: string;
  databaseUrl: string;
  machine: Machine;
  /** Of a tier without limits. */
  key: string;
  /** The same of somebody else: searches of one caller wait for each other. */
  otherKey: string;
  /** The headers of one signed-in operator each. */
  operators: Record<string, string>[];
  /** Puts submissions straight into the queue, past the limit of an address, and returns their ids. */
  submit(contents: { name: string }[]): Promise<string[]>;
  /** Audit rows of a submission, and products made from it. */
  countTraces(id: string): Promise<{ decisions: number; products: number }>;
}

const OPERATORS = 50;

/**
 * Starts Postgres, Meilisearch, the API and the indexer, last to stop first on `parts`: with the demo catalogue in a place of
 * their own, or with what is in `dataDir`.
 */
export async function startReviewBench(parts: Stoppable[], dataDir?: string): Promise<ReviewBench> {
  const logger = createLogger('bench', 'warn');
  const config = readConfig({ DATA_DIR: dataDir ?? (await makeDataDir(parts)) });
  const servers = await startServers(config, logger, parts);
  await prepareDatabase(servers);
  const pool = createPool({
    url: servers.databaseUrl,
    applicationName: 'factshelf-bench',
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
  for (let attempt = 0; !(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok; attempt += 1) {
    if (attempt > 300) throw new Error('the API did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
  await waitUntilFilled(pool);
  return {
    origin,
    databaseUrl: servers.databaseUrl,
    machine: await describeMachine(servers),
    key: await issueInternalKey(db),
    otherKey: await issueInternalKey(db),
    operators: await Promise.all(Array.from({ length: OPERATORS }, () => signIn(db))),
    submit: (contents) => submit(db, contents),
    async countTraces(id) {
      const { rows } = await pool.query<{ decisions: number; products: number }>(
        `select (select count(*)::int from audit_log where entity_id = $1) as decisions,
           (select count(distinct product_id)::int from field_provenance where submission_id = $1::uuid) as products`,
        [id],
      );
      return rows[0] ?? { decisions: 0, products: 0 };
    },
  };
}

async function makeDataDir(parts: Stoppable[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'factshelf-bench-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  parts.push({ stop: () => rm(root, { recursive: true, force: true }), kill: () => undefined });
  return join(root, 'data');
}

/** Until the index has every product Postgres answers searches, and an approval would be found at once. */
async function waitUntilFilled(pool: ReturnType<typeof createPool>): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query('select from search_outbox limit 1');
    if (rowCount === 0) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function issueInternalKey(db: Db): Promise<string> {
  const id = uuidv7();
  await db
    .insert(accounts)
    .values({ id, email: `${id}@example.org`, passwordHash: 'none', tier: 'internal' });
  return await db.transaction((tx) => issueKey(tx, id, { actor: 'bench' }));
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

async function submit(db: Db, contents: { name: string }[]): Promise<string[]> {
  const rows = contents.map((content) => ({
    id: uuidv7(),
    source: 'public' as const,
    content,
    contentHash: hashSubmission({ gtin14: null, productId: null, content }),
  }));
  await db.insert(submissions).values(rows);
  return rows.map(({ id }) => id);
}
