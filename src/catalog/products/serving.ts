import type { StoredFacts } from '../../facts/state/product-state.ts';
import { parseServing } from '../../text/parse-quantity.ts';

/** What is read from the text of a serving, at each read: so it cannot be another than the text says. */
export function readServing(servingSize: string | null): {
  serving_value: number | null;
  serving_unit: 'g' | 'ml' | null;
} {
  const serving = servingSize === null ? undefined : parseServing(servingSize);
  return { serving_value: serving?.value ?? null, serving_unit: serving?.unit ?? null };
}

/**
 * Amounts for one serving. Null where they are not sure: of amounts per 100 g the serving has to be a weight, of those
 * per 100 ml a volume.
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

/** Per cent are the same in any amount. */
const isShare = (key: string) => key.endsWith('_pct');

const scale = (amount: number, value: number) => Number(((amount * value) / 100).toPrecision(4));
