import { listEngines, type Config } from '../../config.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import type { IndexCopy } from './copies/copies-client.ts';
import { createMeilisearchClient } from './meilisearch/meilisearch-client.ts';

/** The live index of the engine that the settings name, each copy of it; none: Postgres answers. */
export async function openCopies(config: Config): Promise<IndexCopy[]> {
  const { SEARCH_ENGINE, OPENSEARCH_URL: urls } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return [];
    // To load it takes half a second of processor time, which only who uses it is to pay for.
    const { createOpenSearchClient } = await import('./opensearch/opensearch-client.ts');
    return [{ name: SEARCH_ENGINE, client: createOpenSearchClient({ urls }, SEARCH_INDEX) }];
  }
  return listEngines(config).map(({ name, url, masterKey, searchKey = masterKey }) => ({
    name,
    client: createMeilisearchClient({ url, apiKey: searchKey }, SEARCH_INDEX),
  }));
}
