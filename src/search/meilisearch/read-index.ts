import { codesOfCountries } from '../../catalog/countries/country-names.ts';
import { ALLERGENS_KNOWN, INDEX_VERSION, type SearchDocument } from '../../index/search-index.ts';
import type { Metrics } from '../../metrics.ts';
import type { ProductSummary } from '../search-contract.ts';
import { inBoth } from '../exact-filters/resolve-exact-filters.ts';
import type { EngineFilters } from '../search-engine.ts';
import { EXTENT_MS } from '../search-limits.ts';
import type { IndexAnswer, IndexSearch, MultiSearch } from './multi-search.ts';
import { onlyWhereKnown, renderFilter } from './render-filter.ts';

/** What the index holds of a product, for a result. */
export type FoundDocument = Omit<ProductSummary, 'score'>;

const SHOWN: (keyof SearchDocument)[] = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
];

export interface IndexReader {
  /** Those of these documents that there are, in no order. */
  listDocuments(ids: string[], signal: AbortSignal): Promise<FoundDocument[]>;
  /** The documents that pass the filters by quality, then id, and how many they are. */
  listByQuality(
    filters: EngineFilters,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ documents: FoundDocument[]; total: number }>;
  /** Whether the index holds nothing at all, to the second. */
  isEmpty(signal: AbortSignal): Promise<boolean>;
}

export function createIndexReader(client: MultiSearch, indexUid: string, metrics: Metrics): IndexReader {
  let extent = { at: -EXTENT_MS, isEmpty: false };

  const ask = async (
    filter: string | undefined,
    search: Pick<IndexSearch, 'limit' | 'sort' | 'offset'>,
    signal: AbortSignal,
  ): Promise<IndexAnswer<FoundDocument>> => {
    const [answer] = await client.search<FoundDocument>(
      [
        {
          indexUid,
          filter: onlyWhereKnown(INDEX_VERSION, filter),
          attributesToRetrieve: SHOWN,
          ...search,
        },
      ],
      signal,
    );
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(answer?.hits.length ?? 0);
    return answer as IndexAnswer<FoundDocument>;
  };

  return {
    async listDocuments(ids, signal) {
      return (await ask(renderFilter({ id: ids }), { limit: ids.length, sort: [] }, signal)).hits;
    },
    async listByQuality(filters, offset, limit, signal) {
      const filter = renderFilters(filters);
      const sort = ['quality_score:desc', 'id:asc'];
      const { hits, estimatedTotalHits } = await ask(filter, { offset, limit, sort }, signal);
      return { documents: hits, total: estimatedTotalHits };
    },
    async isEmpty(signal) {
      if (performance.now() - extent.at > EXTENT_MS) {
        const { estimatedTotalHits } = await ask(undefined, { limit: 0, sort: [] }, signal);
        extent = { at: performance.now(), isEmpty: estimatedTotalHits === 0 };
      }
      return extent.isEmpty;
    },
  };
}

function renderFilters(filters: EngineFilters): string | undefined {
  const { countriesSold, withoutAllergens } = filters;
  return renderFilter(
    {
      category_id: inBoth(filters.categoryIds, filters.kindCategoryIds),
      brand_id: filters.brandIds,
      country_of_origin: filters.countries,
      nutri_score: filters.nutriScores,
      labels: filters.labels,
      sold_in: countriesSold && codesOfCountries(countriesSold),
      allergens: withoutAllergens && [ALLERGENS_KNOWN],
    },
    { allergens: withoutAllergens },
  );
}
