import PQueue from 'p-queue';
import type { ProductFeed } from '../memory/follow-products.ts';
import type { HeldProducts } from '../memory/held-products.ts';
import type { EngineQuery, SearchEngine } from '../search-engine.ts';
import { KEPT_FACETS } from '../search-limits.ts';
import type { FacetCounts } from './facet-request.ts';

/**
 * The engine, but facets of lists without a text are counted in what this process holds, whoever finds the page. They are
 * kept until a product changes: all products are looked at for them. While products are not held yet the engine counts.
 */
export function countFacetsOfLists(engine: SearchEngine, products: ProductFeed): SearchEngine {
  const kept = new Map<string, FacetCounts>();
  let keptOf: HeldProducts | undefined;
  let version = 0;
  const line = new PQueue({ concurrency: 1 });
  const count = async (held: HeldProducts, { filters, facets }: EngineQuery, signal: AbortSignal) => {
    if (!facets) return undefined;
    const asked = JSON.stringify([filters, facets]);
    // One after the other, so that of the same question, asked several times at once, one is counted.
    return await line.add(async () => {
      if (held !== keptOf || held.version() !== version) kept.clear();
      keptOf = held;
      version = held.version();
      const counts = kept.get(asked) ?? (await held.countFacets(signal, filters, facets));
      // What has changed meanwhile may have been counted or not.
      if (held.version() !== version) return counts;
      kept.delete(asked);
      kept.set(asked, counts);
      // The one that nobody has asked for the longest.
      const [oldest] = kept.keys();
      if (kept.size > KEPT_FACETS && oldest !== undefined) kept.delete(oldest);
      return counts;
    });
  };
  return {
    name: engine.name,
    async search(query, signal) {
      const held = query.text ? undefined : products.held();
      const counts = held && (await count(held, query, signal));
      if (!counts) return await engine.search(query, signal);
      const page = await engine.search({ ...query, facets: undefined }, signal);
      return { ...page, facets: { counts, isExact: true } };
    },
  };
}
