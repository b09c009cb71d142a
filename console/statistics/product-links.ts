import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import type { ProductSearch } from '../products/list/product-search.ts';

type Coverage = OperatorStats['coverage'][number];

/** Filters of the product list for each figure of the statistics: exactly the products that it counts. */

const IN_USE = { status: 'active' } as const satisfies ProductSearch;

export const linkInUse = (): ProductSearch => IN_USE;

/**
 * Returns the products of a kind in one tenth of scores, 0 to 9. Scores have three decimals; 1 is in the last tenth.
 */
export function linkTenth(kind: string, tenth: number): ProductSearch {
  const most = tenth === 9 ? undefined : ((tenth + 1) / 10 - 0.001).toFixed(3);
  return {
    ...IN_USE,
    kind,
    ...(tenth > 0 && { min_quality: (tenth / 10).toFixed(1) }),
    ...(most && { max_quality: most }),
  };
}

/** Returns the products that a field applies to and that have or lack it. */
export function linkField(
  { field, applies_to: kinds }: Pick<Coverage, 'field' | 'applies_to'>,
  has: 'present' | 'missing',
): ProductSearch {
  return {
    ...IN_USE,
    ...(kinds === 'food' && { kind: 'food' }),
    ...(kinds === 'other' && { not_kind: 'food' }),
    [has]: field,
  };
}
