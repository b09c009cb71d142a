/** All nutriments; each key ends in its unit (`pct`: per cent by volume). */
export const NUTRIMENT_KEYS = [
  'energy_kj',
  'energy_kcal',
  'fat_g',
  'saturated_fat_g',
  'monounsaturated_fat_g',
  'polyunsaturated_fat_g',
  'trans_fat_g',
  'omega_3_fat_g',
  'cholesterol_mg',
  'carbohydrates_g',
  'sugars_g',
  'added_sugars_g',
  'polyols_g',
  'starch_g',
  'fiber_g',
  'proteins_g',
  'salt_g',
  'sodium_mg',
  'potassium_mg',
  'calcium_mg',
  'phosphorus_mg',
  'magnesium_mg',
  'iron_mg',
  'zinc_mg',
  'iodine_ug',
  'selenium_ug',
  'fluoride_mg',
  'vitamin_a_ug',
  'vitamin_d_ug',
  'vitamin_e_mg',
  'vitamin_k_ug',
  'vitamin_c_mg',
  'thiamin_mg',
  'riboflavin_mg',
  'niacin_mg',
  'vitamin_b6_mg',
  'folic_acid_ug',
  'vitamin_b12_ug',
  'biotin_ug',
  'pantothenic_acid_mg',
  'caffeine_mg',
  'taurine_mg',
  'alcohol_pct',
] as const;

/**
 * Returns the amounts in the order of `NUTRIMENT_KEYS`, that of a label, because `jsonb` does not preserve key order.
 */
export function sortNutriments(amounts: Readonly<Record<string, number>>): Record<string, number> {
  const sorted: Record<string, number> = {};
  for (const key of NUTRIMENT_KEYS) {
    const amount = amounts[key];
    if (amount !== undefined) sorted[key] = amount;
  }
  return sorted;
}

/** Nutriments that labels must or usually do state. Forms collapse the others. */
export const USUAL_NUTRIMENTS: readonly string[] = [
  'energy_kj',
  'energy_kcal',
  'fat_g',
  'saturated_fat_g',
  'carbohydrates_g',
  'sugars_g',
  'fiber_g',
  'proteins_g',
  'salt_g',
];

export const KJ_PER_KCAL = 4.184;

/**
 * Returns the energy in kcal, by the factors of EU 1169/2011 for amounts in grams; fibre, polyols and alcohol are
 * ignored.
 */
export function energyOfMacros({
  fat,
  carbohydrates,
  proteins,
}: {
  fat: number;
  carbohydrates: number;
  proteins: number;
}): number {
  return 4 * proteins + 4 * carbohydrates + 9 * fat;
}
