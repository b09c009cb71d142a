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
