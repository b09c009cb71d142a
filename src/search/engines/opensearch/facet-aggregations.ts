import { FACET_FIELDS, OWN_FILTER } from '../../facets/facet-fields.ts';
import { mostOf, type FacetCounts, type FacetRequest, type ValueCounts } from '../../facets/facet-request.ts';
import type { FacetName } from '../../facets/facets-contract.ts';
import { countCategories, pickTop } from '../../facets/pick-top.ts';
import type { FilterQueries } from './filter-queries.ts';

/** How many values a shard counts: at first, and when the shard has more values. */
export const FIRST_SHARD_SIZE = 1_000;
export const WHOLE_SHARD_SIZE = 1_000_000;
/** The most values in an answer: paths of categories and names of countries. */
const MOST_LISTED = 10_000;

interface Terms {
  doc_count_error_upper_bound: number;
  sum_other_doc_count: number;
  buckets: { key: string; doc_count: number }[];
}

export type FacetAnswer = Partial<Record<FacetName, { values: Terms; selected?: Terms }>>;

/** Returns the filters that a requested facet ignores. They apply to the hits, but not to the counted documents. */
export function ownFilters({ names }: FacetRequest): Set<string> {
  return new Set(names.map((name) => OWN_FILTER[name]));
}

/** Returns the aggregations: each facet is counted under all filters but its own. `filters`: those that the query omits. */
export function facetAggregations(request: FacetRequest, filters: FilterQueries, shardSize: number): object {
  return Object.fromEntries(
    request.names.map((name) => {
      const others = Object.entries(filters).filter(([filter]) => filter !== OWN_FILTER[name]);
      const field = FACET_FIELDS[name];
      const size = name === 'category' ? MOST_LISTED : Math.min(mostOf(name, request), MOST_LISTED);
      const selected = name === 'category' ? [] : (request.selected[name] ?? []);
      return [
        name,
        {
          filter: { bool: { filter: others.map(([, query]) => query) } },
          aggs: {
            values: { terms: { field, size, shard_size: Math.max(size, shardSize) } },
            ...(selected.length > 0 && {
              selected: { terms: { field, size: selected.length, include: selected } },
            }),
          },
        },
      ];
    }),
  );
}

/** Returns the facets for which a shard left out values. */
export function listInexact(answer: FacetAnswer): FacetName[] {
  const isInexact = (name: FacetName, values: Terms): boolean =>
    values.doc_count_error_upper_bound !== 0 || (name === 'category' && values.sum_other_doc_count > 0);
  return (Object.entries(answer) as [FacetName, { values: Terms }][])
    .filter(([name, { values }]) => isInexact(name, values))
    .map(([name]) => name);
}

export function readFacetAnswer(request: FacetRequest, answer: FacetAnswer): FacetCounts {
  return Object.fromEntries(
    request.names.map((name): [FacetName, ValueCounts] => {
      const { values, selected } = answer[name] ?? {};
      if (!values) throw new Error(`OpenSearch counted no ${name}`);
      if (name === 'category')
        return [name, pickTop(name, request, countCategories(values.buckets.map(readBucket)))];
      const listed = new Map([...(selected?.buckets ?? []), ...values.buckets].map(readBucket));
      const total = sumOf(values.buckets.map(readBucket)) + values.sum_other_doc_count;
      return [name, { listed: [...listed], others: total - sumOf([...listed]) }];
    }),
  );
}

const readBucket = ({ key, doc_count: count }: Terms['buckets'][number]): [string, number] => [key, count];

const sumOf = (counts: [string, number][]): number => counts.reduce((sum, [, count]) => sum + count, 0);
