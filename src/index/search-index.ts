import { Meilisearch, type Settings } from 'meilisearch';
import type { ProductSummary } from '../search/search-contract.ts';

/** The name of the live index; tests give their own. */
export const SEARCH_INDEX = 'products';
/** Where a new index is built before it takes the place of the live one. */
export const NEXT_INDEX = 'products_next';

/**
 * What documents and settings of this release are called, as an attribute that no document has. Count it up when
 * searches of the release before would be answered wrongly by this release's index, or the other way round: a search
 * names it, so an index that does not know it refuses, and Postgres answers until the indexer has built another one.
 */
export const INDEX_VERSION = 'index_1';

/** A product in use, as the index holds it: what a result shows, and what a filter or the planner asks for. */
export interface SearchDocument extends Omit<ProductSummary, 'score'> {
  brand_id: string | null;
  category_id: string | null;
  /** What of the folded name and of the barcodes a filter can ask for (see `index-tokens.ts`). */
  tokens: string[];
}

/** Of the documents of a group so many different names are told. */
export const MAX_NAMES = 2_000;

/** The settings of the index. Filters compare ids and words for equality; results are sorted, never ranked, here. */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ['name'],
  filterableAttributes: [
    {
      attributePatterns: [
        'tokens',
        'name',
        'brand_id',
        'category_id',
        'country_of_origin',
        'id',
        INDEX_VERSION,
      ],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['quality_score'],
      features: { facetSearch: false, filter: { equality: true, comparison: true } },
    },
  ],
  // In the order in which the engine gives them back: the indexer compares.
  sortableAttributes: ['id', 'quality_score'],
  // `sort` first: the engine is asked for candidates by quality, and this process decides the order.
  rankingRules: ['sort', 'words', 'typo', 'proximity', 'attribute', 'exactness'],
  pagination: { maxTotalHits: 1_000_000 },
  // What only the engine's own full-text search would use costs indexing time and disk.
  typoTolerance: { enabled: false },
  prefixSearch: 'disabled',
  proximityPrecision: 'byAttribute',
  facetSearch: false,
  faceting: { maxValuesPerFacet: MAX_NAMES },
};

export interface MeilisearchAccess {
  url: string;
  apiKey: string | undefined;
}

/**
 * A client with a bound on every call. Compressed answers on kept-alive connections stall for 40 ms (Nagle's
 * algorithm and delayed acknowledgements), so none are asked for. After a body that is too large (413) the engine
 * leaves a kept-alive connection stuck: what sends large bodies keeps none alive.
 */
export function createMeilisearch(
  access: MeilisearchAccess,
  timeoutMs: number,
  connection: 'keep-alive' | 'close' = 'keep-alive',
): Meilisearch {
  return new Meilisearch({
    host: access.url,
    ...(access.apiKey ? { apiKey: access.apiKey } : {}),
    timeout: timeoutMs,
    requestInit: { headers: { 'Accept-Encoding': 'identity', Connection: connection } },
  });
}
