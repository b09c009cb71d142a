import type { SearchDocument } from '../index/search-index.ts';
import type { EngineFilters } from '../search-engine.ts';
import type { FacetName } from './facets-contract.ts';

/** The filter that a facet ignores. */
export const OWN_FILTER = {
  brand: 'brandIds',
  category: 'categoryIds',
  country: 'countries',
  nutri_score: 'nutriScores',
  kind: 'kindCategoryIds',
  label: 'labels',
  allergen: 'withoutAllergens',
} satisfies Record<FacetName, keyof EngineFilters>;

/** The field of the index that a facet counts: for a category the path, which contains all its ancestors. */
export const FACET_FIELDS = {
  brand: 'brand_id',
  category: 'category_path',
  country: 'country_of_origin',
  nutri_score: 'nutri_score',
  kind: 'kind',
  label: 'labels',
  allergen: 'allergens',
} satisfies Record<FacetName, keyof SearchDocument>;
