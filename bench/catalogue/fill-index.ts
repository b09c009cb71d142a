import type { Client } from 'pg';
import type { Part } from '../../src/embedded/processes/keep-running.ts';
import type { Servers } from '../../src/embedded/start-servers.ts';
import { startShipped } from '../shared/start-parts.ts';
import type { BenchEngine } from './start-engine.ts';

const POLL_MS = 3_000;
/** Counting the remaining marks takes two seconds at five million products. */
const PROGRESS_MS = 60_000;

type SearchServers = Required<Servers>;

/** Whether every product in use has its document, nothing waits to be indexed, and there are suggestions. */
export async function isIndexFull(client: Client, engine: BenchEngine): Promise<boolean> {
  const { rows } = await client.query(`select from search_outbox
    union all select from index_rebuilds where finished_at is null limit 1`);
  if (rows.length > 0) return false;
  const { products, suggestions } = await engine.count();
  return (await countInUse(client)) === products && suggestions > 0;
}

/** Runs the indexer until the index holds every product in use. */
export async function fillIndex(
  client: Client,
  servers: SearchServers,
  engine: BenchEngine,
  say: (line: string) => void,
): Promise<void> {
  const indexer = await startBenchIndexer(servers, engine);
  let hasEnded = false;
  void indexer.exited.then(() => (hasEnded = true));
  try {
    for (let saidAt = performance.now(); !(await isIndexFull(client, engine));) {
      if (hasEnded) throw new Error('The indexer ended before the index was full.');
      if (performance.now() - saidAt > PROGRESS_MS) {
        const { marks, parked } = await countMarks(client);
        if (parked > 0 && parked === marks) throw new Error(`The index refuses ${parked} products.`);
        say(`${marks.toLocaleString('en')} products still to be indexed`);
        saidAt = performance.now();
      }
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  } finally {
    await indexer.stop();
  }
}

export async function startBenchIndexer(servers: SearchServers, engine: BenchEngine): Promise<Part> {
  return await startShipped('indexer/main', {
    ...process.env,
    LOG_LEVEL: 'warn',
    REDIS_URL: '',
    DATABASE_URL: servers.databaseUrl,
    MEILI_URL: servers.meilisearch?.url,
    MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
    ...engine.settings,
  });
}

async function countMarks(client: Client): Promise<{ marks: number; parked: number }> {
  const { rows } = await client.query<{ marks: number; parked: number }>(
    'select count(*)::int as marks, count(parked_error)::int as parked from search_outbox',
  );
  return rows[0] as { marks: number; parked: number };
}

async function countInUse(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from products where status = 'active' and merged_into_id is null",
  );
  return rows[0]?.count ?? 0;
}
