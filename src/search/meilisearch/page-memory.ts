import { MAX_SEARCHES, PAGE_MEMORY_MS } from '../planner-limits.ts';

export interface PageMemory {
  /** The items of a page: none that a page before it has shown, and none left out that these have not. */
  pageOf: <Item extends { id: string }>(
    search: string,
    ranked: Item[],
    offset: number,
    limit: number,
  ) => Item[];
}

/**
 * Remembers for two minutes which products the pages of a search have shown, in this process. A deeper page is ranked
 * from more candidates, which may put a product among those that were shown already: it comes next then, and nothing
 * comes twice. The first page is always ranked afresh.
 */
export function createPageMemory(): PageMemory {
  const searches = new Map<string, { shown: string[]; at: number }>();
  return {
    pageOf(search, ranked, offset, limit) {
      const known = searches.get(search);
      const isKnown = known && known.shown.length >= offset && performance.now() - known.at < PAGE_MEMORY_MS;
      // Somebody who begins in the middle has seen nothing that this page must go on from.
      if (offset > 0 && !isKnown) return ranked.slice(offset, offset + limit);
      const before = known?.shown.slice(0, offset) ?? [];
      const shown = new Set(before);
      const page = ranked.filter(({ id }) => !shown.has(id)).slice(0, limit);
      searches.delete(search);
      searches.set(search, { shown: [...before, ...page.map(({ id }) => id)], at: performance.now() });
      if (searches.size > MAX_SEARCHES) searches.delete(searches.keys().next().value as string);
      return page;
    },
  };
}
