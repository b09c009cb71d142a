import { codesOfCountries } from '../../../data/countries.ts';
import { inBoth } from '../../exact-filters/resolve-exact-filters.ts';
import type { NutrientBound } from '../../exact-filters/nutrients.ts';
import { ASSURING, type EngineFilters, type FilterByValue } from '../../search-engine.ts';

/** A condition on documents. `in`: one of these values; `is`: compared with a number; `exists`: any value. */
export type Filter =
  | { field: string; in: readonly string[] }
  | { field: string; notIn: readonly string[] }
  | { field: string; is: NutrientBound['is']; than: number }
  | { field: string; exists: true }
  | { not: Filter }
  | { all: readonly Filter[] }
  | { any: readonly Filter[] };

/** Returns the conjunction of the defined filters; undefined: every document passes. */
export function allOf(...filters: (Filter | undefined)[]): Filter | undefined {
  const given = filters.filter((filter) => filter !== undefined);
  return given.length > 1 ? { all: given } : given[0];
}

/** Returns the filters of a search as a condition on documents, or undefined without filters. An empty list matches nothing. */
export function filterDocuments(filters: EngineFilters): Filter | undefined {
  const { countriesSold, nutrients = [], updatedSince } = filters;
  const assured = ASSURING.flatMap((name) => filters[name] ?? []);
  const isIn = (field: string, values: readonly string[] | undefined): Filter[] =>
    values ? [{ field, in: values }] : [];
  const conditions: Record<Exclude<FilterByValue, 'kindCategoryIds'>, Filter[]> = {
    categoryIds: isIn('category_id', inBoth(filters.categoryIds, filters.kindCategoryIds)),
    brandIds: isIn('brand_id', filters.brandIds),
    countries: isIn('country_of_origin', filters.countries),
    nutriScores: isIn('nutri_score', filters.nutriScores),
    novaGroups: isIn('nova_group', filters.novaGroups),
    environmentalScores: isIn('environmental_score', filters.environmentalScores),
    nutrients: nutrients.map(({ key, is, amount }) => ({ field: `nutriments.${key}`, is, than: amount })),
    updatedSince: updatedSince === undefined ? [] : [{ field: 'updated_at', is: '>=', than: updatedSince }],
    labels: isIn('labels', filters.labels),
    countriesSold: isIn('sold_in', countriesSold && codesOfCountries(countriesSold)),
  };
  return allOf(
    ...Object.values(conditions).flat(),
    ...assured.map((word): Filter => ({ field: 'assured', in: [word] })),
  );
}

/** Returns the filter in Meilisearch’s syntax; undefined means every document, because the syntax has no such expression. */
export function renderFilter(filter: Filter | undefined): string | undefined {
  return filter && render(filter);
}

function render(filter: Filter): string {
  if ('in' in filter) return `${filter.field} IN [${filter.in.map(quote).join(',')}]`;
  if ('notIn' in filter) return `${filter.field} NOT IN [${filter.notIn.map(quote).join(',')}]`;
  if ('is' in filter) return `${filter.field} ${filter.is} ${filter.than}`;
  if ('exists' in filter) return `${filter.field} IS NOT NULL`;
  if ('not' in filter) return `NOT (${render(filter.not)})`;
  const [parts, operator] = 'all' in filter ? [filter.all, ' AND '] : [filter.any, ' OR '];
  return parts
    .map((part) => ('all' in part || 'any' in part ? `(${render(part)})` : render(part)))
    .join(operator);
}

/**
 * Returns a filter for the same documents, which an index without this filterable attribute refuses. No document may have
 * the attribute. An OR with an empty set costs nothing; an AND with all documents would cost 3 ms.
 */
export function onlyWhereKnown(attribute: string, filter: string | undefined): string {
  return filter === undefined ? `${attribute} NOT EXISTS` : `(${filter}) OR ${attribute} EXISTS`;
}

/** Returns whether the error is the engine’s refusal to filter by the attribute. */
export function isUnknownAttribute(error: unknown, attribute: string): boolean {
  return error instanceof Error && error.message.includes(`Attribute \`${attribute}\` is not filterable`);
}

/** Returns whether the error is the engine’s refusal to search in names: without a document, an index has no attribute. */
export function isWithoutDocuments(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Attribute `name` is not searchable');
}

const quote = (value: string): string => `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
