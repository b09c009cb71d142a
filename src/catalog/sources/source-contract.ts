import { z } from 'zod';

export const sourceSchema = z
  .object({
    id: z.uuid(),
    code: z.string().meta({ example: 'open_food_facts' }),
    name: z.string().meta({ example: 'Open Food Facts' }),
    kind: z.enum(['community', 'open_data', 'official', 'manufacturer', 'retailer', 'operator']),
    trust: z
      .number()
      .min(0)
      .max(1)
      .meta({ format: 'float', description: 'How far its facts are trusted, 0 to 1', example: 0.6 }),
    license: z
      .string()
      .nullable()
      .meta({ description: 'The licence of the facts of this source', example: 'ODbL 1.0' }),
    license_url: z.string().nullable(),
    attribution: z.string().nullable().meta({ description: 'The attribution that the source requires' }),
    homepage_url: z.string().nullable(),
    record_url: z.string().nullable().meta({
      description: 'Address of a record, with `{gtin}` in the place of its barcode',
      example: 'https://world.openfoodfacts.org/product/{gtin}',
    }),
    product_count: z
      .number()
      .int()
      .meta({ description: 'Products in use with a fact of this source; at most a minute old' }),
    last_imported_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DataSource' });

export const sourceListSchema = z.object({ items: z.array(sourceSchema) }).meta({ id: 'DataSourceList' });

export type Source = z.output<typeof sourceSchema>;
