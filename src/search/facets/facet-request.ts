import type { FacetName } from './facets-contract.ts';

/**
 * What is to be counted. A value is known by a key here: a brand by its id, a country by its name as products have it, and
 * all others by their code.
 */
export interface FacetRequest {
  names: readonly FacetName[];
  /** Values of a facet at the most. */
  size: number;
  /** Keys of values that filters name: these are listed besides, where a product has them. */
  selected: Partial<Record<FacetName, readonly string[]>>;
}

export interface ValueCounts {
  listed: [key: string, count: number][];
  /** The counts of all that are not listed, together. */
  others: number;
}

export type FacetCounts = Partial<Record<FacetName, ValueCounts>>;

/** What a filter takes for a key, and how it is called. */
export interface NamedValue {
  value: string;
  label: string;
}

/** Countries are all listed: two spellings of one become one value later. There are few. */
export function mostOf(name: FacetName, { size }: FacetRequest): number {
  return name === 'country' ? 2 ** 31 - 1 : size;
}
