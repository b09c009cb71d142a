import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '../http/described-text.ts';
import { languageQuery } from '../catalog/products/wanted-languages.ts';
import { pageOf, pagingQuery } from '../http/paging.ts';
import { MAX_COUNTRY_CHARACTERS, MAX_TEXT_CHARACTERS } from './search-limits.ts';

/** No control characters: NUL cannot be stored, and none of them can be part of a name. */
const line = (longest: number) =>
  z
    .string()
    .refine((value) => Array.from(value).length <= longest, `must be at most ${longest} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')
    .meta({ maxLength: longest, pattern: NO_CONTROL_CHARACTERS });

export const searchQuerySchema = z.object({
  q: line(MAX_TEXT_CHARACTERS)
    .default('')
    .meta({
      description:
        'What to look for: a name, with typos and without accents if you like, or a barcode, whole or in part. ' +
        'Empty: all products by quality.',
      example: 'hazelnut spred',
    }),
  category: line(MAX_TEXT_CHARACTERS)
    .optional()
    .meta({ description: 'Category code; the whole subtree matches', example: 'food' }),
  brand: line(MAX_TEXT_CHARACTERS).optional().meta({ description: 'Brand name, fuzzy' }),
  country: line(MAX_COUNTRY_CHARACTERS)
    .optional()
    .meta({ description: 'Country of origin in English: any case, a prefix is enough' }),
  ...languageQuery.shape,
  ...pagingQuery,
});

export type SearchQuery = z.output<typeof searchQuerySchema>;

export const productSummarySchema = z.object({
  id: z.uuid(),
  gtin: z.string().nullable().meta({ description: 'Primary barcode', example: '3017620422003' }),
  name: z.string(),
  brand: z.string().nullable(),
  category_path: z.string().nullable().meta({ example: 'food/beverages/juices' }),
  country_of_origin: z.string().nullable(),
  quality_score: z.number().min(0).max(1).meta({ format: 'float' }),
  score: z.number().min(0).max(1).nullable().meta({
    format: 'float',
    description: 'Word similarity of the query and the name; null without a query',
  }),
});

export type ProductSummary = z.output<typeof productSummarySchema>;

const shownSummarySchema = productSummarySchema
  .extend({
    name_lang: z.string().nullable().meta({
      description: 'Language of `name`; null where none was asked for, or it is not known',
      example: 'en',
    }),
  })
  .meta({ id: 'ProductSummary' });

export type ShownSummary = z.output<typeof shownSummarySchema>;

export const searchPageSchema = pageOf(shownSummarySchema)
  .extend({
    total_is_exact: z.boolean().meta({ description: 'False: `total` is an estimate' }),
    is_settled: z.boolean().meta({
      description: 'False: the best that was found in time; a product that ranks higher may be missing',
    }),
  })
  .meta({ id: 'SearchPage' });
