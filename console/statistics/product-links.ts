import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import type { ProductSearch } from '../products/list/product-search.ts';

type Coverage = OperatorStats['coverage']['overall'][number];

/** What the list of products shows for each figure of the statistics: exactly the products that it counts. */

const IN_USE = { status: 'active' } as const satisfies ProductSearch;

export const linkInUse = (category?: string): ProductSearch => ({ ...IN_USE, ...(category && { category }) });

/** Products of a kind whose score is in one tenth, from 0 to 9. Scores have three decimals, and 1 is in the last. */
export function linkTenth(kind: string, tenth: number): ProductSearch {
  const most = tenth === 9 ? undefined : ((tenth + 1) / 10 - 0.001).toFixed(3);
  return {
    ...IN_USE,
    kind,
    ...(tenth > 0 && { min_quality: (tenth / 10).toFixed(1) }),
    ...(most && { max_quality: most }),
  };
}

/** Products that a field applies to, which have it or lack it; all of them, or those of a category. */
export function linkField(
  { field, applies_to: kinds }: Pick<Coverage, 'field' | 'applies_to'>,
  has: 'present' | 'missing',
  category?: string,
): ProductSearch {
  return {
    ...linkInUse(category),
    ...(kinds === 'food' && { kind: 'food' }),
    ...(kinds === 'other' && { not_kind: 'food' }),
    [has]: field,
  };
}
