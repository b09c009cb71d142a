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
export const INDEX_VERSION = 'index_2';

/** A product in use, as the index holds it: what a result shows, and what a filter asks for. */
export interface SearchDocument extends Omit<ProductSummary, 'score'> {
  brand_id: string | null;
  category_id: string | null;
  /** This and what follows (see `filtered-facts.ts`) is left out where there is nothing to say. */
  nutri_score?: string;
  /** Codes of what it contains; `ALLERGENS_KNOWN` among them: these are all, as far as the label says. */
  allergens?: string[];
  labels?: string[];
  /** Codes of countries: half as long as their names. */
  sold_in?: string[];
}

/** Stands among the allergens of a document that lacks none; a name of its own for it would cost three times as much. */
export const ALLERGENS_KNOWN = 'known';

/** The settings of the index. Filters compare ids and words for equality; results are sorted, never ranked, here. */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ['name'],
  filterableAttributes: [
    {
      attributePatterns: [
        'brand_id',
        'category_id',
        'country_of_origin',
        'nutri_score',
        'allergens',
        'labels',
        'sold_in',
        'id',
        INDEX_VERSION,
      ],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
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
