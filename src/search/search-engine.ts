import { SHORTEST_CODE } from '../platform/text/fold-text.ts';
import type { AnsweringEngine, HandOverReason } from './explain/explanation-contract.ts';
import { nutrientOf, type NutrientBound } from './exact-filters/nutrients.ts';
import type { FacetCounts, FacetRequest } from './facets/facet-request.ts';
import type { OtherLabels } from './index/search-index.ts';
import type { Order, ProductSummary } from './search-contract.ts';

/** The query of an engine, after names have been resolved against Postgres. */
export interface EngineQuery {
  /** The folded text; empty: all products by quality. */
  text: string;
  /** The digits of a text that is a code (see `readSearchText`): compared with barcodes, without typos. */
  digits: string | undefined;
  /**
   * The text as it was typed, in a search of all labels; undefined: a search of names. An engine returns the documents
   * that it finds best, up to `limit`, in its own order and without scores (see `search-labels.ts`).
   */
  typed?: string | undefined;
  /**
   * A search of all labels for suggestions: the last word may go on, a product has every word and one of them in a name,
   * and brands and categories by name come along.
   */
  suggested?: SuggestedNames | undefined;
  filters: EngineFilters;
  /** The order instead of rank. Without a text only Postgres answers such a query, unless a nutrient orders it. */
  order?: Order | undefined;
  facets?: FacetRequest | undefined;
  offset: number;
  limit: number;
  /**
   * By `performance.now()`: after this time the engine returns its best page so far; undefined: no limit. The
   * caller's own deadline is the signal of `search`.
   */
  dueAt?: number | undefined;
  /** The caller, for a fair share of slots. */
  caller: string;
  /** Called with the reason when an engine hands the query over to another. */
  noteHandOver?: ((reason: HandOverReason) => void) | undefined;
}

/** What is suggested for a text besides products. */
interface SuggestedNames {
  /** The words of the folded text. */
  words: readonly string[];
  types: readonly FoundName['type'][];
  /** The most names of a type. */
  most: number;
}

/** A brand or category whose name has the typed words. */
export interface FoundName {
  type: 'brand' | 'category';
  id: string;
  /** The number of its products in use, as the engine knows it. */
  count: number;
}

/** Returns whether Postgres must answer the query, because only Postgres has an index for it. */
export function needsPostgres(query: EngineQuery): boolean {
  const { order, text } = query;
  return isCode(query) || (order !== undefined && !text && !isOfDocuments(order));
}

/** Returns whether the documents of an index hold what the order is by. Postgres has no index for it. */
function isOfDocuments(order: Order): boolean {
  return order === 'popularity' || nutrientOf(order) !== undefined;
}

/**
 * Returns whether matches of a text are to be ordered by time. Postgres does that, for at most `MOST_TIMED_MATCHES`
 * matches.
 */
export function isTimedText({ text, order }: EngineQuery): boolean {
  return text !== '' && (order === '-updated' || order === '-created');
}

/** Returns whether the query has enough digits for the index on barcodes in Postgres. */
export function isCode({ digits }: Pick<EngineQuery, 'digits'>): boolean {
  return digits !== undefined && digits.length >= SHORTEST_CODE;
}

/** The filters by assurance (`nameAssurance`): a product must have each of them. */
export const ASSURING = ['withoutAllergens', 'withoutTraces', 'withoutIngredients', 'diets'] as const;

/** The other filters; each engine must implement each of them. */
export type FilterByValue = Exclude<keyof EngineFilters, (typeof ASSURING)[number]>;

/** Filters apply first. An empty list matches nothing. */
export interface EngineFilters {
  categoryIds?: string[];
  /** The categories of archive kinds; combined with `categoryIds` by AND. */
  kindCategoryIds?: string[];
  brandIds?: string[];
  countries?: string[];
  nutriScores?: string[];
  novaGroups?: string[];
  environmentalScores?: string[];
  /** All bounds must hold. A product with an unknown amount does not pass. */
  nutrients?: NutrientBound[];
  /** Milliseconds since 1970: products that changed at or after this time. */
  updatedSince?: number;
  labels?: string[];
  /** English names. */
  countriesSold?: string[];
  /** Products that have all of these assurances (`nameAssurance`), by filter. */
  withoutAllergens?: string[];
  withoutTraces?: string[];
  withoutIngredients?: string[];
  diets?: string[];
}

/** A found product. Only a search of all labels has the other labels. */
export type Candidate = ProductSummary & OtherLabels;

export interface EnginePage {
  items: Candidate[];
  total: number;
  /** False: the total is an estimate. */
  isTotalExact: boolean;
  /** False: a product that is not on the page may rank higher. */
  isSettled: boolean;
  /** How the page was found. `names`: the number of compared names, if the engine counts them. */
  foundBy?: { engine: AnsweringEngine; names?: number };
  /** Only for suggestions: the best brands and the best categories. */
  names?: FoundName[];
  /** Only where they were requested. */
  facets?: { counts: FacetCounts; isExact: boolean };
}

/**
 * Finds a page of products in use. A product matches when its folded name contains the text, or a barcode (padded to
 * 14 digits) contains the digits, or `word_similarity(text, name) ≥ SIMILARITY_THRESHOLD`. Order: similarity ×
 * (`QUALITY_BASE` + quality) descending, then quality descending, then id (see `search-limits.ts`). If a timed text has
 * more matches than can be sorted, only the total is used.
 */
export interface SearchEngine {
  name: 'postgres' | 'meilisearch' | 'opensearch';
  search(query: EngineQuery, signal: AbortSignal): Promise<EnginePage>;
}

/** An engine that is asked first. It returns undefined to hand a query over to Postgres. */
export interface FirstEngine {
  name: SearchEngine['name'];
  search(...asked: Parameters<SearchEngine['search']>): Promise<EnginePage | undefined>;
}

/** A search engine with its own index, which is asked before Postgres. */
export interface IndexedEngine extends FirstEngine {
  name: Exclude<SearchEngine['name'], 'postgres'>;
  /** Rejects when the engine or its index is not available. */
  check(): Promise<unknown>;
  close(): void;
}
