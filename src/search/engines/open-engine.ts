import type { Config } from '../../platform/config.ts';
import { SEARCH_INDEX } from '../index/search-index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { IndexedEngine } from '../search-engine.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';

/** Opens the configured engine. Returns undefined if Postgres answers alone. */
export async function openEngine(config: Config, metrics: Metrics): Promise<IndexedEngine | undefined> {
  const {
    SEARCH_ENGINE,
    OPENSEARCH_URL: urls,
    MEILI_URL: url,
    MEILI_MASTER_KEY: masterKey,
    MEILI_SEARCH_KEY: apiKey = masterKey,
  } = config;
  if (SEARCH_ENGINE === 'opensearch') {
    if (!urls) return undefined;
    // Imported on demand: loading OpenSearch’s client takes half a second of processor time.
    const { createOpenSearchEngine } = await import('./opensearch/opensearch-engine.ts');
    return createOpenSearchEngine({ urls }, SEARCH_INDEX);
  }
  if (!url) return undefined;
  return createMeilisearchEngine({ access: { url, apiKey }, indexUid: SEARCH_INDEX, metrics });
}
