import { z } from 'zod';

export const MSRP_DISCLAIMER =
  'Manufacturer-suggested retail prices are reference information only. They are not an offer and nothing can be ' +
  'bought here.';

export const msrpEntrySchema = z
  .object({
    amount: z.number().positive().meta({ example: 3.99 }),
    currency: z.string().meta({ description: 'ISO 4217', example: 'EUR' }),
    region: z.string().meta({ description: 'ISO 3166-1 alpha-2, or GLOBAL', example: 'FR' }),
    effective_date: z.iso
      .date()
      .nullable()
      .meta({ description: 'The day from which the price was suggested' }),
    source_url: z.string().nullable().meta({ description: 'Where the manufacturer says so' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'MsrpEntry' });

export const msrpListSchema = z
  .object({
    product_id: z.uuid(),
    items: z
      .array(msrpEntrySchema)
      .meta({ description: 'Newest first; empty for a product that is not known' }),
    disclaimer: z.string().meta({ example: MSRP_DISCLAIMER }),
  })
  .meta({ id: 'MsrpList' });

export type MsrpEntry = z.output<typeof msrpEntrySchema>;
