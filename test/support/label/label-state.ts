import { buildEmptyState, type ProductState } from '../../../src/facts/state/product-state.ts';

export const SHOP = '00000000-0000-4000-8000-000000000001';
export const OPEN = '00000000-0000-4000-8000-000000000002';
export const OPERATOR = '00000000-0000-4000-8000-000000000003';

/** A food that is sold in France, with these facts from one source. */
export function labelOf(
  facts: Partial<ProductState['facts']>,
  rest: Partial<Pick<ProductState, 'suppliers' | 'claims'>> = {},
): ProductState {
  const empty = buildEmptyState('00000000-0000-4000-8000-000000000009');
  return {
    ...empty,
    facts: { ...empty.facts, name: 'Something', countries_sold: ['France'], ...facts },
    suppliers: Object.fromEntries(Object.keys(facts).map((field) => [field, [OPEN]])),
    ...rest,
  };
}
