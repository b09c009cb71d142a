import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { digitsOf, foldText } from '../text/fold-text.ts';
import { resolveFilters } from './resolve-filters.ts';
import type { ProductSummary, searchPageSchema, SearchQuery } from './search-contract.ts';
import type { EnginePage, EngineQuery, SearchEngine } from './search-engine.ts';

export type SearchPage = z.output<typeof searchPageSchema>;
export type SearchProducts = (query: SearchQuery, signal: AbortSignal) => Promise<SearchPage>;

/** The use case behind `GET /products/search`: fold the text, resolve the filters, ask the engine. */
export function createSearchProducts(db: Db, engine: SearchEngine, metrics: Metrics): SearchProducts {
  return async (query, signal) => {
    const page = await findPage(db, engine, metrics, query, signal);
    return { items: page.items.map(withShownScore), page: query.page, size: query.size, total: page.total };
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
): Promise<EnginePage> {
  const text = foldText(query.q);
  const filters = await resolveFilters(db, query);
  const matchesNothing = Object.values(filters).some((values) => values.length === 0);
  // A text of which folding leaves nothing is not an empty query: it is one that no name can match.
  if (matchesNothing || (!text && query.q.trim())) return { items: [], total: 0 };
  const engineQuery: EngineQuery = {
    text,
    digits: digitsOf(text),
    filters,
    offset: (query.page - 1) * query.size,
    limit: query.size,
  };
  const stopTimer = metrics.searchSeconds.startTimer({ engine: engine.name });
  try {
    return await engine.search(engineQuery, signal);
  } finally {
    stopTimer();
  }
}
