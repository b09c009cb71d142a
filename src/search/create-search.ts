import type { Logger } from 'pino';
import { timeout, TimeoutStrategy } from 'cockatiel';
import type { Db } from '../platform/db/client.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isIndexBehind } from './index/index-lag-store.ts';
import { fallBackTo } from './engines/fall-back.ts';
import { limitPostgres } from './engines/limit-postgres.ts';
import { createStandIn } from './engines/postgres/stand-in.ts';
import type { IndexedEngine, FirstEngine } from './search-engine.ts';
import { createSearchProducts, type SearchProducts } from './search-products.ts';
import { createSuggest, type Suggest } from './suggest/suggest.ts';
import { createCachedValue } from '../catalog/statistics/cached-value.ts';
import { LAG_KNOWN_MS, LAG_PATIENCE_MS } from './search-limits.ts';

export interface Search {
  searchProducts: SearchProducts;
  suggest: Suggest;
  close(): void;
}

interface SearchDependencies {
  db: Db;
  metrics: Metrics;
  logger: Logger;
  /** The search engine, closed with the search; undefined if Postgres answers alone. */
  engine: IndexedEngine | undefined;
}

/** Returns the search: an engine with Postgres as its fallback, or Postgres alone. */
export function createSearch({ db, metrics, logger, engine }: SearchDependencies): Search {
  const postgres = limitPostgres(createStandIn(db));
  const withHint = engine && withLagHint(engine, () => isIndexBehind(db));
  const fallingBack = withHint && fallBackTo(postgres, withHint, metrics, logger);
  return {
    searchProducts: createSearchProducts(db, fallingBack ?? postgres, metrics),
    suggest: createSuggest(db, fallingBack ?? postgres),
    close() {
      fallingBack?.close();
      engine?.close();
    },
  };
}

/**
 * Wraps the engine: while the index lags behind Postgres, or the lag is unknown, pages count as neither settled nor
 * exact. The lag is checked before the search: a change that is indexed in between only makes the page better than it
 * claims.
 */
export function withLagHint<E extends FirstEngine>(first: E, isBehindNow: () => Promise<boolean>): E {
  const patience = timeout(LAG_PATIENCE_MS, TimeoutStrategy.Aggressive);
  const read = createCachedValue({ load: isBehindNow, freshMs: LAG_KNOWN_MS / 2, maxAgeMs: LAG_KNOWN_MS });
  return {
    ...first,
    async search(query, signal) {
      const isBehind = await patience.execute(read).catch(() => true);
      const page = await first.search(query, signal);
      if (!page || !isBehind) return page;
      return {
        ...page,
        isTotalExact: false,
        isSettled: false,
        ...(page.facets && { facets: { ...page.facets, isExact: false } }),
      };
    },
  };
}
