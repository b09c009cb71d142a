import { z } from 'zod';
import { CHECK_NAMES } from './plausibility-check.ts';

/** From this score on a product in use counts as qualified. */
export const QUALIFIED_FROM = 0.6;

const share = (description: string) => z.number().min(0).max(1).meta({ format: 'float', description });

const qualityPartSchema = z
  .object({
    field: z.string().meta({ example: 'nutriments' }),
    weight: share('Share of all parts that apply to this product'),
    completeness: share('How much of it is there'),
    trust: share('Trust in the sources of its current value; 0.3 when none is known'),
    earned: share('weight × completeness × (0.5 + 0.5 × trust)'),
    missing: z.array(z.string()).meta({ description: 'What to add to complete it', example: ['salt_g'] }),
  })
  .meta({ id: 'QualityPart' });

const failedCheckSchema = z
  .object({
    check: z.enum(CHECK_NAMES),
    message: z.string().meta({ example: 'Sugars (60 g) are more than all carbohydrates (57.5 g).' }),
  })
  .meta({ id: 'FailedCheck' });

export const qualitySchema = z
  .object({
    product_id: z.uuid(),
    quality_score: share('The sum of `earned` less `penalty`'),
    is_qualified: z.boolean().meta({ description: 'Whether the score is at least 0.6' }),
    parts: z.array(qualityPartSchema),
    failed_checks: z.array(failedCheckSchema).meta({ description: 'What cannot be true of such a product' }),
    penalty: share('0.05 for each failed check, at most 0.2'),
  })
  .meta({ id: 'Quality' });
