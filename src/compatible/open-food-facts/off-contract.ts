import { z } from 'zod';
import { wholeNumber } from '../../platform/http/paging.ts';

const text = z.string().optional();
const tags = z.array(z.string()).optional();

/** The fields that most clients read; `fields` chooses among these and all others of a product. */
export const offProductSchema = z
  .looseObject({
    code: text.meta({
      description: 'At least 8 digits, with 13 for all longer ones',
      example: '3017620422003',
    }),
    product_name: text,
    generic_name: text,
    lang: text,
    brands: text,
    brands_tags: tags,
    quantity: text,
    product_quantity: z.number().optional(),
    serving_size: text,
    serving_quantity: z.number().optional(),
    categories: text,
    categories_tags: tags,
    labels: text,
    labels_tags: tags,
    countries: text,
    countries_tags: tags,
    ingredients_text: text,
    ingredients: z.array(z.looseObject({ id: z.string(), text: z.string() })).optional(),
    ingredients_n: z.number().int().optional(),
    ingredients_tags: tags,
    ingredients_analysis_tags: tags.meta({
      description: '`en:vegan` and `en:palm-oil-free` only where the filters find the product',
    }),
    allergens_tags: tags.meta({
      description:
        'What any source, or the ingredients, say that it contains. A missing one is not said to be absent',
    }),
    traces_tags: tags,
    additives_tags: tags,
    nutriments: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .optional()
      .meta({ description: '`X_100g` and `X_serving` in grams, kJ or kcal; never null' }),
    nutrition_data_per: z.enum(['100g', 'serving']).optional(),
    nutriscore_grade: z.enum(['a', 'b', 'c', 'd', 'e', 'unknown']).optional(),
    nova_group: z.number().int().min(1).max(4).optional(),
    ecoscore_grade: text,
    image_url: text,
    last_modified_t: z.number().int().optional().meta({
      description: 'Unix seconds, of the source where it says so; `last_updated_t`: of this service',
    }),
    created_t: z.number().int().optional(),
    unique_scans_n: z.number().int().optional(),
    completeness: z.number().optional(),
  })
  .meta({ id: 'OffProduct', description: 'Fields that are not known are left out' });

const chosen = {
  fields: z
    .string()
    .optional()
    .meta({ description: 'Names of fields with commas between them; default: all' }),
  lc: z.string().optional().meta({ description: 'Language of names, ISO 639-1', example: 'de' }),
};

export const offProductQuery = z.object(chosen);

export const offCode = z.object({
  code: z.string().meta({ description: 'The barcode; `.json` may follow', example: '9521000000018' }),
});

export const offProductAnswer = z
  .object({ code: z.string(), status: z.literal(1), status_verbose: z.string(), product: offProductSchema })
  .meta({ id: 'OffProductAnswer' });

export const offProductAnswerV3 = z
  .object({
    code: z.string(),
    status: z.literal('success'),
    result: z.object({ id: z.string(), name: z.string(), lc_name: z.string() }),
    product: offProductSchema,
    errors: z.array(z.unknown()),
    warnings: z.array(z.unknown()),
  })
  .meta({ id: 'OffProductAnswerV3' });

/** Theirs takes any number and answers at most so many. */
const MOST_ON_A_PAGE = 100;
const lenientWhole = (usual: number, most: number) =>
  z
    .string()
    .optional()
    .transform((given) => {
      const number = Math.trunc(Number(given));
      return Number.isFinite(number) && number >= 1 ? Math.min(number, most) : usual;
    })
    .meta({ type: 'integer' });

/** Deeper pages than the search has are refused by it. */
const DEEPEST_PAGE = 1_000_000;

const paging = {
  page: lenientWhole(1, DEEPEST_PAGE),
  page_size: lenientWhole(24, MOST_ON_A_PAGE),
  sort_by: z.string().optional().meta({
    description:
      '`unique_scans_n`, `popularity`, `last_modified_t`, `created_t`, `product_name`, `completeness`',
  }),
};

const facet = (name: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Tag of ${name}: \`en:…\`; several with \`|\` mean any of these` });

