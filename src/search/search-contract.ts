import { z } from 'zod';
import { answeredProductSchema, type AnsweredProduct } from '../catalog/products/product-contract.ts';
import { codeNamesOfProductSchema } from '../catalog/names/product-names-contract.ts';
import { thumbnailSchema } from '../catalog/products/picture-contract.ts';
import { languageQuery } from '../catalog/products/wanted-languages.ts';
import { fieldChoice } from '../platform/http/field-choice.ts';
import { pageOf, pagingQuery, wholeNumber } from '../platform/http/paging.ts';
import { facetQuery, facetsSchema } from './facets/facets-contract.ts';
import { exactFilterQuery } from './exact-filters/exact-filters-contract.ts';
import { NUTRIENT_ORDERS, readNutrientOrder, type NutrientOrder } from './exact-filters/nutrients.ts';
import { itemExplanationSchema, searchExplanationSchema } from './explain/explanation-contract.ts';
import { MAX_COUNTRY_CHARACTERS, MAX_TEXT_CHARACTERS, MOST_TIMED_MATCHES } from './search-limits.ts';
import { NO_CONTROL_BUT_BLANKS } from '../platform/http/value-list.ts';

/**
 * A text without control characters: NUL cannot be stored, and names contain no others. Tabs and line ends, which come
 * with a pasted text, become blanks.
 */
export const line = (longest: number) =>
  z
    .string()
    .overwrite((value) => value.replaceAll(/[\t-\r]/g, ' '))
    .refine((value) => Array.from(value).length <= longest, `must be at most ${longest} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')
    .meta({ maxLength: longest, pattern: NO_CONTROL_BUT_BLANKS });

/** The orders besides relevance; `-`: latest first. */
const ORDERS = ['quality', 'popularity', 'name', '-updated', '-created'] as const;
export const SORTS = ['relevance', ...ORDERS] as const;
export type PlainOrder = (typeof ORDERS)[number];
export type Order = PlainOrder | NutrientOrder;

/** Where a text is looked for; the first is the default. */
const SEARCHED = ['name', 'all'] as const;

const sortQuery = z
  .string()
  .transform((text, context) => {
    const sort = SORTS.find((one) => one === text) ?? readNutrientOrder(text);
    if (sort !== undefined) return sort;
    context.addIssue({ code: 'custom', message: `must be one of ${SORTS.join(', ')}, or as nutrient:salt` });
    return z.NEVER;
  })
  .optional()
  .meta({
    type: 'string',
    enum: [...SORTS, ...NUTRIENT_ORDERS],
    description:
      'The order; equal items by id. `relevance` (the default): similarity × quality. `quality`: best first, which without ' +
      '`q` is also the order of `relevance`. `popularity`: most popular first; those that nobody counts last, by quality. ' +
      '`name`: by name. `-updated` and `-created`: latest first; with `q` for ' +
      `${MOST_TIMED_MATCHES} matches at most. \`nutrient:salt\`: least per 100 g or 100 ml first. \`-nutrient:salt\`: most ` +
      'first. Products without that amount come last',
  });

const productSummarySchema = z.object({
  id: z.uuid(),
  gtin: z.string().nullable().meta({ description: 'Primary barcode', example: '3017620422003' }),
  name: z.string(),
  brand: z.string().nullable(),
  category_path: z.string().nullable().meta({ example: 'food/beverages/juices' }),
  country_of_origin: z.string().nullable(),
  quality_score: z.number().min(0).max(1).meta({ format: 'float' }),
  score: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({
      format: 'float',
      description:
        'Word similarity of the query and the name; with `in=all` how much of the query stands in the labels. Null without ' +
        'a query',
    }),
  matched: z
    .enum(['barcode', 'name', 'brand', 'category'])
    .optional()
    .meta({
      description:
        'If `q` is a code of four digits or more: `barcode` if one contains it, else `name`. Such an item may have the ' +
        '`score` 0. With `in=all`: the kind of label that holds most of `q`',
    }),
});

export type ProductSummary = z.output<typeof productSummarySchema>;

const shownSummarySchema = productSummarySchema.extend({
  name_lang: z.string().nullable().meta({
    description: 'Language of `name`; null where no language was requested, or the language is unknown',
    example: 'en',
  }),
});

export type ShownSummary = z.output<typeof shownSummarySchema>;

const highlightedPartSchema = z
  .object({ start: z.int().min(0), length: z.int().min(1) })
  .meta({ id: 'HighlightedPart', description: 'In UTF-16 code units, as JavaScript and Java count them' });
