import type { FacetName } from './facets-contract.ts';

/**
 * The facets to count. A value’s key is the id of a brand, the stored name of a country, or the code of any other value.
 */
export interface FacetRequest {
  names: readonly FacetName[];
  /** The most values of a facet. */
  size: number;
  /** Keys that filters select: they are listed in addition, if a product has them. */
  selected: Partial<Record<FacetName, readonly string[]>>;
  /** Codes of categories that are listed in addition, if a product has them: roots, and those around a selected one. */
  guides: readonly string[];
}

export interface ValueCounts {
  listed: [key: string, count: number][];
  /** The sum of the counts of all values that are not listed. */
  others: number;
}

export type FacetCounts = Partial<Record<FacetName, ValueCounts>>;

/** A key’s filter value and its name. */
export interface NamedValue {
  value: string;
  label: string;
}

/** Returns the keys that are listed however few products they have. */
export function alwaysListed(name: FacetName, { selected, guides }: FacetRequest): string[] {
  return [...(selected[name] ?? []), ...(name === 'category' ? guides : [])];
}

/**
 * Returns how many values to count. All countries are counted: they are few, and two spellings of one are merged
 * later.
 */
export function mostOf(name: FacetName, { size }: FacetRequest): number {
  return name === 'country' ? 2 ** 31 - 1 : size;
}
