import { listEngines, type Config } from '../../config.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import type { IndexCopy } from './copies/copies-client.ts';
import { createMeilisearchClient } from './meilisearch/meilisearch-client.ts';
import { createOpenSearchClient } from './opensearch/opensearch-client.ts';

/** The live index of the engine that the settings name, each copy of it; none: Postgres answers. */
export function openCopies(config: Config): IndexCopy[] {
  const { SEARCH_ENGINE, OPENSEARCH_URL: urls } = config;
  if (SEARCH_ENGINE === 'opensearch')
    return urls ? [{ name: SEARCH_ENGINE, client: createOpenSearchClient({ urls }, SEARCH_INDEX) }] : [];
  return listEngines(config).map(({ name, url, masterKey, searchKey = masterKey }) => ({
    name,
    client: createMeilisearchClient({ url, apiKey: searchKey }, SEARCH_INDEX),
  }));
}
