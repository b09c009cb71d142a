import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './answer-in-time.ts';
import { countFacetsOfLists } from './facets/facets-of-lists.ts';
import { fallBackTo } from './fall-back.ts';
import { createHurriedEngine } from './hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './limit-exact-engine.ts';
import { followProducts } from './memory/follow-products.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';
import { createMultiSearch } from './meilisearch/multi-search.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { createMeilisearch, SEARCH_INDEX, type MeilisearchAccess } from '../index/search-index.ts';
import { followBrands } from './suggest/held/follow-brands.ts';
import { createHeldSource } from './suggest/held/held-source.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { CHECK_MS, FOLLOW_EVERY_MS, PORTION, SILENCE_MS } from './search-limits.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  /** Rejects when Meilisearch cannot answer; absent when Postgres is the engine. */
  check?: () => Promise<unknown>;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  /** Answers what may be a moment old; `db` unless given. */
  readDb?: Db | undefined;
  /** Where all products are read from, each time that is done; `db` unless given. */
  loadFrom?: (() => Db) | undefined;
  metrics: Metrics;
  logger: Logger;
  meilisearch: MeilisearchAccess | undefined;
  indexUid?: string;
  /** Where the process keeps what it holds for the next start; undefined: nowhere. */
  heldProductsDir?: string | undefined;
}

/** Builds search: Meilisearch with Postgres behind it, or Postgres alone where there is no Meilisearch. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, readDb = db, metrics, logger, meilisearch, indexUid = SEARCH_INDEX } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(readDb));
  const hurried = limitHurriedEngine(createHurriedEngine(readDb));
  const stored = createPostgresSource(readDb);
  if (!meilisearch) {
    const engine = answerInTime(exact, hurried, metrics);
    return {
      searchProducts: createSearchProducts(readDb, engine, metrics),
      suggest: createSuggest(undefined, stored),
      close() {},
    };
  }
  const client = createMultiSearch(meilisearch, SILENCE_MS);
  // Changes are followed where they are made: a text finds a new product as soon as the engine has it.
  const products = followProducts(
    db,
    logger,
    FOLLOW_EVERY_MS,
    PORTION,
    dependencies.heldProductsDir,
    dependencies.loadFrom,
  );
  const brands = followBrands(db, products, logger);
  const preferred = createMeilisearchEngine({ db: readDb, client, indexUid, products, metrics });
  const fallingBack = fallBackTo(exact, preferred, metrics, logger);
  const engine = countFacetsOfLists(answerInTime(fallingBack, hurried, metrics), products);
  return {
    searchProducts: createSearchProducts(readDb, engine, metrics),
    suggest: createSuggest(createHeldSource(readDb, brands), stored),
    check: () => createMeilisearch(meilisearch, CHECK_MS).index(indexUid).getStats(),
    close() {
      fallingBack.close();
      products.close();
      brands.close();
      client.close();
    },
  };
}
