import { z } from 'zod';

const count = (description: string) => z.number().int().min(0).meta({ description });

export const statsSchema = z
  .object({
    products_total: count('All products, including drafts and archived ones'),
    products_in_use: count('Products that are public'),
    products_qualified: count('Products in use with a quality score of at least 0.6'),
    brands_total: count('Brands with products in use'),
    categories_total: count('Categories'),
    barcodes_total: count('Barcodes of all products'),
    sources_total: count('Sources of facts'),
    submissions_pending: count('Submissions that wait for review'),
    products_by_kind: z
      .record(z.string(), z.number().int())
      .meta({ description: 'Products in use by archive kind', example: { food: 480, electronics: 20 } }),
    average_quality_score: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ format: 'float', description: 'Average of the products in use; null without products' }),
    generated_at: z.iso.datetime().meta({ description: 'The time of counting, at most a minute ago' }),
  })
  .meta({ id: 'Stats' });

export type Stats = z.output<typeof statsSchema>;