const highlightsSchema = z
  .object({
    name: z
      .array(highlightedPartSchema)
      .meta({ description: 'The parts of `name` that match words of `q`, in order, without overlaps' }),
    brand: z
      .array(highlightedPartSchema)
      .meta({ description: 'The same of `brand`; empty where the item comes without it' }),
  })
  .meta({
    id: 'Highlights',
    description: 'Added by `highlight=true`',
    example: { name: [{ start: 0, length: 8 }], brand: [] },
  });
export type Highlights = z.output<typeof highlightsSchema>;

/** Added by `explain=true` and `highlight=true`. */
const onRequest = { explanation: itemExplanationSchema.optional(), highlights: highlightsSchema.optional() };
/** Properties that an item can have whichever fields are chosen. */
const besides = { ...onRequest, code_names: codeNamesOfProductSchema };

/** A summary and the requested facts. */
export type ShownItem = ShownSummary &
  Partial<AnsweredProduct> & { thumbnail?: string | null; highlights?: Highlights | undefined };

/** Facts for lists, which one small read finds for a whole page. */
export const CARD_FIELDS: readonly string[] = [
  'nutri_score',
  'net_content_value',
  'net_content_unit',
  'thumbnail',
] satisfies (keyof ShownItem)[];

/** The fields of an item unless `fields` names others. */
export const SUMMARY_FIELDS: readonly string[] = Object.keys(shownSummarySchema.shape);

/** The summary first, then what is included only on request: all other facts of the detail, and the thumbnail. */
const itemSchema = z.object({
  ...shownSummarySchema.shape,
  ...answeredProductSchema.shape,
  ...shownSummarySchema.shape,
  thumbnail: thumbnailSchema,
});

export const itemFields = fieldChoice(
  'ProductSummary',
  itemSchema,
  ['id', 'gtin', 'name'],
  besides,
  `Without \`fields\` it has ${SUMMARY_FIELDS.join(', ')}; else the named fields, which may be any of the detail, and \`thumbnail\``,
);

const flag = (description: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .meta({ type: 'boolean', description });

export const searchQuerySchema = z.object({
  q: line(MAX_TEXT_CHARACTERS)
    .default('')
    .meta({
      description:
        'The text to search for: a name, where typos and missing accents are tolerated, or a barcode, whole or in part. ' +
        'Empty: all products by quality.',
      example: 'hazelnut spred',
    }),
  in: z
    .enum(SEARCHED, { error: `must be ${SEARCHED.join(' or ')}` })
    .optional()
    .meta({
      default: 'name',
      description:
        'Where `q` is looked for, unless it is a barcode. `name`: in the name, by word similarity. `all`: in names of ' +
        'all languages, brands, generic names and categories, by full-text search, as people type into a search box',
    }),
  category: line(MAX_TEXT_CHARACTERS)
    .optional()
    .meta({ description: 'Category code; the whole subtree matches', example: 'food' }),
  brand: line(MAX_TEXT_CHARACTERS).optional().meta({ description: 'Brand name, fuzzy' }),
  country: line(MAX_COUNTRY_CHARACTERS)
    .optional()
    .meta({ description: 'Country of origin in English: any case, a prefix is enough' }),
  ...exactFilterQuery,
  sort: sortQuery,
  ...facetQuery,
  ...itemFields.query,
  explain: flag('Adds to each item why it has its position, and to the answer how it was found'),
  highlight: flag(
    'Adds to each item the parts of its `name` and `brand` that match words of `q`: their beginnings, or parts of them, ' +
      'or the whole word with one typo',
  ),
  ...languageQuery.shape,
  ...pagingQuery,
  size: wholeNumber('Items on a page; 0: none, only `total` and `facets`', 0, 100, 20),
});

/** `facet_size` has no effect without `facets`. */
export type SearchQuery = Omit<z.output<typeof searchQuerySchema>, 'facet_size'> & { facet_size?: number };

const searchPageOf = <S extends z.ZodType>(item: S) =>
  pageOf(item).extend({
    total_is_exact: z.boolean().meta({
      description:
        'True: `total` counts every match. False: `total` is an estimate, or the index lacks products',
    }),
    is_settled: z.boolean().meta({
      description:
        'True: the page is proven complete. No product that ranks higher is missing, except changes of the last second. ' +
        'False: the page holds the best products found, or the index lacks products. In both cases the items are in order, with their exact `score`',
    }),
    explanation: searchExplanationSchema.optional(),
    facets: facetsSchema.optional(),
  });

/** A page with all its explanations. */
export const explainedPageSchema = searchPageOf(
  shownSummarySchema.extend({ explanation: itemExplanationSchema }),
)
  .extend({ explanation: searchExplanationSchema })
  .meta({ id: 'ExplainedSearch' });

export const searchPageSchema = searchPageOf(shownSummarySchema.extend(onRequest));
export const searchPagePartSchema = searchPageOf(itemFields.part).meta({ id: 'SearchPage' });

export type ShownPage = z.output<typeof searchPageSchema>;
