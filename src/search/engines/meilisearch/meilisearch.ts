import { Meilisearch, type Settings } from 'meilisearch';
import { INDEX_VERSION, LABELLED_FIELDS } from '../../index/search-index.ts';

/** The most values of a facet that the index counts. */
export const MOST_COUNTED_VALUES = 1_000;

/**
 * The settings of the index: searches use names or all labels, filters use parts of names and qualities. They are written as the engine
 * returns them, in its order, because the indexer compares both.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ['name', 'other_names', 'brand', 'other_brands', 'category_words'],
  // For each result the engine reads every displayed field, requested or not.
  displayedAttributes: [...LABELLED_FIELDS],
  filterableAttributes: [
    {
      attributePatterns: [
        'brand_id',
        'category_id',
        'category_path',
        'kind',
        'country_of_origin',
        'nutri_score',
        'nova_group',
        'environmental_score',
        'allergens',
        'assured',
        'labels',
        'sold_in',
        'id',
        'trigrams',
        'tetragrams',
        INDEX_VERSION,
      ],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['quality_score', 'updated_at', 'nutriments.*'],
      features: { facetSearch: false, filter: { equality: false, comparison: true } },
    },
  ],
  sortableAttributes: ['id', 'nutriments', 'popularity', 'quality_score'],
  // `sort` first: candidates are the documents of the highest quality, and this process ranks them.
  rankingRules: ['sort', 'words', 'typo', 'proximity', 'quality_score:desc'],
  pagination: { maxTotalHits: 1_000_000 },
  faceting: { maxValuesPerFacet: MOST_COUNTED_VALUES, sortFacetValuesBy: { '*': 'count' } },
  // A letter fewer than by default: misspelt brands are found more often.
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 } },
  prefixSearch: 'indexingTime',
  proximityPrecision: 'byWord',
  facetSearch: false,
};

/**
 * The settings of the index of brands and categories: names without a typo first, then names that begin with the text, then by
 * weight. Two typos never match.
 */
export const SUGGESTION_SETTINGS: Settings = {
  searchableAttributes: ['text'],
  filterableAttributes: [
    {
      attributePatterns: ['type'],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
  rankingRules: ['words', 'typo', 'attribute', 'weight:desc'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 255 } },
  prefixSearch: 'indexingTime',
  facetSearch: false,
};

export interface MeilisearchAccess {
  url: string;
  apiKey: string | undefined;
}

/**
 * Returns a client with a timeout on every call. It requests no compression, because compressed answers on kept-alive
 * connections stall for 40 ms (Nagle's algorithm and delayed acknowledgements). After a body that is too large (413) the
 * engine leaves a kept-alive connection stuck, so callers with large bodies do not keep connections alive.
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
