import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import { ApiError } from '../http/api-error.ts';
import type { Metrics } from '../metrics.ts';
import { foldText, readCode } from '../text/fold-text.ts';
import { resolveFilters } from './resolve-filters.ts';
import { type ProductSummary, type searchPageSchema, type SearchQuery } from './search-contract.ts';
import type { EnginePage, EngineQuery, SearchEngine } from './search-engine.ts';
import { DEEPEST_RESULT } from './search-limits.ts';

/** Names as they are searched, in whichever language. */
export type SearchPage = Omit<z.output<typeof searchPageSchema>, 'items'> & { items: ProductSummary[] };

/**
 * `caller`: who asks, as slots are shared out; those who are not named share one part.
 * @throws ApiError 400 `invalid_parameter` for a page of a text that ends beyond `DEEPEST_RESULT`, 503 `unavailable` when
 *   too many searches wait
 */
export type SearchProducts = (
  query: SearchQuery,
  signal: AbortSignal,
  caller?: string,
) => Promise<SearchPage>;

/** The use case behind `GET /products/search`: fold the text, resolve the filters, ask the engine. */
export function createSearchProducts(db: Db, engine: SearchEngine, metrics: Metrics): SearchProducts {
  return async (query, signal, caller = '') => {
    const page = await findPage(db, engine, metrics, query, signal, caller);
    return {
      items: page.items.map(withShownScore),
      page: query.page,
      size: query.size,
      total: page.total,
      total_is_exact: page.isTotalExact,
      is_settled: page.isSettled,
    };
  };
}

/** Engines rank by the full 4-byte float; six decimals are what it can say. */
function withShownScore(item: ProductSummary): ProductSummary {
  return { ...item, score: item.score === null ? null : Math.round(item.score * 1e6) / 1e6 };
}

async function findPage(
  db: Db,
  engine: SearchEngine,
  metrics: Metrics,
  query: SearchQuery,
  signal: AbortSignal,
  caller: string,
): Promise<EnginePage> {
  const { text, digits } = readCode(foldText(query.q));
  if (text && query.page * query.size > DEEPEST_RESULT) throw tooDeep();
  const filters = await resolveFilters(db, query);
  const matchesNothing = Object.values(filters).some((values) => values.length === 0);
  // A text of which folding leaves nothing is not an empty query: it is one that no name can match.
  if (matchesNothing || (!text && query.q.trim()))
    return { items: [], total: 0, isTotalExact: true, isSettled: true };
  const engineQuery: EngineQuery = {
    text,
    digits,
    filters,
    offset: (query.page - 1) * query.size,
    limit: query.size,
    caller,
  };
  const stopTimer = metrics.searchSeconds.startTimer({ engine: engine.name });
  try {
    return await engine.search(engineQuery, signal);
  } finally {
    stopTimer();
  }
}

function tooDeep(): ApiError {
  return new ApiError(
    'invalid_parameter',
    `Parameter page is too deep for a text: page × size may be at most ${DEEPEST_RESULT}. Say more in q, or narrow it ` +
      'with category, brand or country; without q every page can be read.',
    { details: { parameter: 'page' } },
  );
}
