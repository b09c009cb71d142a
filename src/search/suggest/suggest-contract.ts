import { z } from 'zod';
import { languageQuery } from '../../catalog/products/wanted-languages.ts';
import { wholeNumber } from '../../platform/http/paging.ts';
import { valueList } from '../../platform/http/value-list.ts';
import { thumbnailSchema } from '../../catalog/products/picture-contract.ts';
import { line } from '../search-contract.ts';
import { MAX_TYPED_CHARACTERS, MOST_SUGGESTIONS, TYPO_LETTERS, USUAL_SUGGESTIONS } from '../search-limits.ts';

/** The types of suggestions, in the order in which equally near ones take turns. */
export const SUGGESTED_TYPES = ['brand', 'category', 'product'] as const;
export type SuggestedType = (typeof SUGGESTED_TYPES)[number];

export const suggestQuerySchema = z.object({
  q: line(MAX_TYPED_CHARACTERS)
    .default('')
    .meta({
      description:
        'The text typed so far. Its words are the beginnings of words; one of them may have a typo from ' +
        `${TYPO_LETTERS} letters on. Empty: no items.`,
      example: 'hazeln',
    }),
  types: valueList(SUGGESTED_TYPES)
    .default([...SUGGESTED_TYPES])
    .meta({ description: 'The types to suggest; default: all' }),
  size: wholeNumber('The most items', 1, MOST_SUGGESTIONS, USUAL_SUGGESTIONS),
  ...languageQuery.shape,
});

export type SuggestQuery = Omit<z.output<typeof suggestQuerySchema>, 'lang'>;

const shown = {
  text: z.string(),
  highlights: z.array(z.array(z.number().int().min(0)).length(2)).meta({
    description:
      'The parts of `text` that match `q`: pairs of offsets in UTF-16 units, as JavaScript counts them; start inclusive, ' +
      'end exclusive',
    example: [[0, 6]],
  }),
};
const count = z.number().int().meta({ description: 'Products in use' });

const suggestedBrandSchema = z
  .object({
    type: z.literal('brand'),
    ...shown,
    slug: z.string().meta({ description: 'For `brand_in`', example: 'old-mill' }),
    count,
  })
  .meta({ id: 'SuggestedBrand' });

const suggestedCategorySchema = z
  .object({
    type: z.literal('category'),
    ...shown,
    code: z.string().meta({ description: 'For `category_in`', example: 'juices' }),
    name: z.string().meta({
      description: 'Its name in the wanted language; `text` is the English one, which was compared',
    }),
    path: z.string().meta({ description: 'Codes from the root', example: 'food/beverages/juices' }),
    count: count.meta({ description: 'Products in use in the whole subtree' }),
  })
  .meta({ id: 'SuggestedCategory' });

const suggestedProductSchema = z
  .object({
    type: z.literal('product'),
    ...shown,
    id: z.uuid(),
    gtin: z.string().nullable().meta({ description: 'Primary barcode', example: '3017620422003' }),
    brand: z.string().nullable(),
    thumbnail: thumbnailSchema,
  })
  .meta({ id: 'SuggestedProduct' });

const suggestionSchema = z.union([suggestedBrandSchema, suggestedCategorySchema, suggestedProductSchema]);

export type ShownSuggestion = z.output<typeof suggestionSchema>;
/** A suggestion before its category is translated. */
export type Suggestion = ShownSuggestion extends infer S
  ? S extends { type: 'category' }
    ? Omit<S, 'name'>
    : S
  : never;

export const suggestionsSchema = z
  .object({
    query: z.string().meta({ description: '`q` as it was sent' }),
    items: z.array(suggestionSchema),
  })
  .meta({
    id: 'Suggestions',
    example: {
      query: 'hazeln',
      items: [
        {
          type: 'brand',
          text: 'Hazelnut House',
          highlights: [[0, 6]],
          slug: 'hazelnut-house',
          count: 12,
        },
        {
          type: 'category',
          text: 'Cocoa and hazelnut spreads',
          highlights: [[10, 16]],
          code: 'cocoa-and-hazelnut-spreads',
          name: 'Cocoa and hazelnut spreads',
          path: 'food/spreads/cocoa-and-hazelnut-spreads',
          count: 240,
        },
        {
          type: 'product',
          text: 'Hazelnut spread',
          highlights: [[0, 6]],
          id: '018f3c1e-7a10-7c44-9d3e-2f6b1c0a5e77',
          gtin: '9521000000018',
          brand: 'Avelotta',
          thumbnail: 'https://facts.example/pictures/demo/hazelnut-spread.svg',
        },
      ],
    },
  });
