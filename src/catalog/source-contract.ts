import { z } from 'zod';

export const sourceId = z.uuid({ error: 'is not a UUID' }).transform((id) => id.toLowerCase());

export const sourceSchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    name: z.string(),
    kind: z.enum(['community', 'open_data', 'official', 'manufacturer', 'retailer', 'operator']),
    trust: z.number().min(0).max(1).meta({ format: 'float', description: 'How far its facts are trusted, 0 to 1' }),
    license: z.string().nullable(),
    license_url: z.string().nullable(),
    attribution: z.string().nullable(),
    homepage_url: z.string().nullable(),
    product_count: z.number().int().meta({ description: 'Products in use that hold a fact of this source' }),
    last_imported_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DataSource' });

export const sourceListSchema = z.object({ items: z.array(sourceSchema) });
