import { codesOfCountries } from '../../../data/countries.ts';
import type { SearchDocument } from '../../index/search-index.ts';
import { ASSURING, type EngineFilters, type FilterByValue } from '../../search-engine.ts';

export type FilterQueries = Partial<Record<keyof EngineFilters, object>>;

/** Returns each given filter as a query. */
export function filterQueries(filters: EngineFilters): FilterQueries {
  const { countriesSold, nutrients, updatedSince } = filters;
  const queries: Record<FilterByValue, object | undefined> = {
    categoryIds: isOneOf('category_id', filters.categoryIds),
    kindCategoryIds: isOneOf('category_id', filters.kindCategoryIds),
    brandIds: isOneOf('brand_id', filters.brandIds),
    countries: isOneOf('country_of_origin', filters.countries),
    nutriScores: isOneOf('nutri_score', filters.nutriScores),
    novaGroups: isOneOf('nova_group', filters.novaGroups),
    environmentalScores: isOneOf('environmental_score', filters.environmentalScores),
    nutrients: nutrients && {
      bool: {
        filter: nutrients.map(({ key, is, amount }) => ({
          range: { [`nutriments.${key}`]: { [RANGE[is]]: amount } },
        })),
      },
    },
    updatedSince: updatedSince === undefined ? undefined : { range: { updated_at: { gte: updatedSince } } },
    labels: isOneOf('labels', filters.labels),
    countriesSold: isOneOf('sold_in', countriesSold && codesOfCountries(countriesSold)),
  };
  const assured = ASSURING.map((name) => [name, hasAll('assured', filters[name])]);
  return Object.fromEntries(
    [...Object.entries(queries), ...assured].filter(([, query]) => query !== undefined),
  );
}

const RANGE = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

/** An empty list becomes a blank, which no document has: for an empty list OpenSearch would not check the index’s version. */
function isOneOf(field: keyof SearchDocument, values: readonly string[] | undefined): object | undefined {
  return values && { terms: { [field]: values.length > 0 ? values : [' '] } };
}

function hasAll(field: keyof SearchDocument, values: readonly string[] | undefined): object | undefined {
  return values && { bool: { filter: values.map((value) => ({ term: { [field]: value } })) } };
}
