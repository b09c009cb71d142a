import type { StoredFacts } from '../../facts/state/product-state.ts';
import { parseServing } from '../../platform/text/parse-quantity.ts';

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
