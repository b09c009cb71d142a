import type { Config } from '../../config.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import type { Proposer } from './find-candidates.ts';
import { createMeilisearchProposer } from './meilisearch-proposer.ts';

/** Opens the engine that the settings name for suggestions; undefined: there is none, and Postgres answers. */
export async function openProposer(config: Config): Promise<Proposer | undefined> {
  const {
    SEARCH_ENGINE,
    OPENSEARCH_URL: urls,
    MEILI_URL: url,
    MEILI_MASTER_KEY: masterKey,
    MEILI_SEARCH_KEY: searchKey = masterKey,
  } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    // To load it takes half a second of processor time, which only who uses it is to pay for.
    const { createOpenSearchProposer } = await import('./opensearch-proposer.ts');
    return createOpenSearchProposer({ urls }, SEARCH_INDEX);
  }
  if (!url) return undefined;
  return createMeilisearchProposer({ url, apiKey: searchKey }, SEARCH_INDEX);
}
