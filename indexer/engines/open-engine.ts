import type { Config } from '../../src/platform/config.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../src/search/index/search-index.ts';
import type { IndexEngine } from './index-engine.ts';
import { openMeilisearch } from './meilisearch/meilisearch-writer.ts';

const TIMEOUT_MS = 10_000;
const NAMES = { live: SEARCH_INDEX, next: NEXT_INDEX };

/** Opens the configured engine, or returns undefined when no index is to be maintained. */
export async function openEngine(config: Config): Promise<IndexEngine | undefined> {
  const {
    SEARCH_ENGINE,
    OPENSEARCH_URL: urls,
    OPENSEARCH_SHARDS: shards,
    OPENSEARCH_REPLICAS: replicas,
    MEILI_URL: url,
    MEILI_MASTER_KEY: apiKey,
  } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    // Loaded on demand: the client costs half a second of CPU time.
    const { openOpenSearch } = await import('./opensearch/opensearch-writer.ts');
    return openOpenSearch({ urls }, { shards, replicas }, TIMEOUT_MS, NAMES);
  }
  return url ? openMeilisearch({ url, apiKey }, TIMEOUT_MS, NAMES) : undefined;
}
