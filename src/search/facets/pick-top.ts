import { alwaysListed, mostOf, type FacetRequest, type ValueCounts } from './facet-request.ts';
import type { FacetName } from './facets-contract.ts';

/**
 * Returns the values with the most products, up to the requested size (equal ones by key), and those that are always
 * listed.
 * @param counts by key, without zeros
 * @param unlisted the sum of the counts of values that `counts` lacks
 */
export function pickTop(
  name: FacetName,
  request: FacetRequest,
  counts: ReadonlyMap<string, number>,
  unlisted = 0,
): ValueCounts {
  const always = new Set(alwaysListed(name, request));
  const inOrder = [...counts].toSorted(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
  const listed = inOrder.filter(([key], place) => place < mostOf(name, request) || always.has(key));
  const sum = (values: readonly [string, number][]) => values.reduce((total, [, count]) => total + count, 0);
  return { listed, others: unlisted + sum(inOrder) - sum(listed) };
}

/** Returns counts by category from counts by path: a product counts for its category and all ancestors. */
export function countCategories(
  paths: Iterable<readonly [path: string, count: number]>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [path, count] of paths)
    for (const code of path.split('/')) counts.set(code, (counts.get(code) ?? 0) + count);
  return counts;
}
