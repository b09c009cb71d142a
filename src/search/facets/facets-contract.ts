import { z } from 'zod';
import { wholeNumber } from '../../platform/http/paging.ts';
import { valueList } from '../../platform/http/value-list.ts';

/** The facets of a search. */
export const FACETS = ['brand', 'category', 'country', 'nutri_score', 'kind', 'label', 'allergen'] as const;
export type FacetName = (typeof FACETS)[number];

const MOST_VALUES = 100;
export const USUAL_VALUES = 20;

export const facetQuery = {
  facets: valueList(FACETS)
    .optional()
    .meta({
      description:
        'The facets to count, with commas between them: `brand,nutri_score`. Each facet is counted under all ' +
        'filters but its own, so that other values can be chosen; a product also counts for all ancestors of its category',
    }),
  facet_size: wholeNumber(
    'The most values of a facet, those with the most products. Values that a filter names are listed in addition; of ' +
      'categories also the roots, and those above and directly below a category that a filter names',
    1,
    MOST_VALUES,
    USUAL_VALUES,
  ),
};

const facetValueSchema = z
  .object({
    value: z.string().meta({
      description: 'The value for the facet’s filter: `brand_in`, `category_in`, …, `allergen_not_in`',
    }),
    label: z.string().meta({ description: 'The name of the value' }),
    count: z.number().int().meta({
      description: 'The number of matches with this value; for `allergen`, that contain it',
    }),
    selected: z.boolean().meta({
      description: 'Whether the facet’s filter names it. Such a value is always listed, even with 0 matches',
    }),
  })
  .meta({ id: 'FacetValue' });

const facetSchema = z
  .object({
    values: z.array(facetValueSchema).meta({ description: 'Most products first, then by label' }),
    other: z.number().int().meta({
      description:
        'The sum of the counts of all values that are not listed. A product with several of them counts for each',
    }),
    exact: z.boolean().meta({ description: 'True: every match is counted. False: the counts are estimates' }),
  })
  .meta({ id: 'Facet' });

export type Facet = z.output<typeof facetSchema>;
export type Facets = Partial<Record<FacetName, Facet>>;

const EXAMPLE: Facets = {
  brand: {
    values: [
      { value: 'avelotta', label: 'Avelotta', count: 12, selected: true },
      { value: 'chocovane', label: 'Chocovane', count: 7, selected: false },
    ],
    other: 340,
    exact: true,
  },
};

/** The requested facets; absent unless requested. */
export const facetsSchema = z
  .object(
    Object.fromEntries(FACETS.map((name) => [name, facetSchema.optional()])) as Record<
      FacetName,
      z.ZodOptional<typeof facetSchema>
    >,
  )
  .meta({ id: 'Facets', description: 'The facets requested with `facets`, by name', example: EXAMPLE });
