import { z } from 'zod';
import { readFactsShape } from './fact-shapes-contract.ts';

const { nutriments, nutrition_basis, nutri_score, serving_size } = readFactsShape;

export const NUTRIMENTS_DISCLAIMER =
  'Nutrition facts come from the sources named in the product and may be wrong or out of date. They are not medical ' +
  'advice; the label on the pack decides.';

/** Null fields rather than 404 for a product without a food record: it exists, only this is not known of it. */
export const nutrimentsSchema = z
  .object({
    product_id: z.uuid(),
    nutriments,
    nutrition_basis,
    nutri_score,
    serving_size,
    disclaimer: z.string().meta({ example: NUTRIMENTS_DISCLAIMER }),
  })
  .meta({ id: 'Nutriments' });

export type Nutriments = z.output<typeof nutrimentsSchema>;
