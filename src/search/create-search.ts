import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './answer-in-time.ts';
import { fallBackTo } from './fall-back.ts';
import { followVocabulary } from './vocabulary/follow-vocabulary.ts';
import { createHurriedEngine } from './hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './limit-exact-engine.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';
import { createMultiSearch } from './meilisearch/multi-search.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { createMeilisearch, SEARCH_INDEX, type MeilisearchAccess } from '../index/search-index.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { CHECK_MS, SILENCE_MS } from './search-limits.ts';

export interface Search {
  searchProducts: SearchProducts;
  /** Rejects when Meilisearch cannot answer; absent when Postgres is the engine. */
  check?: () => Promise<unknown>;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  metrics: Metrics;
  logger: Logger;
  meilisearch: MeilisearchAccess | undefined;
  indexUid?: string;
  /** Up to so many products every name is looked at (see `createMeilisearchEngine`). */
  smallCatalogue?: number;
}

/** Builds search: Meilisearch with Postgres behind it, or Postgres alone where there is no Meilisearch. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, metrics, logger, meilisearch, indexUid = SEARCH_INDEX } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(db));
  const hurried = limitHurriedEngine(createHurriedEngine(db));
  if (!meilisearch) {
    const engine = answerInTime(exact, hurried, metrics);
    return { searchProducts: createSearchProducts(db, engine, metrics), close() {} };
  }
  const client = createMultiSearch(meilisearch, SILENCE_MS);
  const words = followVocabulary(db, logger);
  const { smallCatalogue } = dependencies;
  const preferred = createMeilisearchEngine({
    client,
    indexUid,
    words,
    metrics,
    ...(smallCatalogue === undefined ? {} : { smallCatalogue }),
  });
  const engine = fallBackTo(exact, preferred, metrics, logger);
  return {
    searchProducts: createSearchProducts(db, answerInTime(engine, hurried, metrics), metrics),
    check: () => createMeilisearch(meilisearch, CHECK_MS).index(indexUid).getStats(),
    close() {
      engine.close();
      words.close();
      client.close();
    },
  };
}