/** The filters of both searches, by their names. */
const offFilters = {
  categories_tags: facet('a category'),
  categories_tags_en: facet('a category'),
  brands_tags: facet('a brand'),
  labels_tags: facet('a label'),
  labels_tags_en: facet('a label'),
  countries_tags: facet('a country where it is sold'),
  countries_tags_en: facet('a country where it is sold'),
  countries: facet('a country where it is sold'),
  nutrition_grades_tags: facet('a Nutri-Score'),
  nutriscore_grade: facet('a Nutri-Score'),
  nova_groups_tags: facet('a NOVA group'),
  ecoscore_tags: facet('an environmental score'),
  allergens_tags: facet('an allergen, with `-` in front: without it'),
  traces_tags: facet('an allergen, with `-` in front: without it, not even in traces'),
  ingredients_analysis_tags: facet('`en:vegan`, `en:vegetarian` or `en:palm-oil-free`'),
};

export const offTextSearchQuery = z.object({
  search_terms: z
    .string()
    .optional()
    .meta({ description: 'Brand and words of the name', example: 'hazelnut spread' }),
  ...chosen,
  ...paging,
  ...offFilters,
});

export const offFilterSearchQuery = z.object({
  code: z.string().optional().meta({ description: 'Up to 100 barcodes with commas between them' }),
  ...chosen,
  ...paging,
  ...offFilters,
});

export const offSearchAnswer = z
  .object({
    count: z.number().int(),
    page: z.number().int(),
    page_count: z.number().int().meta({ description: 'Products on this page' }),
    page_size: z.number().int(),
    skip: z.number().int(),
    products: z.array(offProductSchema),
    warnings: z.array(z.string()).optional().meta({ description: 'Filters that no product here can fulfil' }),
  })
  .meta({ id: 'OffSearchAnswer' });

export const offSearchQuery = z.object({
  q: z
    .string()
    .optional()
    .meta({ description: 'A text; `brands:"…"` and the like filter', example: 'hazelnut spread' }),
  langs: z.string().optional(),
  fields: chosen.fields,
  ...paging,
});

/** A text, or a list of texts. */
const textOrList = z.union([z.string(), z.array(z.string())]).nullish();

/** The same as a JSON body. */
export const offSearchBody = z
  .looseObject({
    q: z.string().nullish().meta({ example: 'hazelnut spread' }),
    langs: textOrList,
    fields: textOrList,
    page: z.number().nullish(),
    page_size: z.number().nullish(),
    sort_by: z.string().nullish(),
  })
  .transform(({ langs, fields, page, page_size, q, sort_by }) => ({
    ...offSearchQuery.parse({
      q: q ?? undefined,
      langs: textOf(langs),
      fields: textOf(fields),
      page: page == null ? undefined : String(page),
      page_size: page_size == null ? undefined : String(page_size),
      sort_by: sort_by ?? undefined,
    }),
  }))
  .meta({ id: 'OffSearchBody' });

const textOf = (given: string | string[] | null | undefined) =>
  Array.isArray(given) ? given.join(',') : (given ?? undefined);

export const offHitsAnswer = z
  .object({
    hits: z.array(offProductSchema),
    count: z.number().int(),
    is_count_exact: z.boolean(),
    page: z.number().int(),
    page_size: z.number().int(),
    page_count: z.number().int().meta({ description: 'Pages in all' }),
    took: z.number().int().meta({ description: 'Milliseconds' }),
    timed_out: z.boolean(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'OffHits' });

export const offAutocompleteQuery = z.object({
  q: z.string().default(''),
  taxonomy_names: z.string().default('category,brand').meta({ description: '`brand`, `category`' }),
  lang: z.string().optional(),
  size: wholeNumber('Options', 1, 10, 10),
});

export const offAutocompleteAnswer = z
  .object({
    took: z.number().int(),
    timed_out: z.boolean(),
    options: z.array(
      z.object({ id: z.string(), text: z.string(), taxonomy_name: z.string(), input: z.string() }),
    ),
  })
  .meta({ id: 'OffOptions' });

export const offTaxonomyQuery = z.object({
  tagtype: z
    .string()
    .default('categories')
    .meta({ description: '`categories`, `brands`, `labels`, `countries`' }),
  string: z.string().default(''),
  lc: chosen.lc,
  limit: lenientWhole(10, 25),
});

export const offTaxonomyAnswer = z
  .object({
    status: z.literal('success'),
    suggestions: z.array(z.string()),
    errors: z.array(z.unknown()),
    warnings: z.array(z.unknown()),
  })
  .meta({ id: 'OffTaxonomySuggestions' });

export const offTagsAnswer = z
  .object({
    count: z.number().int(),
    tags: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        products: z.number().int(),
        known: z.literal(1),
        url: z.string(),
      }),
    ),
  })
  .meta({ id: 'OffTags' });
