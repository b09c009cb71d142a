import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './answer-in-time.ts';
import { countFacetsOfLists } from './facets/facets-of-lists.ts';
import { fallBackTo } from './fall-back.ts';
import { createHurriedEngine } from './hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './limit-exact-engine.ts';
import { followProducts } from './memory/follow-products.ts';
import type { IndexClient } from './index-reader/index-reader.ts';
import { createFirstEngine } from './first-engine.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { followBrands } from './suggest/held/follow-brands.ts';
import { createHeldSource } from './suggest/held/held-source.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { FOLLOW_EVERY_MS, PORTION } from './search-limits.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  /** Whether the index can be had; absent when Postgres is the engine. */
  index?: Pick<IndexClient, 'name' | 'check'>;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  metrics: Metrics;
  logger: Logger;
  /** The index of an engine; it is closed with the search. */
  index: IndexClient | undefined;
  /** Where the process keeps what it holds for the next start; undefined: nowhere. */
  heldProductsDir?: string | undefined;
}

/** Builds search: an index with Postgres behind it, or Postgres alone where there is none. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, metrics, logger, index } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(db));
  const hurried = limitHurriedEngine(createHurriedEngine(db));
  const stored = createPostgresSource(db);
  if (!index) {
    const engine = answerInTime(exact, hurried, metrics);
    return {
      searchProducts: createSearchProducts(db, engine, metrics),
      suggest: createSuggest(undefined, stored),
      close() {},
    };
  }
  const products = followProducts(db, logger, FOLLOW_EVERY_MS, PORTION, dependencies.heldProductsDir);
  const brands = followBrands(db, products, logger);
  const preferred = createFirstEngine({ db, client: index, products, metrics });
  const fallingBack = fallBackTo(exact, preferred, metrics, logger);
  const engine = countFacetsOfLists(answerInTime(fallingBack, hurried, metrics), products);
  return {
    searchProducts: createSearchProducts(db, engine, metrics),
    suggest: createSuggest(createHeldSource(db, brands), stored),
    index,
    close() {
      fallingBack.close();
      products.close();
      brands.close();
      index.close();
    },
  };
}
