import { z } from 'zod';
import { freeForm } from '../../platform/http/free-form.ts';

const factValues = freeForm.meta({
  example: { net_content_value: 400, net_content_unit: 'g' },
});

/** The outcome of each claimed field, beside the product's current value. */
export const factComparisonSchema = z
  .object({
    field: z
      .string()
      .meta({ description: 'As in the `fields` of a product’s sources', example: 'net_content' }),
    group: z.string().meta({
      description:
        'What it is decided by, a key of `decisions`: amounts and their basis are one decision, `nutriments`',
      example: 'net_content',
    }),
    outcome: z.enum(['taken', 'confirmed', 'kept', 'conflict', 'not_applicable']).meta({
      description:
        '`confirmed`: the product says the same, the source becomes a further supplier; `conflict`: an operator or a ' +
        'more trusted source says something else, so an operator has to decide; `kept`: it was decided to leave it; ' +
        '`not_applicable`: a fact of another archive kind',
    }),
    current: factValues.meta({ description: 'By wire names, as the product has it now' }),
    offered: factValues,
    sources: z
      .array(z.object({ id: z.uuid(), code: z.string(), name: z.string(), trust: z.number() }))
      .meta({ description: 'Who says the current value' }),
  })
  .meta({ id: 'FactComparison' });

/** Decides fields in conflict, and keeps a field that would be taken. */
export const factDecisionsSchema = z.record(z.string().max(40), z.enum(['take', 'keep'])).meta({
  description: 'By `group` of the comparison; `nutriments.fat_g` keeps a single amount as it is',
  example: { name: 'keep', brand: 'take' },
});

export type FactComparison = z.output<typeof factComparisonSchema>;
export type FactDecisions = z.output<typeof factDecisionsSchema>;
