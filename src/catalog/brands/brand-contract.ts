import { z } from 'zod';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { plainText } from '../../platform/text/text-contract.ts';

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().meta({ description: 'The name for use in addresses', example: 'old-mill' }),
    product_count: z.number().int().meta({ description: 'Products in use' }),
  })
  .meta({ id: 'Brand' });

const LONGEST_NAME = 200;

export const brandQuerySchema = z.object({
  slug: plainText(LONGEST_NAME).optional().meta({ description: 'Only the brand with this slug' }),
  name: plainText(LONGEST_NAME).optional().meta({
    description: 'Only the brand with this name or alias; case, accents and punctuation are ignored',
  }),
  ...pagingQuery,
});

export const brandPageSchema = pageOf(brandSchema).meta({ id: 'BrandPage' });

export type Brand = z.output<typeof brandSchema>;
