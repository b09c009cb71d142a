import { SHORTEST_CODE } from '../text/fold-text.ts';
import type { ProductSummary } from './search-contract.ts';

/** What both engines are asked, after names have been resolved against Postgres. */
export interface EngineQuery {
  /** The folded text; empty: everything, by quality. */
  text: string;
  /** The digits of a text that is a code (see `readCode`): matched against barcodes, never fuzzily. */
  digits: string | undefined;
  filters: EngineFilters;
  offset: number;
  limit: number;
  /** Who asks: slots are shared out by it. */
  caller: string;
}

/** Whether the index on barcodes answers it, in Postgres: by digits enough for a code. */
export function isCode({ digits }: EngineQuery): boolean {
  return digits !== undefined && digits.length >= SHORTEST_CODE;
}

/** Each filter that is given cuts the set first; an empty list matches nothing. */
export interface EngineFilters {
  categoryIds?: string[];
  brandIds?: string[];
  countries?: string[];
}

export interface EnginePage {
  items: ProductSummary[];
  total: number;
  /** False: the total is an estimate. */
  isTotalExact: boolean;
  /** False: a product that was not looked at may rank higher. */
  isSettled: boolean;
}

/**
 * Finds a page of products in use. A product matches when its folded name contains the text, or a barcode (padded to
 * 14 digits) contains the digits, or `word_similarity(text, name) ≥ SIMILARITY_THRESHOLD`. Order: similarity ×
 * (`QUALITY_BASE` + quality) descending, then quality descending, then id (see `search-limits.ts`).
 */
export interface SearchEngine {
  name: 'postgres' | 'meilisearch';
  /** `onPage` is told the best page so far, again and again: what there is when the time is up. */
  search(query: EngineQuery, signal: AbortSignal, onPage?: (page: EnginePage) => void): Promise<EnginePage>;
}

/** An engine that answers what it can plan well, and hands the rest over: undefined. */
export interface PlanningEngine {
  name: SearchEngine['name'];
  search(...asked: Parameters<SearchEngine['search']>): Promise<EnginePage | undefined>;
}
