import { listEngines, type Config } from '../../src/config.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../src/index/search-index.ts';
import type { NamedEngine } from '../copies/kept-copy.ts';
import { openMeilisearch } from './meilisearch/meilisearch-writer.ts';

const ENGINE_TIMEOUT_MS = 10_000;
/** The same of one of several copies: the others wait so long for one that stands still, until it is left out. */
const COPY_TIMEOUT_MS = 3_000;
const NAMES = { live: SEARCH_INDEX, next: NEXT_INDEX };

/** The engines that the settings name, one for each copy of the index; none: there is no index to keep. */
export async function openEngines(config: Config): Promise<NamedEngine[]> {
  const {
    SEARCH_ENGINE,
    OPENSEARCH_URL: urls,
    OPENSEARCH_SHARDS: shards,
    OPENSEARCH_REPLICAS: replicas,
  } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return [];
    // To load it takes half a second of processor time, which only who uses it is to pay for.
    const { openOpenSearch } = await import('./opensearch/opensearch-writer.ts');
    return [
      { name: SEARCH_ENGINE, ...openOpenSearch({ urls }, { shards, replicas }, ENGINE_TIMEOUT_MS, NAMES) },
    ];
  }
  const copies = listEngines(config);
  const timeoutMs = copies.length > 1 ? COPY_TIMEOUT_MS : ENGINE_TIMEOUT_MS;
  return copies.map(({ name, url, masterKey }) => ({
    name,
    ...openMeilisearch({ url, apiKey: masterKey }, timeoutMs, NAMES),
  }));
}
