import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './answer-in-time.ts';
import { countFacetsOfLists } from './facets/facets-of-lists.ts';
import { fallBackTo } from './fall-back.ts';
import { createHurriedEngine } from './hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './limit-exact-engine.ts';
import { followProducts } from './memory/follow-products.ts';
import { openCopies } from './index-reader/copies/open-copies.ts';
import { createMeilisearchClient } from './index-reader/meilisearch/meilisearch-client.ts';
import { createPlanningEngine } from './planning-engine.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import type { MeilisearchAccess } from '../index/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../index/search-index.ts';
import { followBrands } from './suggest/held/follow-brands.ts';
import { createHeldSource } from './suggest/held/held-source.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { FOLLOW_EVERY_MS, PORTION } from './search-limits.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  /** Rejects when Meilisearch cannot answer; absent when Postgres is the engine. */
  check?: () => Promise<unknown>;
  /** Rejects when a copy of the index is not in service; absent where there is one copy. */
  checkCopies?: () => Promise<unknown>;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  metrics: Metrics;
  logger: Logger;
  meilisearch: MeilisearchAccess | undefined;
  /** Servers with copies of the same index, beside that one. */
  copies?: readonly MeilisearchAccess[];
  indexUid?: string;
  /** Where the process keeps what it holds for the next start; undefined: nowhere. */
  heldProductsDir?: string | undefined;
}

/** Builds search: Meilisearch with Postgres behind it, or Postgres alone where there is no Meilisearch. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, metrics, logger, meilisearch, indexUid = SEARCH_INDEX } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(db));
  const hurried = limitHurriedEngine(createHurriedEngine(db));
  const stored = createPostgresSource(db);
  if (!meilisearch) {
    const engine = answerInTime(exact, hurried, metrics);
    return {
      searchProducts: createSearchProducts(db, engine, metrics),
      suggest: createSuggest(undefined, stored),
      close() {},
    };
  }
  const { copies: others = [], heldProductsDir } = dependencies;
  const copies =
    others.length > 0 ? openCopies({ db, first: meilisearch, others, indexUid, metrics, logger }) : undefined;
  const client = copies?.client ?? createMeilisearchClient(meilisearch, indexUid);
  const products = followProducts(db, logger, FOLLOW_EVERY_MS, PORTION, heldProductsDir, copies?.refresh);
  const brands = followBrands(db, products, logger);
  const preferred = createPlanningEngine({ db, client, products, metrics });
  const fallingBack = fallBackTo(exact, preferred, metrics, logger);
  const engine = countFacetsOfLists(answerInTime(fallingBack, hurried, metrics), products);
  return {
    searchProducts: createSearchProducts(db, engine, metrics),
    suggest: createSuggest(createHeldSource(db, brands), stored),
    check: () => client.check(),
    ...(copies && { checkCopies: copies.check }),
    close() {
      fallingBack.close();
      products.close();
      brands.close();
      client.close();
    },
  };
}
