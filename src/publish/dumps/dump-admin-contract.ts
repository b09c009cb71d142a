import { z } from 'zod';

export const dumpRunSchema = z
  .object({
    id: z.int(),
    requested_by: z.enum(['schedule', 'command']),
    state: z.enum(['running', 'published', 'refused', 'failed']).meta({
      description: '`refused`: it lacked data of the previous dump, which stays published',
    }),
    name: z.string().nullable().meta({ description: 'Its folder, once it is published' }),
    products: z.int().meta({ description: 'Products written so far' }),
    error: z.string().nullable().meta({ description: 'Why it was not published' }),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DumpRun' });

export const dumpRunListSchema = z.object({ items: z.array(dumpRunSchema) }).meta({ id: 'DumpRunList' });

export type DumpRunEntry = z.output<typeof dumpRunSchema>;
