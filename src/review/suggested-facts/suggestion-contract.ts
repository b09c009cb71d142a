import { z } from 'zod';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import { freeForm } from '../../platform/http/free-form.ts';
import { plainText } from '../../platform/text/text-contract.ts';

/** A value as submitted, valid or not. */
const said = plainText(300).nullable().optional();

export const suggestionQuerySchema = z.strictObject({
  product_id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .optional()
    .meta({ description: 'The product itself, which is left out of the comparison' }),
  facts: z.strictObject({
    name: said,
    brand: said,
    category: said.meta({ description: 'Code of a category' }),
    net_content_value: z.number().positive().nullable().optional(),
    net_content_unit: said.meta({ example: 'Gramm' }),
    country_of_origin: said,
    nutriments: z
      .partialRecord(z.enum(NUTRIMENT_KEYS), z.number().min(0))
      .nullable()
      .optional()
      .meta({ type: 'object', nullable: true, additionalProperties: true, example: { energy_kj: 60 } }),
  }),
});

export const suggestionSchema = z
  .object({
    rule: z.enum(['name', 'category', 'country', 'unit', 'amount', 'energy']),
    facts: freeForm.meta({
      description: 'The suggested values, by wire names',
      example: { net_content_value: 500, net_content_unit: 'g' },
    }),
    reason: z.string().meta({ example: '“Gramm” is another writing of g.' }),
  })
  .meta({ id: 'Suggestion' });

export const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) });

export type SuggestionQuery = z.output<typeof suggestionQuerySchema>;
export type Suggestion = z.output<typeof suggestionSchema>;
