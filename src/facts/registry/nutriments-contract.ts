import { z } from 'zod';
import { readFactsShape } from './fact-shapes-contract.ts';

const { nutriments, nutrition_basis, nutri_score, serving_size } = readFactsShape;

export const NUTRIMENTS_DISCLAIMER =
  'Nutrition facts come from the sources named in the product and may be wrong or out of date. They are not medical ' +
  'advice; the label on the pack decides.';

/** The serving parsed from `serving_size`. */
export const servingShape = {
  serving_value: z.number().nullable().meta({
    description: 'Weight or volume that `serving_size` says; null where it leaves a doubt',
    example: 25,
  }),
  serving_unit: z.enum(['g', 'ml']).nullable(),
};

/** The nutrients with a level, in the order of a label. */
export const NUTRIENTS_WITH_LEVEL = ['fat_g', 'saturated_fat_g', 'sugars_g', 'salt_g'] as const;

const level = z.enum(['low', 'moderate', 'high', 'unknown']);

export const nutrientLevelsSchema = z.object({
  fat_g: level,
  saturated_fat_g: level,
  sugars_g: level,
  salt_g: level,
});

export type NutrientLevels = z.output<typeof nutrientLevelsSchema>;

/** A product without a food record gets null fields rather than 404: the product exists. */
export const nutrimentsSchema = z
  .object({
    product_id: z.uuid(),
    nutriments,
    nutrition_basis,
    nutri_score,
    serving_size,
    ...servingShape,
    nutriments_per_serving: nutriments.meta({
      description:
        'The amounts for one serving; null where basis and serving do not both say it: of amounts per 100 g the ' +
        'serving is a weight, of those per 100 ml a volume',
      example: { energy_kcal: 80.9, fat_g: 4.635 },
    }),
    nutriments_per_100: z
      .object({
        unit: z.enum(['g', 'ml']),
        is_computed: z.boolean().meta({ description: 'Whether they were computed from those of a serving' }),
        amounts: nutriments,
      })
      .nullable()
      .meta({
        description:
          'The amounts for 100 g or 100 ml; null where they are not sure. Of a serving they are computed from 10 g or ' +
          '10 ml on, as `serving_value` says',
        example: { unit: 'g', is_computed: false, amounts: { energy_kcal: 539, fat_g: 30.9 } },
      }),
    nutrient_levels: nutrientLevelsSchema.nullable(),
    disclaimer: z.string().meta({ example: NUTRIMENTS_DISCLAIMER }),
  })
  .meta({ id: 'Nutriments' });

export type Nutriments = z.output<typeof nutrimentsSchema>;
