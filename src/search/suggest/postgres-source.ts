import { listCountedCategories } from '../../catalog/categories/category-store.ts';
import { buildCategoryTree } from '../../catalog/categories/build-category-tree.ts';
import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { createCachedValue } from '../../catalog/statistics/cached-value.ts';
import { readsWithin, type Db, type Tx } from '../../platform/db/client.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { SUGGEST_MS } from '../search-limits.ts';
import type { Candidate } from './candidates.ts';
import type { FindCandidates } from './find-candidates.ts';
import { findBestProductsHolding, findBrandsHolding, findProductsHolding } from './suggest-store.ts';

/**
 * Returns a source of candidates from Postgres, used without an engine or while it is unreachable: some of the names
 * that contain the typed words, without typos. An index search longer than `SUGGEST_MS` finds nothing; the search of
 * the best products has a fixed cost. Category counts are as old as those of `/categories`.
 */
export function createPostgresSource(db: Db): FindCandidates {
  const readCategories = createCachedValue({
    load: async () => listUsed(buildCategoryTree(await listCountedCategories(db))),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  const inTime = (find: (tx: Tx) => Promise<Candidate[]>): Promise<Candidate[]> =>
    db.transaction(find, readsWithin(SUGGEST_MS)).catch(() => []);

  return async (typed, types, wanted) => {
    const found: Candidate[] = [];
    if (types.includes('category')) {
      for (const { folded, candidate } of await readCategories())
        if (typed.every((word) => folded.includes(word))) found.push(candidate);
    }
    // Sequential: a starting process has few connections to spare.
    if (types.includes('brand')) found.push(...(await inTime((tx) => findBrandsHolding(tx, typed))));
    if (types.includes('product')) {
      const best = await findBestProductsHolding(db, typed);
      found.push(...best);
      const [first = ''] = typed;
      // For one or two letters these are enough, and the index search would take its full time.
      if (best.filter(({ text }) => foldText(text).startsWith(first)).length < wanted) {
        const known = new Set(best.map(({ text }) => text));
        const others = await inTime((tx) => findProductsHolding(tx, typed));
        found.push(...others.filter(({ text }) => !known.has(text)));
      }
    }
    return found;
  };
}

function listUsed(nodes: readonly CategoryNode[]): { folded: string; candidate: Candidate }[] {
  return nodes.flatMap(({ name, code, path, product_count: count, children }) =>
    count === 0
      ? []
      : [
          {
            folded: foldText(name),
            candidate: { type: 'category' as const, text: name, code, path, count, rank: count },
          },
          ...listUsed(children),
        ],
  );
}
