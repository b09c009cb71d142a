import { z } from 'zod';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { plainText, wordText } from '../../platform/text/text-contract.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { NO_CONTROL_CHARACTERS, NO_NUL } from '../../platform/http/value-list.ts';

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

const MAX_CHARACTERS = 120;

export const adminBrandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other names of this brand, in alphabetical order' }),
    product_count: z.number().int().meta({ description: 'Products of any status' }),
    in_use_count: z.number().int().meta({ description: 'Products in use' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminBrand' });

export const adminBrandPageSchema = pageOf(adminBrandSchema).meta({ id: 'AdminBrandPage' });

const BRAND_SORTS = ['name', '-name', 'products', 'fewest', 'newest', 'oldest'] as const;

export const brandListQuerySchema = z.object({
  ...pagingQuery,
  q: z
    .string()
    .max(200, 'must be at most 200 characters')
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
    .optional()
    .meta({
      pattern: NO_CONTROL_CHARACTERS,
      description: 'Part of a name or alias, in any case and without accents',
    }),
  sort: z
    .enum(BRAND_SORTS, { error: `must be one of ${BRAND_SORTS.join(', ')}` })
    .default('name')
    .meta({ description: '`products`: most products first, `fewest`: fewest products first' }),
  unused: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .meta({ description: 'Only brands without products' }),
});

export const brandParamsSchema = z.object({
  id: pathId('Id of the brand', '0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'),
});

export const brandAliasParamsSchema = brandParamsSchema.extend({
  alias: z
    .string()
    .max(200, 'is too long')
    .refine((text) => !text.includes('\0'), 'holds a NUL')
    .meta({
      pattern: NO_NUL,
      description: 'The alias in any spelling; case and accents are ignored',
      example: 'Moulin Vieux',
    }),
});

export const newBrandSchema = z
  .strictObject({
    name: wordText(MAX_CHARACTERS),
    aliases: z.array(wordText(MAX_CHARACTERS)).max(20, 'must be at most 20').default([]),
  })
  .meta({ id: 'NewBrand' });

export const brandRenameSchema = z
  .strictObject({
    name: wordText(MAX_CHARACTERS),
    keep_alias: z.boolean().default(true).meta({
      description: 'The old name becomes an alias, so that imports and searches by it find the brand',
    }),
  })
  .meta({ id: 'BrandRename' });

export const brandMergeSchema = z
  .strictObject({
    into_id: z
      .uuid()
      .transform((id) => id.toLowerCase())
      .meta({ description: 'The brand that stays' }),
  })
  .meta({ id: 'BrandMerge' });

export const newBrandAliasSchema = z
  .strictObject({ alias: wordText(MAX_CHARACTERS) })
  .meta({ id: 'NewBrandAlias' });

export const brandImpactSchema = z
  .object({
    products: z
      .number()
      .int()
      .meta({ description: 'Products that a rename or merge touches, of any status' }),
    documents: z
      .number()
      .int()
      .meta({ description: 'Products in use, whose documents are written to the index again' }),
  })
  .meta({ id: 'BrandImpact' });

export type AdminBrand = z.output<typeof adminBrandSchema>;
export type BrandListQuery = z.output<typeof brandListQuerySchema>;
export type BrandImpact = z.output<typeof brandImpactSchema>;
