import { LRUCache } from 'lru-cache';
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
  const searches = new LRUCache<string, string[]>({ max: MAX_SEARCHES, ttl: PAGE_MEMORY_MS });
  return {
    pageOf(search, ranked, offset, limit) {
      const known = searches.get(search);
      // Somebody who begins in the middle has seen nothing that this page must go on from.
      if (offset > 0 && !(known && known.length >= offset)) return ranked.slice(offset, offset + limit);
      const before = known?.slice(0, offset) ?? [];
      const shown = new Set(before);
      const page = ranked.filter(({ id }) => !shown.has(id)).slice(0, limit);
      searches.set(search, [...before, ...page.map(({ id }) => id)]);
      return page;
    },
  };
}
