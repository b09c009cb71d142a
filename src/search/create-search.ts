import type { Logger } from 'pino';
import type { Db } from '../platform/db/client.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isIndexBehind } from './index/index-lag-store.ts';
import { fallBackTo } from './engines/fall-back.ts';
import { limitPostgres } from './engines/limit-postgres.ts';
import { createStandIn } from './engines/postgres/stand-in.ts';
import { tellLag } from './engines/tell-lag.ts';
import type { IndexedEngine } from './search-engine.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { createEngineSource } from './suggest/engine-source.ts';
import type { Proposer } from './suggest/find-candidates.ts';
import { createPostgresSource } from './suggest/postgres-source.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  metrics: Metrics;
  logger: Logger;
  /** The search engine, closed with the search; undefined: Postgres answers alone. */
  engine: IndexedEngine | undefined;
  /** The engine’s proposals for suggestions, closed with the search; undefined: Postgres answers. */
  proposer?: Proposer | undefined;
}

/** Returns the search: an engine with Postgres as its fallback, or Postgres alone. */
export function createSearch({ db, metrics, logger, engine, proposer }: SearchDependencies): Search {
  const postgres = limitPostgres(createStandIn(db));
  const stored = createPostgresSource(db);
  const telling = engine && tellLag(engine, () => isIndexBehind(db));
  const fallingBack = telling && fallBackTo(postgres, telling, metrics, logger);
  const suggestions = proposer && createEngineSource({ db, proposer, metrics, logger });
  return {
    searchProducts: createSearchProducts(db, fallingBack ?? postgres, metrics),
    suggest: createSuggest(suggestions?.find, stored),
    close() {
      fallingBack?.close();
      engine?.close();
      suggestions?.close();
    },
  };
}
