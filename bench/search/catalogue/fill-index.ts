import type { Client } from 'pg';
import { startNodePart } from '../../../src/embedded/node-part.ts';
import type { Part } from '../../../src/embedded/processes/keep-running.ts';
import type { Servers } from '../../../src/embedded/start-servers.ts';
import { createMeilisearch } from '../../../src/index/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../../src/index/search-index.ts';

/** To count what is left takes a third of a second at a million products. */
const POLL_MS = 3_000;
const PROGRESS_MS = 10_000;

type SearchServers = Required<Servers>;

/** Whether every product in use has its document and nothing waits to be indexed. */
export async function isIndexFull(client: Client, servers: SearchServers): Promise<boolean> {
  const { marks, inUse } = await readState(client);
  return marks === 0 && inUse === (await countDocuments(servers));
}

/** Takes the index away; the indexer then makes it anew, with every product in use. */
export async function dropIndex(servers: SearchServers): Promise<void> {
  // A task that fails because there is none is as good as one that succeeds.
  await connect(servers).deleteIndex(SEARCH_INDEX).waitTask({ timeout: 60_000 });
}

/** Runs the indexer until the index holds every product in use. */
export async function fillIndex(
  client: Client,
  servers: SearchServers,
  say: (line: string) => void,
): Promise<void> {
  const indexer = await startBenchIndexer(servers);
  let hasEnded = false;
  void indexer.exited.then(() => (hasEnded = true));
  try {
    for (let saidAt = performance.now(); !(await isIndexFull(client, servers));) {
      const { marks, parked } = await readState(client);
      if (hasEnded) throw new Error('The indexer ended before the index was full.');
      if (parked > 0 && parked === marks) throw new Error(`The index refuses ${parked} products.`);
      if (performance.now() - saidAt > PROGRESS_MS) {
        say(`${marks.toLocaleString('en')} products still to be indexed`);
        saidAt = performance.now();
      }
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  } finally {
    await indexer.stop();
  }
}

/** `engine`: settings of another engine than Meilisearch. */
export async function startBenchIndexer(
  servers: SearchServers,
  engine: Record<string, string> = {},
): Promise<Part> {
  return await startNodePart('../../indexer/main', {
    ...process.env,
    LOG_LEVEL: 'warn',
    REDIS_URL: '',
    DATABASE_URL: servers.databaseUrl,
    MEILI_URL: servers.meilisearch?.url,
    MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
    ...engine,
  });
}

async function readState(client: Client): Promise<{ marks: number; parked: number; inUse: number }> {
  const { rows } = await client.query<{ marks: number; parked: number; inUse: number }>(`
    select (select count(*)::int from search_outbox) as marks,
      (select count(*)::int from search_outbox where parked_error is not null) as parked,
      (select count(*)::int from products where status = 'active' and merged_into_id is null) as "inUse"`);
  return rows[0] as { marks: number; parked: number; inUse: number };
}

async function countDocuments(servers: SearchServers): Promise<number> {
  const { indexes } = await connect(servers).getStats();
  return indexes[SEARCH_INDEX]?.numberOfDocuments ?? 0;
}

function connect({ meilisearch }: SearchServers) {
  return createMeilisearch({ url: meilisearch?.url ?? '', apiKey: meilisearch?.masterKey }, 30_000);
}
