import { sql } from 'drizzle-orm';
import { listCountedCategories } from '../../catalog/categories/category-store.ts';
import { createCachedValue } from '../../catalog/statistics/cached-value.ts';
import type { Db, Tx } from '../../db/client.ts';
import { SUGGEST_MS } from '../search-limits.ts';
import type { Candidate } from './candidates.ts';
import type { FindCandidates } from './held/held-source.ts';
import { findBestProductsHolding, findBrandsHolding, findProductsHolding } from './suggest-store.ts';
import { createSuggestedCategories } from './held/suggested-categories.ts';

/**
 * Finds what may be suggested in Postgres, for a process that holds no products: some of what holds the typed words,
 * without typos. A look by an index that takes longer than `SUGGEST_MS` finds nothing, the one at the best products takes
 * always the same. Counts of categories are as old as those of `/categories`.
 */
export function createPostgresSource(db: Db): FindCandidates {
  const categories = createSuggestedCategories();
  const readCategories = createCachedValue({
    load: async () => categories.take(await listCountedCategories(db)),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  const inTime = (find: (tx: Tx) => Promise<Candidate[]>): Promise<Candidate[]> =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${SUGGEST_MS}`));
        return await find(tx);
      })
      .catch(() => []);

  return async (typed, types, wanted) => {
    const found: Candidate[] = [];
    if (types.includes('category')) {
      await readCategories();
      for (const category of categories.find(typed, wanted).asTyped)
        found.push({ type: 'category', ...category, rank: category.count });
    }
    // One after the other: a process that begins has few connections to spare.
    if (types.includes('brand')) found.push(...(await inTime((tx) => findBrandsHolding(tx, typed))));
    if (types.includes('product')) {
      const best = await findBestProductsHolding(db, typed);
      const others = await inTime((tx) => findProductsHolding(tx, typed));
      const known = new Set(best.map(({ text }) => text));
      found.push(...best, ...others.filter(({ text }) => !known.has(text)));
    }
    return found;
  };
}
