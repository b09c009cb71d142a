import { SHORTEST_CODE } from '../text/fold-text.ts';
import type { AnsweringEngine, HandOverReason } from './explain/explanation-contract.ts';
import type { FacetCounts, FacetRequest } from './facets/facet-request.ts';
import type { Order, ProductSummary } from './search-contract.ts';

/** What an engine is asked, after names have been resolved against Postgres. */
export interface EngineQuery {
  /** The folded text; empty: everything, by quality. */
  text: string;
  /** The digits of a text that is a code (see `readCode`): matched against barcodes, never fuzzily. */
  digits: string | undefined;
  filters: EngineFilters;
  /** Instead of by rank. Without a text Postgres alone answers it. */
  order?: Order | undefined;
  facets?: FacetRequest | undefined;
  offset: number;
  limit: number;
  /** When the best page so far is better than a later one, by `performance.now()`; undefined: never. */
  dueAt?: number | undefined;
  /** Who asks: slots are shared out by it. */
  caller: string;
  /** Hears why an engine leaves the answer to another. */
  noteHandOver?: ((reason: HandOverReason) => void) | undefined;
}

/** Whether Postgres answers it, from an index of its own. */
export function needsPostgres(query: EngineQuery): boolean {
  return isCode(query) || (query.order !== undefined && !query.text);
}

/** Whether it is a text in the order of times, which takes Postgres, for `MOST_TIMED_MATCHES` at the most. */
export function isTimedText({ text, order }: EngineQuery): boolean {
  return text !== '' && (order === '-updated' || order === '-created');
}

/** Whether the index on barcodes answers it, in Postgres: by digits enough for a code. */
export function isCode({ digits }: EngineQuery): boolean {
  return digits !== undefined && digits.length >= SHORTEST_CODE;
}

/** Each filter that is given cuts the set first; an empty list matches nothing, but for the last. */
export interface EngineFilters {
  categoryIds?: string[];
  /** The categories of archive kinds: the product's is in both lists. */
  kindCategoryIds?: string[];
  brandIds?: string[];
  countries?: string[];
  nutriScores?: string[];
  labels?: string[];
  /** In English. */
  countriesSold?: string[];
  /** Products of which it is known that they contain none of these. */
  withoutAllergens?: string[];
}

export interface EnginePage {
  items: ProductSummary[];
  total: number;
  /** False: the total is an estimate. */
  isTotalExact: boolean;
  /** False: a product that was not fetched may rank higher. */
  isSettled: boolean;
  /** How it was found; `names`: those compared with a text, undefined where the engine does not count. */
  foundBy?: { engine: AnsweringEngine; names?: number };
  /** Where they are asked for. */
  facets?: { counts: FacetCounts; isExact: boolean };
}

/**
 * Finds a page of products in use. A product matches when its folded name contains the text, or a barcode (padded to
 * 14 digits) contains the digits, or `word_similarity(text, name) ≥ SIMILARITY_THRESHOLD`. Order: similarity ×
 * (`QUALITY_BASE` + quality) descending, then quality descending, then id (see `search-limits.ts`). Of a timed text with
 * more matches than can be put in order only the total counts.
 */
export interface SearchEngine {
  name: 'postgres' | 'meilisearch' | 'opensearch';
  search(query: EngineQuery, signal: AbortSignal): Promise<EnginePage>;
}

/** An engine that is asked first: it answers what it can, and hands the rest over: undefined. */
export interface FirstEngine {
  name: SearchEngine['name'];
  search(...asked: Parameters<SearchEngine['search']>): Promise<EnginePage | undefined>;
}

/** An engine with an index of its own beside Postgres: it is asked first. */
export interface IndexedEngine extends FirstEngine {
  name: Exclude<SearchEngine['name'], 'postgres'>;
  /** Rejects when the engine or its index cannot be had. */
  check(): Promise<unknown>;
  close(): void;
}
