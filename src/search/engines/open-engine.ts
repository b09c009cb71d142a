import type { Config } from '../../platform/config.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../index/search-index.ts';
import type { IndexedEngine } from '../search-engine.ts';
import type { IndexEngine } from './index-engine.ts';

const WRITE_TIMEOUT_MS = 10_000;
const NAMES = { live: SEARCH_INDEX, next: NEXT_INDEX };

// Engines are imported on demand: loading OpenSearch’s client takes half a second of processor time, and each process
// needs one half of one engine.

/** Opens the configured engine for searches. Returns undefined if Postgres answers alone. */
export async function openSearchEngine(config: Config, metrics: Metrics): Promise<IndexedEngine | undefined> {
  const { OPENSEARCH_URL: urls, MEILI_URL: url, MEILI_MASTER_KEY, MEILI_SEARCH_KEY } = config;
  if (config.SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    const { createOpenSearchEngine } = await import('./opensearch/opensearch-engine.ts');
    return createOpenSearchEngine({ urls }, SEARCH_INDEX);
  }
  if (!url) return undefined;
  const { createMeilisearchEngine } = await import('./meilisearch/meilisearch-engine.ts');
  const access = { url, apiKey: MEILI_SEARCH_KEY ?? MEILI_MASTER_KEY };
  return createMeilisearchEngine({ access, indexUid: SEARCH_INDEX, metrics });
}

/** Opens the configured engine for the indexer. Returns undefined when no index is to be maintained. */
export async function openIndexEngine(config: Config): Promise<IndexEngine | undefined> {
  const { OPENSEARCH_URL: urls, OPENSEARCH_SHARDS: shards, OPENSEARCH_REPLICAS: replicas } = config;
  const { MEILI_URL: url, MEILI_MASTER_KEY: apiKey } = config;
  if (config.SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    const { openOpenSearch } = await import('./opensearch/opensearch-writer.ts');
    return openOpenSearch({ urls }, { shards, replicas }, WRITE_TIMEOUT_MS, NAMES);
  }
  if (!url) return undefined;
  const { openMeilisearch } = await import('./meilisearch/meilisearch-writer.ts');
  return openMeilisearch({ url, apiKey }, WRITE_TIMEOUT_MS, NAMES);
}
