import { Client } from '@opensearch-project/opensearch';
import type { DerivedFields } from './derive-fields.ts';
import { INDEX_VERSION, type SearchDocument } from '../search-index.ts';
import type { SuggestionDocument } from '../suggestion-index.ts';

export interface OpenSearchAccess {
  /** Nodes of one cluster, a name and password in the address where it asks for them. */
  urls: string[];
}

/** Where the index lies in a cluster: what may differ from one to the next without making it another index. */
export interface OpenSearchPlacement {
  shards: number;
  replicas: number;
}

/** Ids of one filter: those of every brand or category there may be. */
const MOST_TERMS = 1_000_000;

/** Results that are skipped and given of one search at the most: a shard keeps as many in memory. */
export const MAX_RESULT_WINDOW = 10_000;

const FILTERED = { type: 'keyword', doc_values: false } as const;
const COUNTED = { type: 'keyword' } as const;
/** Tokens that count once, wherever they stand. */
const PARTS = { type: 'keyword', doc_values: false } as const;
const SHOWN = { type: 'keyword', index: false, doc_values: false } as const;
/** Folded words, of which suggestions look up beginnings and typos. Short beginnings are terms of their own. */
const SUGGESTED_WORDS = {
  type: 'text',
  index_options: 'docs',
  norms: false,
  analyzer: 'whitespace',
  index_prefixes: { min_chars: 1, max_chars: 6 },
} as const;

/**
 * What the index knows of a document: filters compare for equality, facets count values, lists are in the order of quality and
 * id. As a cluster gives it back, without what is so anyway: the indexer compares.
 */
export const OPENSEARCH_MAPPING = {
  dynamic: 'strict',
  // Rendered from the document: the indexer compares documents without them.
  _source: { excludes: ['name_parts', 'ranked_bytes', 'name_order', 'suggest_name', 'gtin_parts'] },
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
    allergens: COUNTED,
    labels: COUNTED,
    sold_in: FILTERED,
    kind: { type: 'keyword', index: false },
    gtins: SHOWN,
    name_parts: PARTS,
    ranked_bytes: { type: 'binary', doc_values: true },
    name_order: { type: 'keyword', index: false },
    suggest_name: SUGGESTED_WORDS,
    gtin_parts: { type: 'text', analyzer: 'whitespace', norms: false },
    [INDEX_VERSION]: FILTERED,
  } satisfies Record<keyof SearchDocument | keyof DerivedFields | typeof INDEX_VERSION, object>,
};

/** The index of brands and categories. `beginning`: the folded name as one term. */
export const SUGGESTION_MAPPING = {
  dynamic: 'strict',
  properties: {
    id: { type: 'keyword', index: false },
    type: FILTERED,
    text: { ...SUGGESTED_WORDS, fields: { beginning: FILTERED } },
    weight: { type: 'integer', index: false },
  } satisfies Record<keyof SuggestionDocument, object>,
};

/** Settings that decide what is answered; a cluster gives them back as texts. */
export const OPENSEARCH_SETTINGS = {
  // The indexer says when: each refresh costs, and nothing else writes.
  refresh_interval: '-1',
  max_result_window: String(MAX_RESULT_WINDOW),
  max_terms_count: String(MOST_TERMS),
  // An index of another release refuses a search that names this release's version.
  'query.parse.allow_unmapped_fields': 'false',
};

/**
 * A client that asks the nodes in turn, and leaves out those that do not answer. What a node does not answer in time, or
 * breaks off, is asked of the next one, `retries` times.
 */
export function createOpenSearch(access: OpenSearchAccess, timeoutMs: number, retries: number): Client {
  return new Client({
    nodes: access.urls,
    requestTimeout: timeoutMs,
    maxRetries: retries,
  });
}
