import { inject } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import type { Metrics } from '../../../src/platform/metrics.ts';
import type { Search } from '../../../src/search/create-search.ts';
import type { HandOverReason } from '../../../src/search/explain/explanation-contract.ts';
import { createStandIn } from '../../../src/search/engines/postgres/stand-in.ts';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import { isCode, needsPostgres, type SearchEngine } from '../../../src/search/search-engine.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import { createSuggest } from '../../../src/search/suggest/suggest.ts';
import type { TestIndex } from './test-index.ts';

/** More than any machine needs: a slow one is not what these tests are about. */
export const BARE_TIMEOUT_MS = 10_000;

interface BareOptions {
  db: Db;
  metrics: Metrics;
  index: TestIndex;
}

/**
 * Search on the engine with nothing to fall back on: what the engine throws, the search throws. What it hands over by
 * design Postgres answers, as always, and `metrics` counts it.
 */
export function createBareSearch({ db, metrics, index }: BareOptions): Search {
  const first = index.openEngine(BARE_TIMEOUT_MS, metrics);
  const postgres = createPostgresEngine(db);
  const standIn = createStandIn(db);
  const engine: SearchEngine = {
    name: first.name,
    async search(query, signal) {
      const noteHandOver = (reason: HandOverReason) => {
        metrics.searchHandOvers.inc({ reason });
        query.noteHandOver?.(reason);
      };
      if (!needsPostgres(query)) {
        const page = await first.search({ ...query, noteHandOver }, signal);
        return page ?? (await (query.suggested ? standIn : postgres).search(query, signal));
      }
      noteHandOver(isCode(query) ? 'barcode' : 'order');
      return await postgres.search(query, signal);
    },
  };
  return {
    searchProducts: createSearchProducts(db, engine, metrics),
    suggest: createSuggest(db, engine),
    close: () => first.close(),
  };
}

/** How many searches the engine was asked for, and what became of them. */
export async function countPlanned({
  searchSeconds,
  searchPages,
  searchHandOvers,
  searchFallbacks,
}: Metrics): Promise<{ asked: number; answered: number; handedOver: number; fallenBack: number }> {
  const sum = (values: { value: number }[]) => values.reduce((total, { value }) => total + value, 0);
  const timed = (await searchSeconds.get()).values.filter(
    ({ metricName, labels }) =>
      metricName === 'factshelf_search_seconds_count' && labels.engine === inject('searchEngine'),
  );
  return {
    asked: sum(timed),
    answered: sum((await searchPages.get()).values),
    handedOver: sum((await searchHandOvers.get()).values),
    fallenBack: sum((await searchFallbacks.get()).values),
  };
}
