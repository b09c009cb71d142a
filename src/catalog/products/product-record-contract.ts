import { z } from 'zod';
import { keptFactsShape } from '../../facts/registry/fact-shapes-contract.ts';

/** Stored data that a copy of the catalogue needs and the public detail shows differently or not at all. */
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
    .meta({ description: 'Stored facts that `product` shows differently; empty ones are left out' }),
});

export type ProductRecord = z.output<typeof productRecordSchema>;
