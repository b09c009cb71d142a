import type { Config } from '../../config.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import type { IndexClient } from './index-reader.ts';
import { createMeilisearchClient } from './meilisearch/meilisearch-client.ts';

/** The live index of the engine that the settings name, or undefined when Postgres answers searches. */
export async function openIndex(config: Config): Promise<IndexClient | undefined> {
  const { SEARCH_ENGINE, OPENSEARCH_URL: urls, MEILI_URL: url, MEILI_MASTER_KEY, MEILI_SEARCH_KEY } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    // Loading the client takes half a second of processor time, which only its users are to pay for.
    const { createOpenSearchClient } = await import('./opensearch/opensearch-client.ts');
    return createOpenSearchClient({ urls }, SEARCH_INDEX);
  }
  if (!url) return undefined;
  return createMeilisearchClient({ url, apiKey: MEILI_SEARCH_KEY ?? MEILI_MASTER_KEY }, SEARCH_INDEX);
}
