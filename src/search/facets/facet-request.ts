import type { SearchDocument } from '../../index/search-index.ts';
import type { EngineFilters } from '../search-engine.ts';
import type { FacetName } from './facets-contract.ts';

/** The filter that a facet leaves aside. */
export const OWN_FILTER = {
  brand: 'brandIds',
  category: 'categoryIds',
  country: 'countries',
  nutri_score: 'nutriScores',
  kind: 'kindCategoryIds',
  label: 'labels',
  allergen: 'withoutAllergens',
} satisfies Record<FacetName, keyof EngineFilters>;

/** The field of the index that a facet counts: of a category the path, which names all categories above it. */
export const FACET_FIELDS = {
  brand: 'brand_id',
  category: 'category_path',
  country: 'country_of_origin',
  nutri_score: 'nutri_score',
  kind: 'kind',
  label: 'labels',
  allergen: 'allergens',
} satisfies Record<FacetName, keyof SearchDocument>;

/**
 * What is to be counted. A value is known by a key here: a brand by its id, a country by its name as products have it, and
 * all others by their code.
 */
export interface FacetRequest {
  names: readonly FacetName[];
  /** Values of a facet at the most. */
  size: number;
  /** Keys of values that filters name: these are listed besides, where a product has them. */
  selected: Partial<Record<FacetName, readonly string[]>>;
}

export interface ValueCounts {
  listed: [key: string, count: number][];
  /** The counts of all that are not listed, together. */
  others: number;
}

export type FacetCounts = Partial<Record<FacetName, ValueCounts>>;

/** What a filter takes for a key, and how it is called. */
export interface NamedValue {
  value: string;
  label: string;
}

/** Countries are all listed: two spellings of one become one value later. There are few. */
export function mostOf(name: FacetName, { size }: FacetRequest): number {
  return name === 'country' ? 2 ** 31 - 1 : size;
}
