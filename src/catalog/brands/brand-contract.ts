import { z } from 'zod';
import { pageOf } from '../../http/paging.ts';

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().meta({ description: 'The name for use in addresses', example: 'old-mill' }),
    product_count: z.number().int().meta({ description: 'Products in use' }),
  })
  .meta({ id: 'Brand' });

export const brandPageSchema = pageOf(brandSchema).meta({ id: 'BrandPage' });

export type Brand = z.output<typeof brandSchema>;
