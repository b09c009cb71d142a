import { z } from 'zod';

export const NUTRIMENTS_DISCLAIMER =
  'Nutrition facts come from the sources named in the product and may be wrong or out of date. They are not medical ' +
  'advice; the label on the pack decides.';

/** Every nutriment we keep; its key ends in its unit (`pct`: per cent by volume). */
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

/** Null fields rather than 404 for a product without a food record: it exists, only this is not known of it. */
export const nutrimentsFields = {
  nutriments: z
    .record(z.string(), z.number())
    .nullable()
    .meta({
      description: 'Amounts for the basis; each key ends in its unit',
      example: { energy_kj: 2252, energy_kcal: 539, fat_g: 30.9, sugars_g: 56.3, salt_g: 0.107 },
    }),
  nutrition_basis: z
    .enum(['100g', '100ml', 'serving'])
    .nullable()
    .meta({ description: 'What the amounts are for' }),
  nutri_score: z.enum(['a', 'b', 'c', 'd', 'e']).nullable(),
};

export const nutrimentsSchema = z
  .object({
    product_id: z.uuid(),
    ...nutrimentsFields,
    serving_size: z.string().nullable().meta({ example: '15 g' }),
    disclaimer: z.string().meta({ example: NUTRIMENTS_DISCLAIMER }),
  })
  .meta({ id: 'Nutriments' });

export type Nutriments = z.output<typeof nutrimentsSchema>;
