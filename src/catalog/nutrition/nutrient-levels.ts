import { readServing } from '../products/serving.ts';
import type { StoredFacts } from '../../facts/state/product-state.ts';
import { NUTRIENTS_WITH_LEVEL, type NutrientLevels } from '../../facts/registry/nutriments-contract.ts';

export type NutritionFacts = Pick<StoredFacts, 'nutriments' | 'nutrition_basis' | 'serving_size'>;

/** Grams per 100 g, as in Open Food Facts (`Attributes.pm`): low up to the first, high from the second. */
const THRESHOLDS = {
  fat_g: [3, 20],
  saturated_fat_g: [1.5, 5],
  sugars_g: [5, 12.5],
  salt_g: [0.3, 1.5],
} as const satisfies Record<(typeof NUTRIENTS_WITH_LEVEL)[number], readonly [number, number]>;

/** The thresholds for 100 ml of a drink, as a share of those for food. */
const SHARE_FOR_DRINKS = 0.5;

/** Categories of drinks, with their subtrees. */
const DRINKS = new Set(['beverages', 'milks', 'plant-based-milk-alternatives']);
/** Categories that do not say what a product is. */
const VAGUE = new Set(['food', 'uncategorized-food']);

/** Amounts of smaller servings are not scaled up, because the label's rounding would grow with them. */
const LEAST_SERVING = 10;

interface PerHundred {
  unit: 'g' | 'ml';
  /** Whether the amounts were computed from those of a serving. */
  is_computed: boolean;
  amounts: Record<string, number>;
}

/** Returns the amounts per 100 g or 100 ml, or null if basis or serving are uncertain. */
export function scaleToHundred({
  nutriments,
  nutrition_basis: basis,
  serving_size: servingSize,
}: NutritionFacts): PerHundred | null {
  if (nutriments === null || basis === null) return null;
  if (basis !== 'serving') {
    return { unit: basis === '100g' ? 'g' : 'ml', is_computed: false, amounts: nutriments };
  }
  const { serving_value: value, serving_unit: unit } = readServing(servingSize);
  if (value === null || unit === null || value < LEAST_SERVING) return null;
  const amounts = Object.fromEntries(
    Object.entries(nutriments).map(([key, amount]) => [
      key,
      // A percentage does not depend on the amount.
      key.endsWith('_pct') ? amount : Number(((amount * 100) / value).toPrecision(3)),
    ]),
  );
  // More than 100 g in 100 g: the amounts are not for this serving.
  const isPossible =
    unit === 'ml' || Object.entries(amounts).every(([key, g]) => !key.endsWith('_g') || g <= 100);
  return isPossible ? { unit, is_computed: true, amounts } : null;
}

/**
 * Rates each nutrient per 100 g or 100 ml as low, moderate or high; null for products that are not food. `unknown` if
 * the amount is unknown, or if it is unclear whether the thresholds of food or of drinks apply.
 */
export function rateNutrients(
  facts: NutritionFacts,
  { archiveKind, categoryPath }: { archiveKind: string; categoryPath: string },
): NutrientLevels | null {
  if (archiveKind !== 'food') return null;
  const perHundred = scaleToHundred(facts);
  const share = perHundred ? findShare(perHundred.unit, categoryPath.split('/')) : undefined;
  return Object.fromEntries(
    NUTRIENTS_WITH_LEVEL.map((key) => [key, rate(perHundred?.amounts[key], THRESHOLDS[key], share)]),
  ) as NutrientLevels;
}

/** Returns the factor for the thresholds of food; undefined if it is unclear which apply. */
function findShare(unit: 'g' | 'ml', codes: readonly string[]): number | undefined {
  const isDrink = codes.some((code) => DRINKS.has(code));
  // A drink stated per 100 g may be a powder, and 100 ml in a vague category may be a drink.
  if (isDrink) return unit === 'ml' ? SHARE_FOR_DRINKS : undefined;
  return unit === 'ml' && VAGUE.has(codes.at(-1) ?? '') ? undefined : 1;
}

function rate(
  amount: number | undefined,
  [low, high]: readonly [number, number],
  share: number | undefined,
): NutrientLevels['fat_g'] {
  if (amount === undefined || share === undefined) return 'unknown';
  if (amount <= low * share) return 'low';
  return amount >= high * share ? 'high' : 'moderate';
}
