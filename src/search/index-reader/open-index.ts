import type { Config } from '../../config.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import type { IndexClient } from './index-reader.ts';
import { createMeilisearchClient } from './meilisearch/meilisearch-client.ts';
import { createOpenSearchClient } from './opensearch/opensearch-client.ts';

/** The live index of the engine that the settings name; undefined: there is none, and Postgres answers. */
export function openIndex(config: Config): IndexClient | undefined {
  if (config.SEARCH_ENGINE === 'opensearch') {
    return config.OPENSEARCH_URL && createOpenSearchClient({ urls: config.OPENSEARCH_URL }, SEARCH_INDEX);
  }
  const apiKey = config.MEILI_SEARCH_KEY ?? config.MEILI_MASTER_KEY;
  return config.MEILI_URL
    ? createMeilisearchClient({ url: config.MEILI_URL, apiKey }, SEARCH_INDEX)
    : undefined;
}
