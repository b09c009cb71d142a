import type { Config } from '../../platform/config.ts';
import { SEARCH_INDEX } from '../index/search-index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { IndexedEngine } from '../search-engine.ts';
import type { Proposer } from '../suggest/find-candidates.ts';
import { createMeilisearchProposer } from '../suggest/meilisearch-proposer.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';

/** An opened search engine: searches, and proposals for suggestions. */
interface OpenedEngine {
  engine: IndexedEngine;
  proposer: Proposer;
}

/** Opens the configured engine. Returns undefined if Postgres answers alone. */
export async function openEngine(config: Config, metrics: Metrics): Promise<OpenedEngine | undefined> {
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
    const [{ createOpenSearchEngine }, { createOpenSearchProposer }] = await Promise.all([
      import('./opensearch/opensearch-engine.ts'),
      import('../suggest/opensearch-proposer.ts'),
    ]);
    return {
      engine: createOpenSearchEngine({ urls }, SEARCH_INDEX),
      proposer: createOpenSearchProposer({ urls }, SEARCH_INDEX),
    };
  }
  if (!url) return undefined;
  const access = { url, apiKey };
  return {
    engine: createMeilisearchEngine({ access, indexUid: SEARCH_INDEX, metrics }),
    proposer: createMeilisearchProposer(access, SEARCH_INDEX),
  };
}
