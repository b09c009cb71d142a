import { MOST_COUNTED_VALUES } from './meilisearch.ts';
import { FACET_FIELDS, OWN_FILTER } from '../../facets/facet-fields.ts';
import type { FacetCounts, FacetRequest } from '../../facets/facet-request.ts';
import type { FacetName } from '../../facets/facets-contract.ts';
import { countCategories, pickTop } from '../../facets/pick-top.ts';
import type { EngineFilters, EnginePage } from '../../search-engine.ts';
import { allOf, filterDocuments, renderFilter, type Filter } from './filter.ts';
import type { FoundMatches } from './find-matches.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';

interface FacetQuestion {
  ask: (searches: Omit<IndexSearch, 'indexUid'>[]) => Promise<IndexAnswer<unknown>[]>;
  filters: EngineFilters;
  request: FacetRequest;
  /** The text’s matches under these filters, and a function for other filters; undefined without a text. */
  matches?: { found: FoundMatches; findIn: (filters: EngineFilters) => Promise<FoundMatches> };
  /** The full-text search whose documents are counted. */
  words?: Pick<IndexSearch, 'q' | 'matchingStrategy'>;
}

type CountedFacets = NonNullable<EnginePage['facets']>;

/**
 * Returns facets as the index counts them. Without a text it counts the documents that pass the filters. With a text it
 * counts all matches where they are known. Otherwise it counts the similar documents; at least half of these match.
 */
export async function countFacets(question: FacetQuestion): Promise<CountedFacets> {
  const { filters, request } = question;
  const groups = new Map<string, FacetName[]>();
  for (const name of request.names) {
    // A facet ignores its own filter: facets without an active filter are counted together.
    const key = filters[OWN_FILTER[name]] === undefined ? '' : OWN_FILTER[name];
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const counted = await Promise.all(Array.from(groups.values(), (names) => countGroup(question, names)));
  return {
    counts: Object.assign({}, ...counted.map(({ counts }) => counts)) as FacetCounts,
    isExact: counted.every(({ isExact }) => isExact),
  };
}

/** Counts facets that ignore the same filter. */
async function countGroup(
  { ask, filters, request, matches, words }: FacetQuestion,
  names: readonly FacetName[],
): Promise<CountedFacets> {
  const [own] = names;
  const isOwn = own !== undefined && filters[OWN_FILTER[own]] !== undefined;
  const others: EngineFilters = isOwn ? { ...filters, [OWN_FILTER[own]]: undefined } : filters;
  const found = matches && (isOwn ? await matches.findIn(others) : matches.found);
  const where = allOf(found && matchingOf(found), filterDocuments(others));
  const brands = names.includes('brand') ? (request.selected.brand ?? []) : [];
  const branded: Filter = { field: 'brand_id', exists: true };
  const [all, withBrand, ...selected] = await ask([
    { ...words, limit: 0, filter: renderFilter(where), facets: names.map((name) => FACET_FIELDS[name]) },
    ...(names.includes('brand') ? [{ ...words, limit: 0, filter: renderFilter(allOf(branded, where)) }] : []),
    ...brands.map((brand) => ({
      ...words,
      limit: 0,
      filter: renderFilter(allOf({ field: 'brand_id', in: [brand] }, where)),
    })),
  ]);
  const counts: FacetCounts = {};
  let isExact = found === undefined || found.isTotalExact;
  for (const name of names) {
    const values = new Map(Object.entries(all?.facetDistribution?.[FACET_FIELDS[name]] ?? {}));
    if (name === 'brand') {
      for (const [i, brand] of brands.entries()) {
        const count = selected[i]?.estimatedTotalHits ?? 0;
        if (count > 0) values.set(brand, count);
      }
      const listed = [...values.values()].reduce((sum, count) => sum + count, 0);
      const unlisted = Math.max(0, (withBrand?.estimatedTotalHits ?? 0) - listed);
      counts.brand = pickTop(name, request, values, unlisted);
    } else {
      isExact &&= values.size < MOST_COUNTED_VALUES;
      counts[name] = pickTop(name, request, name === 'category' ? countCategories(values) : values);
    }
  }
  return { counts, isExact };
}

/** Returns the matches of a text as a filter: their ids, or the documents similar to the text. */
function matchingOf({ matches, isTotalExact, likely }: FoundMatches): Filter | undefined {
  return isTotalExact ? { field: 'id', in: matches.map(({ id }) => id) } : likely;
}
