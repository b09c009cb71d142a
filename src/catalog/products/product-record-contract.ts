import { z } from 'zod';
import { keptFactsShape } from '../../facts/registry/fact-shapes-contract.ts';

/** What the public detail of a product shows in another way, or not at all, and a copy of the catalogue needs. */
export const productRecordSchema = z.object({
  brand: z
    .object({
      id: z.uuid(),
      slug: z.string(),
      aliases: z.array(z.string()).meta({ description: 'Other names that find the brand' }),
    })
    .nullable(),
  facts: z
    .object(keptFactsShape)
    .partial()
    .meta({ description: 'Facts that `product` shows in another way; what is empty is left out' }),
});

export type ProductRecord = z.output<typeof productRecordSchema>;
