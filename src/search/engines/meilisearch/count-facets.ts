import { MOST_COUNTED_VALUES } from '../../../index/meilisearch/meilisearch.ts';
import { ALLERGENS_KNOWN, type SearchDocument } from '../../../index/search-index.ts';
import type { FacetCounts, FacetRequest } from '../../facets/facet-request.ts';
import type { FacetName } from '../../facets/facets-contract.ts';
import { OWN_FILTER } from '../../facets/own-filter.ts';
import { pickTop } from '../../facets/pick-top.ts';
import type { EngineFilters, EnginePage } from '../../search-engine.ts';
import { allOf, filterDocuments, renderFilter, type Filter } from './filter.ts';
import type { FoundMatches } from './find-matches.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';

const ATTRIBUTES: Record<FacetName, keyof SearchDocument> = {
  brand: 'brand_id',
  category: 'category_path',
  country: 'country_of_origin',
  nutri_score: 'nutri_score',
  kind: 'kind',
  label: 'labels',
  allergen: 'allergens',
};

interface FacetQuestion {
  ask: (searches: Omit<IndexSearch, 'indexUid'>[]) => Promise<IndexAnswer<unknown>[]>;
  filters: EngineFilters;
  request: FacetRequest;
  /** The matches of the text under these filters, and how to find those under others; undefined without a text. */
  matches?: { found: FoundMatches; findIn: (filters: EngineFilters) => Promise<FoundMatches> };
}

/**
 * Facets as the index counts them: over the documents of the filters, and with a text over all matches where these are
 * known, else over the documents that are like the text, most of which match.
 */
export async function countFacets(question: FacetQuestion): Promise<NonNullable<EnginePage['facets']>> {
  const { request } = question;
  const groups = new Map<string, FacetName[]>();
  for (const name of request.names) {
    // A facet is counted without its own filter: those without one are counted together.
    const key = question.filters[OWN_FILTER[name]] === undefined ? '' : OWN_FILTER[name];
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const counted = await Promise.all(Array.from(groups.values(), (names) => countGroup(question, names)));
  const distributions = new Map(counted.flatMap(({ values }) => [...values]));
  const counts: FacetCounts = {};
  for (const name of request.names) {
    const values = distributions.get(name) ?? new Map<string, number>();
    const { unlisted = 0 } = counted.find(({ values: own }) => own.has(name)) ?? {};
    const byKey = new Map<string, number>();
    // A category is a path: a product counts for all above, too.
    for (const [value, count] of values)
      for (const key of name === 'category' ? value.split('/') : [value])
        byKey.set(key, (byKey.get(key) ?? 0) + count);
    counts[name] = pickTop(name, request, byKey, name === 'brand' ? unlisted : 0);
  }
  const isWhole = Array.from(
    distributions,
    ([name, { size }]) => name === 'brand' || size < MOST_COUNTED_VALUES,
  );
  return { counts, isExact: counted.every(({ isExact }) => isExact) && !isWhole.includes(false) };
}

interface GroupCounts {
  values: Map<FacetName, Map<string, number>>;
  /** Documents whose brand is not among the values. */
  unlisted: number;
  isExact: boolean;
}

async function countGroup(
  { ask, filters, request, matches }: FacetQuestion,
  names: readonly FacetName[],
): Promise<GroupCounts> {
  const [own] = names;
  const isOwn = own !== undefined && filters[OWN_FILTER[own]] !== undefined;
  const others: EngineFilters = isOwn ? { ...filters, [OWN_FILTER[own]]: undefined } : filters;
  const found = matches && (isOwn ? await matches.findIn(others) : matches.found);
  const where = allOf(found && matchingOf(found), filterDocuments(others));
  const base = { limit: 0, attributesToRetrieve: ['id'] };
  const attributes = [...new Set(names.map((name) => ATTRIBUTES[name]))];
  const brands = names.includes('brand') ? (request.selected.brand ?? []) : [];
  const branded: Filter = { field: 'brand_id', exists: true };
  const [all, withBrand, ...selected] = await ask([
    { ...base, filter: renderFilter(where), facets: attributes },
    ...(names.includes('brand') ? [{ ...base, filter: renderFilter(allOf(branded, where)) }] : []),
    ...brands.map((brand) => ({
      ...base,
      filter: renderFilter(allOf({ field: 'brand_id', in: [brand] }, where)),
    })),
  ]);
  const values = new Map(
    names.map((name) => [name, new Map(Object.entries(all?.facetDistribution?.[ATTRIBUTES[name]] ?? {}))]),
  );
  values.get('allergen')?.delete(ALLERGENS_KNOWN);
  for (const [i, brand] of brands.entries()) {
    const count = selected[i]?.estimatedTotalHits ?? 0;
    if (count > 0) values.get('brand')?.set(brand, count);
  }
  const listed = Array.from(values.get('brand')?.values() ?? []).reduce((sum, count) => sum + count, 0);
  const unlisted = Math.max(0, (withBrand?.estimatedTotalHits ?? 0) - listed);
  return { values, unlisted, isExact: found === undefined || found.all !== undefined };
}

/** The matches of a text as a filter: each of them, or the documents that are like it. */
function matchingOf({ all, likely }: FoundMatches): Filter | undefined {
  return all ? { field: 'id', in: all.map(({ id }) => id) } : likely;
}
