import { z } from 'zod';
import { productChangeShape } from '../../catalog/difference/product-change-contract.ts';
import { factComparisonSchema } from '../../facts/registry/product-facts-contract.ts';

/** An approval sent with `seen` fails if its effect differs from the preview. */
export const seenSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/, 'must be the `seen` of a preview')
  .meta({ description: 'Fingerprint of what a preview showed', example: '2jmj7l5rSw0yVb_vlWAYkK' });

export const approvalPreviewSchema = z
  .object({
    id: z.uuid(),
    product: z
      .object({
        id: z.uuid().nullable().meta({ description: 'Null: it would be created' }),
        name: z.string().meta({ description: 'As it would be' }),
        is_new: z.boolean(),
        version: z.number().int().nullable().meta({ description: 'As it is; null: it would be created' }),
      })
      .meta({ description: 'The product an approval would create or complete' }),
    ...productChangeShape,
    misfits: z
      .array(
        z.object({
          keys: z
            .array(z.string())
            .meta({ description: 'Of the nutriments', example: ['energy_kj', 'energy_kcal'] }),
          message: z.string().meta({ example: '830 kcal beside 2166 kJ: 1 kcal is 4.184 kJ.' }),
        }),
      )
      .meta({
        description:
          'Nutriments that do not fit each other or those of the product; undecided ones as if they were taken',
      }),
    fields: z
      .array(factComparisonSchema)
      .meta({ description: 'What an approval would do with each submitted field' }),
    undecided: z.array(factComparisonSchema).meta({
      description: 'An approval is refused until they are decided; `changes` leave them as they are',
    }),
    seen: seenSchema.nullable().meta({ description: 'Null while something is undecided' }),
  })
  .meta({ id: 'ApprovalPreview' });

export type ApprovalPreview = z.output<typeof approvalPreviewSchema>;
