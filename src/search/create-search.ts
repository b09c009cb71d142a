import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { answerInTime } from './engines/answer-in-time.ts';
import { countFacetsOfLists } from './facets/facets-of-lists.ts';
import { fallBackTo } from './engines/fall-back.ts';
import { createHurriedEngine } from './engines/hurried-engine.ts';
import { limitExactEngine, limitHurriedEngine } from './engines/limit-exact-engine.ts';
import { followProducts } from './memory/follow-products.ts';
import { createFirstEngine } from './engines/first-engine.ts';
import { createCopiesClient, type IndexCopy } from './index-reader/copies/copies-client.ts';
import { followCopies } from './index-reader/copies/follow-copies.ts';
import type { IndexClient } from './index-reader/index-reader.ts';
import { createPostgresEngine } from './engines/postgres-engine.ts';
import { createEngineSource } from './suggest/engine-source.ts';
import type { Proposer } from './suggest/find-candidates.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  /** Whether the index can be had; absent when Postgres is the engine. */
  index?: Pick<IndexClient, 'name' | 'check'>;
  /** Rejects when a copy of the index is not in service; absent where there is one copy. */
  checkCopies?: () => Promise<unknown>;
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
  /** What the engine proposes for suggestions, closed with the search; undefined: Postgres answers. */
  proposer?: Proposer | undefined;
  /** Where there are several copies of it: all of them, to be asked as one in place of `index`. */
  copies?: readonly IndexCopy[];
  /** Where the process keeps what it holds for the next start; undefined: nowhere. */
  heldProductsDir?: string | undefined;
}

/** Builds search: an index with Postgres behind it, or Postgres alone where there is none. */
export function createSearch(dependencies: SearchDependencies): Search {
  const { db, readDb = db, metrics, logger, index, proposer } = dependencies;
  const exact = limitExactEngine(createPostgresEngine(readDb));
  const suggestions = proposer && createEngineSource({ db: readDb, proposer, metrics, logger });
  const suggest = createSuggest(suggestions?.find, createPostgresSource(readDb));
  if (!index) {
    const hurried = limitHurriedEngine(createHurriedEngine(readDb));
    const engine = answerInTime(exact, hurried, metrics);
    return {
      searchProducts: createSearchProducts(readDb, engine, metrics),
      suggest,
      close() {
        suggestions?.close();
        return Promise.resolve();
      },
    };
  }
  const { copies = [], heldProductsDir, loadFrom } = dependencies;
  const [first, ...others] = copies;
  const several = first && others.length > 0 ? askAsOne(dependencies, [first, ...others]) : undefined;
  const client = several?.client ?? index;
  // Changes are followed where they are made: a text finds a new product as soon as the engine has it.
  const products = followProducts({
    db,
    logger,
    directory: heldProductsDir,
    beforeTaking: several?.refresh,
    loadFrom,
  });
  const preferred = createFirstEngine({ db: readDb, client, products, metrics });
  const hurried = limitHurriedEngine(createHurriedEngine(readDb, products));
  const fallingBack = fallBackTo(exact, preferred, metrics, logger);
  const engine = countFacetsOfLists(answerInTime(fallingBack, hurried, metrics), products);
  return {
    searchProducts: createSearchProducts(readDb, engine, metrics),
    suggest,
    index: client,
    ...(several && { checkCopies: several.check }),
    async close() {
      fallingBack.close();
      suggestions?.close();
      index.close();
      await products.close();
    },
  };
}

/** Several copies of the index, to be asked as one; `refresh`: reads anew which of them are in service. */
function askAsOne({ db, metrics, logger }: SearchDependencies, copies: [IndexCopy, ...IndexCopy[]]) {
  const [{ name: first }, ...others] = copies;
  const followed = followCopies(db, [first, ...others.map(({ name }) => name)], logger);
  return {
    client: createCopiesClient({ copies, followed, metrics }),
    refresh: () => followed.read(),
    /** @throws {Error} when one of them is not in service */
    check: async () => {
      await followed.read();
      const inService = copies.filter(({ name }) => followed.inService().has(name)).length;
      if (inService < copies.length)
        throw new Error(`${inService} of ${copies.length} copies of the index are in service`);
    },
  };
}
