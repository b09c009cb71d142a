import { Client } from '@opensearch-project/opensearch';
import type { DerivedFields } from './derive-fields.ts';
import { NUTRIMENT_KEYS } from '../../../facts/registry/nutriment-keys.ts';
import { INDEX_VERSION, type SearchDocument } from '../../index/search-index.ts';
import type { SuggestionDocument } from '../../index/suggestion-index.ts';

export interface OpenSearchAccess {
  /** Nodes of one cluster, with name and password in the address where the cluster requires them. */
  urls: string[];
}

/** Shards and replicas of the index. They may differ between clusters without changing the documents. */
export interface OpenSearchPlacement {
  shards: number;
  replicas: number;
}

/** The most ids in a filter: a catalogue has fewer brands or categories. */
const MOST_TERMS = 1_000_000;

/** The most skipped and returned results of a search: a shard keeps as many in memory. */
export const MAX_RESULT_WINDOW = 10_000;

const FILTERED = { type: 'keyword', doc_values: false } as const;
const COUNTED = { type: 'keyword' } as const;
/** Tokens without position or frequency. */
const PARTS = { type: 'keyword', doc_values: false } as const;
const SHOWN = { type: 'keyword', index: false, doc_values: false } as const;
/** Folded words: suggestions search their beginnings, with typos. Short beginnings are indexed as terms. */
const SUGGESTED_WORDS = {
  type: 'text',
  index_options: 'docs',
  norms: false,
  analyzer: 'whitespace',
  index_prefixes: { min_chars: 1, max_chars: 6 },
} as const;

/** Folded words of labels: rare words count more, and their beginnings are found. */
const LABEL_WORDS = { ...SUGGESTED_WORDS, index_options: 'freqs' } as const;

/**
 * The mapping of the index: filters compare for equality, facets count values, lists are ordered by quality and id. It is
 * written as a cluster returns it, without defaults, because the indexer compares both.
 */
export const OPENSEARCH_MAPPING = {
  dynamic: 'strict',
  // These fields are derived from the document: the indexer compares documents without them.
  _source: {
    excludes: ['name_parts', 'ranked_bytes', 'name_order', 'suggest_name', 'gtin_parts', 'label_words'],
  },
  properties: {
    id: { type: 'keyword', index: false },
    quality_score: { type: 'double' },
    gtin: SHOWN,
    name: SHOWN,
    brand: SHOWN,
    category_path: { type: 'keyword', index: false },
    brand_id: COUNTED,
    category_id: FILTERED,
    country_of_origin: COUNTED,
    nutri_score: COUNTED,
    nova_group: FILTERED,
    environmental_score: FILTERED,
    nutriments: {
      dynamic: 'false',
      properties: Object.fromEntries(NUTRIMENT_KEYS.map((key) => [key, { type: 'double' }])),
    },
    updated_at: { type: 'long' },
    allergens: COUNTED,
    assured: FILTERED,
    labels: COUNTED,
    sold_in: FILTERED,
    kind: { type: 'keyword', index: false },
    gtins: SHOWN,
    popularity: { type: 'integer' },
    other_names: SHOWN,
    other_brands: SHOWN,
    category_words: LABEL_WORDS,
    name_parts: PARTS,
    ranked_bytes: { type: 'binary', doc_values: true },
    name_order: { type: 'keyword', index: false },
    suggest_name: SUGGESTED_WORDS,
    label_words: LABEL_WORDS,
    gtin_parts: { type: 'text', analyzer: 'whitespace', norms: false },
    [INDEX_VERSION]: FILTERED,
  } satisfies Record<keyof SearchDocument | keyof DerivedFields | typeof INDEX_VERSION, object>,
};

/** The mapping of brands and categories. `beginning`: the folded name as one term. */
export const SUGGESTION_MAPPING = {
  dynamic: 'strict',
  properties: {
    id: { type: 'keyword', index: false },
    type: FILTERED,
    text: { ...SUGGESTED_WORDS, fields: { beginning: FILTERED } },
    weight: { type: 'integer', index: false },
  } satisfies Record<keyof SuggestionDocument, object>,
};

/** Settings that affect results or their cost. They are strings, because a cluster returns strings. */
export const OPENSEARCH_SETTINGS = {
  // The indexer refreshes, because a refresh is expensive and nothing else writes.
  refresh_interval: '-1',
  max_result_window: String(MAX_RESULT_WINDOW),
  max_terms_count: String(MOST_TERMS),
  // A search looks up every trigram in every segment: fewer segments than by default (2 MiB, 10).
  'merge.policy.floor_segment': '16mb',
  'merge.policy.segments_per_tier': '5',
  // Makes an index of another release refuse a search that names this release's version.
  'query.parse.allow_unmapped_fields': 'false',
};

/**
 * Returns a client that uses the nodes in turn and skips nodes that do not answer. A request that times out or breaks off
 * is sent to the next node, at most `retries` times.
 */
export function createOpenSearch(access: OpenSearchAccess, timeoutMs: number, retries: number): Client {
  return new Client({
    nodes: access.urls,
    requestTimeout: timeoutMs,
    maxRetries: retries,
  });
}
