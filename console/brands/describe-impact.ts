import type { BrandImpact } from '../../src/catalog/brands/brand-contract.ts';
import { countOf } from '../parts/text/number-format.ts';

/** Returns one sentence on what a change affects. */
export function describeImpact(impact: BrandImpact): string {
  if (impact.products === 0) return 'No product is touched.';
  return `${countOf(impact.products, 'product')} ${impact.products === 1 ? 'is' : 'are'} touched; ${countOf(impact.documents, 'is', 'are')} in use and written to the index again.`;
}
