import type { ProductFacts } from '../facts/registry/fact-list.ts';
import { FACTS } from '../facts/registry/fact-registry.ts';

export interface DemoNutrition {
  nutriments: Record<string, number>;
  nutriScore: ProductFacts['nutri_score'];
}

/**
 * No two varieties of a line are quite the same: the strawberry yogurt is not exactly as sweet as the apricot one.
 * None is above 1, for dry food leaves no room in its 100 g.
 */
const VARIETY_FACTORS = [1, 0.96, 0.98, 0.95, 0.99, 0.97];

/**
 * Reads `fat saturated carbohydrates sugars fiber proteins salt score` (grams per 100 g or 100 ml, the score
 * optional). Energy is computed from them by the factors of the EU label (Regulation 1169/2011, Annex XIV).
 */
export function buildNutrition(facts: string, varietyNumber: number): DemoNutrition {
  const parts = facts.split(' ');
  const grams = parts.slice(0, 7).map(Number);
  if (grams.length < 7 || grams.some(Number.isNaN)) throw new Error(`demo catalogue: cannot read "${facts}"`);
  const factor = VARIETY_FACTORS[varietyNumber % VARIETY_FACTORS.length]!;
  const scaled = (index: number, decimals: number) => Number((grams[index]! * factor).toFixed(decimals));
  const [fat_g, saturated_fat_g, carbohydrates_g] = [scaled(0, 1), scaled(1, 1), scaled(2, 1)];
  const [sugars_g, fiber_g, proteins_g, salt_g] = [scaled(3, 1), scaled(4, 1), scaled(5, 1), scaled(6, 2)];
  return {
    nutriments: {
      energy_kj: Math.round(37 * fat_g + 17 * (carbohydrates_g + proteins_g) + 8 * fiber_g),
      energy_kcal: Math.round(9 * fat_g + 4 * (carbohydrates_g + proteins_g) + 2 * fiber_g),
      fat_g,
      saturated_fat_g,
      carbohydrates_g,
      sugars_g,
      fiber_g,
      proteins_g,
      salt_g,
    },
    nutriScore: FACTS.nutri_score.value.options.find((grade) => grade === parts[7]) ?? null,
  };
}
