import type { CategoryImpact } from '../../src/catalog/categories/category-contract.ts';
import { countOf } from '../parts/text/number-format.ts';

/** Describes in sentences what a change affects. */
export function describeImpact(impact: CategoryImpact): string[] {
  if (impact.categories === 0 && impact.products === 0) return ['Nothing else is touched.'];
  return [
    `${countOf(impact.categories, 'other category', 'other categories')} and ${countOf(impact.products, 'product')} follow.`,
    `${countOf(impact.documents, 'product')} in use ${impact.documents === 1 ? 'is' : 'are'} written to the index again.`,
    ...(impact.rescored > 0
      ? [
          `${countOf(impact.rescored, 'product')} ${impact.rescored === 1 ? 'gets' : 'get'} another kind: the quality is recomputed.`,
        ]
      : []),
  ];
}
