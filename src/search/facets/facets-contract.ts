import { z } from 'zod';
import { wholeNumber } from '../../http/paging.ts';
import { valueList } from '../../http/value-list.ts';

/** What the products of a search can be counted by. */
export const FACETS = ['brand', 'category', 'country', 'nutri_score', 'kind', 'label', 'allergen'] as const;
export type FacetName = (typeof FACETS)[number];

const MOST_VALUES = 100;
export const USUAL_VALUES = 20;

export const facetQuery = {
  facets: valueList(FACETS)
    .optional()
    .meta({
      description:
        'What to count the matches by, with commas between them: `brand,nutri_score`. Each facet is counted under all ' +
        'filters but its own, so that other values can be chosen; a category counts for all above it, too',
    }),
  facet_size: wholeNumber(
    'Values of a facet at the most, those with the most products; what a filter names comes besides',
    1,
    MOST_VALUES,
    USUAL_VALUES,
  ),
};

const facetValueSchema = z
  .object({
    value: z.string().meta({
      description: 'What the filter of the facet takes: `brand_in`, `category_in`, …, `allergen_not_in`',
    }),
    label: z.string().meta({ description: 'The name of it' }),
    count: z.number().int().meta({
      description: 'Matches with this value; of `allergen` those that contain it',
    }),
    selected: z.boolean().meta({
      description: 'Whether the filter of the facet names it. Such a value is always listed, with 0, too',
    }),
  })
  .meta({ id: 'FacetValue' });

const facetSchema = z
  .object({
    values: z.array(facetValueSchema).meta({ description: 'The most products first, then by label' }),
    other: z.number().int().meta({
      description:
        'The counts of all values that are not listed, together. A product with several of them counts for each',
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

/** Those asked for with `facets`; absent unless asked for. */
export const facetsSchema = z
  .object(
    Object.fromEntries(FACETS.map((name) => [name, facetSchema.optional()])) as Record<
      FacetName,
      z.ZodOptional<typeof facetSchema>
    >,
  )
  .meta({ id: 'Facets', description: 'Those asked for with `facets`, by name', example: EXAMPLE });
