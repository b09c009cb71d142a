import { inject } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { createLogger } from '../../../src/logger.ts';
import type { Metrics } from '../../../src/metrics.ts';
import type { Search } from '../../../src/search/create-search.ts';
import { countFacetsOfLists } from '../../../src/search/facets/facets-of-lists.ts';
import { followProducts, type ProductFeed } from '../../../src/search/memory/follow-products.ts';
import { createFirstEngine } from '../../../src/search/engines/first-engine.ts';
import { createPostgresEngine } from '../../../src/search/engines/postgres-engine.ts';
import {
  isCode,
  needsExactEngine,
  type FirstEngine,
  type SearchEngine,
} from '../../../src/search/search-engine.ts';
import { createPostgresSource } from '../../../src/search/suggest/postgres-source.ts';
import { createSuggest } from '../../../src/search/suggest/suggest.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import type { TestIndex } from './test-index.ts';
import { waitFor } from '../wait-for.ts';

/** More than any machine needs: a slow one is not what these tests are about. */
const TIMEOUT_MS = 10_000;

interface BareOptions {
  db: Db;
  metrics: Metrics;
  index: TestIndex;
}

/** The first engine alone: what it throws, and what it hands over, is seen by whoever asks. */
export async function createBareEngine(
  options: BareOptions,
): Promise<{ engine: FirstEngine; products: ProductFeed; close(): Promise<void> }> {
  const { db, metrics, index } = options;
  const client = index.openClient(TIMEOUT_MS);
  const products = followProducts({ db, logger: createLogger('test', 'error') });
  const engine = createFirstEngine({ db, client, products, metrics });
  await waitFor('all products', () => products.held() !== undefined);
  return {
    engine,
    products,
    async close() {
      await products.close();
      client.close();
    },
  };
}

/**
 * Search on Meilisearch with nothing to fall back on: what the first engine throws, the search throws. What it
 * hands over by design the exact engine answers, as always, and `metrics` counts it.
 */
export async function createBareSearch(options: BareOptions): Promise<Search> {
  const { db, metrics } = options;
  const bare = await createBareEngine(options);
  const first = bare.engine;
  const exact = createPostgresEngine(db);
  const engine: SearchEngine = {
    name: first.name,
    async search(query, signal) {
      if (!needsExactEngine(query)) {
        const page = await first.search(query, signal);
        return page ?? (await exact.search(query, signal));
      }
      metrics.searchHandOvers.inc({ reason: isCode(query) ? 'barcode' : 'order' });
      return await exact.search(query, signal);
    },
  };
  return {
    searchProducts: createSearchProducts(db, countFacetsOfLists(engine, bare.products), metrics),
    suggest: createSuggest(undefined, createPostgresSource(db)),
    close: () => bare.close(),
  };
}

/** How many searches the first engine was asked for, and what became of them. */
export async function countPlanned({
  searchSeconds,
  searchPages,
  searchHandOvers,
  searchFallbacks,
}: Metrics): Promise<{ asked: number; planned: number; handedOver: number; fallenBack: number }> {
  const sum = (values: { value: number }[]) => values.reduce((total, { value }) => total + value, 0);
  const timed = (await searchSeconds.get()).values.filter(
    ({ metricName, labels }) =>
      metricName === 'factshelf_search_seconds_count' && labels.engine === inject('searchEngine'),
  );
  return {
    asked: sum(timed),
    planned: sum((await searchPages.get()).values),
    handedOver: sum((await searchHandOvers.get()).values),
    fallenBack: sum((await searchFallbacks.get()).values),
  };
}
