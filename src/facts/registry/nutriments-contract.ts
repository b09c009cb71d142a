import { z } from 'zod';
import { readFactsShape } from './fact-shapes-contract.ts';

const { nutriments, nutrition_basis, nutri_score, serving_size } = readFactsShape;

export const NUTRIMENTS_DISCLAIMER =
  'Nutrition facts come from the sources named in the product and may be wrong or out of date. They are not medical ' +
  'advice; the label on the pack decides.';

/** The serving that is read from `serving_size`. */
export const servingShape = {
  serving_value: z.number().nullable().meta({
    description: 'Weight or volume that `serving_size` says; null where it leaves a doubt',
    example: 25,
  }),
  serving_unit: z.enum(['g', 'ml']).nullable(),
};

/** Null fields rather than 404 for a product without a food record: it exists, only this is not known of it. */
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
    disclaimer: z.string().meta({ example: NUTRIMENTS_DISCLAIMER }),
  })
  .meta({ id: 'Nutriments' });

export type Nutriments = z.output<typeof nutrimentsSchema>;
