import type { StoredFacts } from '../../facts/state/product-state.ts';
import { parseServing } from '../../platform/text/amounts/parse-quantity.ts';
import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import { productRecordSchema, type ProductRecord } from './product-record-contract.ts';

/** Parses the text of a serving. It runs at each read, so that the result always matches the text. */
export function readServing(servingSize: string | null): {
  serving_value: number | null;
  serving_unit: 'g' | 'ml' | null;
} {
  const serving = servingSize === null ? undefined : parseServing(servingSize);
  return { serving_value: serving?.value ?? null, serving_unit: serving?.unit ?? null };
}

/**
 * Returns amounts for one serving, or null where they are uncertain: amounts per 100 g need a serving by weight, amounts per
 * 100 ml a serving by volume.
 */
export function scaleToServing({
  nutriments,
  nutrition_basis: basis,
  serving_size: servingSize,
}: Pick<StoredFacts, 'nutriments' | 'nutrition_basis' | 'serving_size'>): Record<string, number> | null {
  if (nutriments === null || basis === 'serving') return nutriments;
  const { serving_value: value, serving_unit: unit } = readServing(servingSize);
  if (value === null || basis !== `100${unit}`) return null;
  return Object.fromEntries(
    Object.entries(nutriments).map(([key, amount]) => [key, isShare(key) ? amount : scale(amount, value)]),
  );
}

/** A percentage does not depend on the amount. */
const isShare = (key: string) => key.endsWith('_pct');

const scale = (amount: number, value: number) => Number(((amount * value) / 100).toPrecision(4));

const KEPT_NAMES = Object.keys(productRecordSchema.shape.facts.shape);

/** Returns the further data that a copy needs: the brand, and the stored facts without empty ones. */
export function buildRecord(
  brand: ProductRecord['brand'],
  facts: Record<string, unknown> & StoredFacts,
): ProductRecord {
  const kept = KEPT_NAMES.filter((name) => !isEmptyFact(facts[name]));
  return { brand, facts: Object.fromEntries(kept.map((name) => [name, facts[name]])) };
}
