import { createCachedValue } from '../../../catalog/statistics/cached-value.ts';
import type { Db } from '../../../db/client.ts';
import { CATEGORIES_FRESH_MS } from '../../search-limits.ts';
import type { Candidate } from '../candidates.ts';
import type { BrandFeed } from './follow-brands.ts';
import type { Near } from './ranked-names.ts';
import { listNamedCategories, listProductsToSuggest } from '../suggest-store.ts';
import type { SuggestedType } from '../suggest-contract.ts';
import { createSuggestedCategories } from './suggested-categories.ts';

/** Finds what may be suggested for typed words, up to `wanted` of each kind and nearness; undefined: it cannot at the moment. */
export type FindCandidates = (
  typed: readonly string[],
  types: readonly string[],
  wanted: number,
) => Promise<Candidate[] | undefined>;

type Found = { product: string } | { candidate: Candidate };

/**
 * Finds it among what the process holds. Typos are looked for where there is too little without. The texts of products are read
 * from Postgres where they are not kept since the last change; categories, which are few, are all read anew while suggestions are asked for.
 */
export function createHeldSource(db: Db, brands: BrandFeed): FindCandidates {
  const categories = createSuggestedCategories();
  const readCategories = createCachedValue({
    async load() {
      const rows = await listNamedCategories(db, {});
      const held = brands.held();
      categories.take(rows.map(({ id, ...row }) => ({ ...row, own_count: held?.countInCategory(id) ?? 0 })));
    },
    freshMs: CATEGORIES_FRESH_MS,
    maxAgeMs: 2 * CATEGORIES_FRESH_MS,
  });

  return async (typed, types, wanted) => {
    const held = brands.held();
    if (!held) return undefined;
    if (types.includes('category')) await readCategories();
    const finders: Record<SuggestedType, () => Near<Found>> = {
      brand: () =>
        mapNear(held.findBrands(typed, wanted), (brand) => ({
          candidate: { type: 'brand', ...brand, rank: brand.count },
        })),
      category: () =>
        mapNear(categories.find(typed, wanted), (category) => ({
          candidate: { type: 'category', ...category, rank: category.count },
        })),
      product: () => mapNear(held.findProducts(typed, wanted), (product) => ({ product })),
    };
    const near = types.map((type) => finders[type as SuggestedType]());
    const asTyped = near.flatMap((found) => found.asTyped);
    const found =
      asTyped.length < wanted ? [...asTyped, ...near.flatMap((item) => item.findWithTypo())] : asTyped;
    const ids = found.flatMap((item) => ('product' in item ? [item.product] : []));
    const candidates = found.flatMap((item) => ('candidate' in item ? [item.candidate] : []));
    return [...candidates, ...(await held.texts.find(ids, (others) => listProductsToSuggest(db, others)))];
  };
}

function mapNear<T, U>(near: Near<T>, map: (item: T) => U): Near<U> {
  return { asTyped: near.asTyped.map(map), findWithTypo: () => near.findWithTypo().map(map) };
}
