import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMeilisearch } from '../../src/search/engines/meilisearch/meilisearch.ts';
import { createOpenSearch } from '../../src/search/engines/opensearch/opensearch.ts';
import { SEARCH_INDEX } from '../../src/search/index/search-index.ts';
import { suggestionIndexOf } from '../../src/search/index/suggestion-index.ts';
import type { Servers, Stoppable } from '../../src/embedded/start-servers.ts';
import { startOpenSearch } from '../../test/support/opensearch/start-opensearch.ts';

const TIMEOUT_MS = 60_000;

/** One engine as the bench fills and weighs it. */
export interface BenchEngine {
  name: 'Meilisearch' | 'OpenSearch';
  version: string;
  /** Settings for a process that is to use it. */
  settings: Record<string, string>;
  drop(): Promise<void>;
  /** Documents of the live index and of its suggestions. */
  count(): Promise<{ products: number; suggestions: number }>;
  diskBytes(): Promise<number>;
}

export async function describeMeilisearch({ meilisearch }: Servers): Promise<BenchEngine> {
  const access = { url: meilisearch?.url ?? '', apiKey: meilisearch?.masterKey };
  const client = createMeilisearch(access, TIMEOUT_MS);
  const { pkgVersion } = await client.getVersion();
  return {
    name: 'Meilisearch',
    version: pkgVersion,
    settings: {},
    // A deletion that fails because there is no index has the same effect.
    drop: async () => void (await client.deleteIndex(SEARCH_INDEX).waitTask({ timeout: TIMEOUT_MS })),
    async count() {
      const { indexes } = await client.getStats();
      const countOf = (index: string) => indexes[index]?.numberOfDocuments ?? 0;
      return { products: countOf(SEARCH_INDEX), suggestions: countOf(suggestionIndexOf(SEARCH_INDEX)) };
    },
    diskBytes: async () => (await client.getStats()).usedDatabaseSize ?? 0,
  };
}

export interface OpenSearchSize {
  nodes: number;
  shards: number;
  replicas: number;
}

/** Starts empty nodes, with the memory and the compilers of an installation; they are put on `parts`. */
export async function startBenchOpenSearch(
  { nodes, shards, replicas }: OpenSearchSize,
  parts: Stoppable[],
): Promise<BenchEngine> {
  const root = await mkdtemp(join(tmpdir(), 'factshelf-bench-'));
  parts.push({ stop: () => rm(root, { recursive: true, force: true }), kill: () => undefined });
  const cluster = await startOpenSearch(root, nodes, ['-Xms2g', '-Xmx2g']);
  parts.push({ stop: () => cluster.stop(), kill: () => void cluster.stop() });
  const { urls } = cluster;
  const client = createOpenSearch({ urls }, TIMEOUT_MS, 2);
  const { body: info } = await client.info();
  const countOf = async (index: string) =>
    (await client.count({ index }).catch(() => ({ body: { count: 0 } }))).body.count;
  return {
    name: 'OpenSearch',
    version: info.version.number,
    settings: {
      SEARCH_ENGINE: 'opensearch',
      OPENSEARCH_URL: urls.join(','),
      OPENSEARCH_SHARDS: String(shards),
      OPENSEARCH_REPLICAS: String(replicas),
    },
    drop: async () => void (await client.indices.delete({ index: `${SEARCH_INDEX}*` })),
    count: async () => ({
      products: await countOf(SEARCH_INDEX),
      suggestions: await countOf(suggestionIndexOf(SEARCH_INDEX)),
    }),
    async diskBytes() {
      const { body } = await client.indices.stats({ index: SEARCH_INDEX, metric: ['store'] });
      const { _all: all } = body;
      return all.total?.store?.size_in_bytes ?? 0;
    },
  };
}
