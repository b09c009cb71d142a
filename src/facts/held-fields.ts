import { ApiError } from '../platform/http/api-error.ts';
import type { CatalogueContext } from './state/catalogue-context.ts';
import { FACT_LIST, isEmptyFact } from './registry/fact-list.ts';
import { buildFacts, fieldOf } from './product-facts.ts';
import type { ProductState } from './state/product-state.ts';

/**
 * Returns the fields for which the product has a value. "Nutrition does not apply" counts for the amounts as well,
 * and amounts count for it.
 */
export function listHeldFields(product: ProductState, context: CatalogueContext): string[] {
  const facts = buildFacts(product, product.brandId, context);
  const held = FACT_LIST.filter(({ parts }) => parts.some((part) => !isEmptyFact(facts[part]))).map(
    ({ field }): string => field,
  );
  if (facts.no_nutrition_data) held.push('nutriments');
  if (held.includes('nutriments')) held.push('no_nutrition_data');
  if (product.hasMsrp) held.push('msrp');
  return held;
}

/**
 * Refuses overrides of existing values by a reviewer, who may only fill in missing ones.
 * @throws ApiError `forbidden` with `details.fields`
 */
export function refuseHeldFields(overrides: object, product: ProductState, context: CatalogueContext): void {
  const held = listHeldFields(product, context);
  const fields = [...new Set(Object.keys(overrides).map(fieldOf))].filter((field) => held.includes(field));
  if (fields.length === 0) return;
  throw new ApiError(
    'forbidden',
    `The product has these facts already: ${fields.join(', ')}. Overriding them needs the role editor; you may ` +
      'decide to take or keep what was submitted.',
    { details: { fields } },
  );
}
