import { timeout, TimeoutStrategy } from 'cockatiel';
import { createCachedValue } from '../../catalog/statistics/cached-value.ts';
import type { FirstEngine } from '../search-engine.ts';
import { LAG_KNOWN_MS, LAG_PATIENCE_MS } from '../search-limits.ts';

/**
 * Returns the engine with pages that are not settled and not exact while the index lags behind Postgres, or while the look
 * fails. The look comes before the search: a change that is indexed in between makes the page better than it claims.
 */
export function tellLag<E extends FirstEngine>(first: E, isIndexBehind: () => Promise<boolean>): E {
  const patience = timeout(LAG_PATIENCE_MS, TimeoutStrategy.Aggressive);
  const read = createCachedValue({ load: isIndexBehind, freshMs: LAG_KNOWN_MS / 2, maxAgeMs: LAG_KNOWN_MS });
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
