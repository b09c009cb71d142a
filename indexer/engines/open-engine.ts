import type { Config } from '../../src/config.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../src/index/search-index.ts';
import type { IndexEngine } from './index-engine.ts';
import { openMeilisearch } from './meilisearch/meilisearch-writer.ts';
import { openOpenSearch } from './opensearch/opensearch-writer.ts';

const ENGINE_TIMEOUT_MS = 10_000;
const NAMES = { live: SEARCH_INDEX, next: NEXT_INDEX };

/** The engine that the settings name; undefined: there is no index to keep. */
export function openEngine(config: Config): IndexEngine | undefined {
  if (config.SEARCH_ENGINE === 'opensearch') {
    const placement = { shards: config.OPENSEARCH_SHARDS, replicas: config.OPENSEARCH_REPLICAS };
    return (
      config.OPENSEARCH_URL &&
      openOpenSearch({ urls: config.OPENSEARCH_URL }, placement, ENGINE_TIMEOUT_MS, NAMES)
    );
  }
  const access = config.MEILI_URL && { url: config.MEILI_URL, apiKey: config.MEILI_MASTER_KEY };
  return access ? openMeilisearch(access, ENGINE_TIMEOUT_MS, NAMES) : undefined;
}
