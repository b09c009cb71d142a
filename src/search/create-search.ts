import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Hearer } from '../db/notifications/notification-listener.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './engines/answer-in-time.ts';
import { countFacetsOfLists } from './facets/facets-of-lists.ts';
import { fallBackTo } from './engines/fall-back.ts';
import { createHurriedEngine } from './engines/hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './engines/limit-exact-engine.ts';
import { followProducts } from './memory/follow-products.ts';
import { createFirstEngine } from './engines/first-engine.ts';
import type { IndexClient } from './index-reader/index-reader.ts';
import { createPostgresEngine } from './engines/postgres-engine.ts';
import { followBrands } from './suggest/held/follow-brands.ts';
import { createHeldSource } from './suggest/held/held-source.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  /** Whether the index can be had; absent when Postgres is the engine. */
  index?: Pick<IndexClient, 'name' | 'check'>;
  /** What listeners tell it of commits, so that what it keeps is not older than the last one. */
  hearers: Hearer[];
  close(): Promise<void>;
}

interface SearchDependencies {
  db: Db;
  /** Answers what may be a moment old; `db` unless given. */
  readDb?: Db | undefined;
  /** Where all products are read from, each time that is done; `db` unless given. */
  loadFrom?: (() => Db) | undefined;
  metrics: Metrics;
  logger: Logger;
  /** The index of an engine; it is closed with the search. */
  index: IndexClient | undefined;
  /** Where the process keeps what it holds for the next start; undefined: nowhere. */
  heldProductsDir?: string | undefined;
}

/** Builds search: an index with Postgres behind it, or Postgres alone where there is none. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, readDb = db, metrics, logger, index } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(readDb));
  const stored = createPostgresSource(readDb);
  if (!index) {
    const hurried = limitHurriedEngine(createHurriedEngine(readDb));
    const engine = answerInTime(exact, hurried, metrics);
    return {
      searchProducts: createSearchProducts(readDb, engine, metrics),
      suggest: createSuggest(undefined, stored),
      hearers: [],
      close: () => Promise.resolve(),
    };
  }
  const { heldProductsDir, loadFrom } = dependencies;
  // Changes are followed where they are made: a text finds a new product as soon as the engine has it.
  const products = followProducts({
    db,
    logger,
    directory: heldProductsDir,
    loadFrom,
  });
  const brands = followBrands(db, products, logger);
  const forgetTexts = () => products.held()?.suggestions.texts.forgetAll();
  const preferred = createFirstEngine({ db: readDb, client: index, products, metrics });
  const hurried = limitHurriedEngine(createHurriedEngine(readDb, products));
  const fallingBack = fallBackTo(exact, preferred, metrics, logger);
  const engine = countFacetsOfLists(answerInTime(fallingBack, hurried, metrics), products);
  return {
    searchProducts: createSearchProducts(readDb, engine, metrics),
    suggest: createSuggest(createHeldSource(readDb, brands), stored),
    index,
    hearers: [{ channel: 'products_changed', onChange: forgetTexts, onGap: forgetTexts }],
    async close() {
      fallingBack.close();
      brands.close();
      index.close();
      await products.close();
    },
  };
}
