import pg from 'pg';
import { createMeilisearch } from '../../../src/search/index/meilisearch/meilisearch.ts';
import { createOpenSearch } from '../../../src/search/index/opensearch/opensearch.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import type { Servers } from '../../../src/embedded/start-servers.ts';
import { startBenchIndexer } from './fill-index.ts';

const POLL_MS = 250;

/** One engine as the bench fills and weighs it. */
export interface BenchEngine {
  name: string;
  /** Settings for a process that is to use it. */
  settings: Record<string, string>;
  drop(): Promise<void>;
  /** Of the live index. */
  countDocuments(): Promise<number>;
  diskBytes(): Promise<number>;
}

export function describeMeilisearch({ meilisearch }: Servers): BenchEngine {
  const access = { url: meilisearch?.url ?? '', apiKey: meilisearch?.masterKey };
  const client = createMeilisearch(access, 30_000);
  return {
    name: 'meilisearch',
    settings: {},
    drop: async () => void (await client.deleteIndex(SEARCH_INDEX).waitTask({ timeout: 60_000 })),
    countDocuments: async () => (await client.getStats()).indexes[SEARCH_INDEX]?.numberOfDocuments ?? 0,
    diskBytes: async () => (await client.getStats()).usedDatabaseSize ?? 0,
  };
}

export function describeOpenSearch(urls: string[], shards: number, replicas: number): BenchEngine {
  const client = createOpenSearch({ urls }, 30_000, 2);
  const names = `${SEARCH_INDEX}*`;
  return {
    name: 'opensearch',
    settings: {
      SEARCH_ENGINE: 'opensearch',
      OPENSEARCH_URL: urls.join(','),
      OPENSEARCH_SHARDS: String(shards),
      OPENSEARCH_REPLICAS: String(replicas),
    },
    async drop() {
      const { body } = await client.indices.get({ index: names });
      for (const index of Object.keys(body)) await client.indices.delete({ index });
    },
    countDocuments: async () =>
      (await client.count({ index: SEARCH_INDEX }).catch(() => ({ body: { count: 0 } }))).body.count,
    async diskBytes() {
      const { body } = await client.indices.stats({ index: SEARCH_INDEX, metric: ['store'] });
      const { _all: all } = body;
      return all.total?.store?.size_in_bytes ?? 0;
    },
  };
}

/** Has the indexer fill an index that is not there, until it is the live one. Returns seconds from the start of the indexer. */
export async function fillEngine(engine: BenchEngine, servers: Required<Servers>): Promise<number> {
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await engine.drop();
  const startedAt = performance.now();
  const indexer = await startBenchIndexer(servers, engine.settings);
  try {
    for (;;) {
      const { rows } = await client.query<{ products: number; isBusy: boolean }>(`
        select count(*)::int as products, (select exists (select from search_outbox)
          or exists (select from index_rebuilds where finished_at is null)) as "isBusy"
        from products where status = 'active' and merged_into_id is null`);
      const { products, isBusy } = rows[0] as { products: number; isBusy: boolean };
      if (!isBusy && (await engine.countDocuments()) === products) break;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
    return (performance.now() - startedAt) / 1_000;
  } finally {
    await indexer.stop();
    await client.end();
  }
}
