import { z } from 'zod';
import { ALLERGEN_CODES, LABEL_CODES } from '../../facts/registry/fact-codes.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { valueList } from '../../platform/http/value-list.ts';
import { nutrientBounds } from './nutrients.ts';

/** Without `example`: the page for trying the API would fill in all filters at once. */
const anyOf = (description: string, known?: readonly string[]) =>
  valueList(known)
    .optional()
    .meta({ description: `${description}; several, with commas between them, mean any of these` });

/** Filters by exact value: each narrows the result, and an unknown value is refused. */
export const exactFilterQuery = {
  brand_in: anyOf('Brand, by its slug as in `/brands` or its name in any spelling: `avelotta`'),
  category_in: anyOf('Code of a category, whose whole subtree matches: `spreads,beverages`'),
  country_in: anyOf('Country of origin, by a name of it or its code of ISO 3166-1: `Italy,FR`'),
  sold_in: anyOf('Country where it is sold, by a name of it or its code of ISO 3166-1: `Germany`'),
  nutri_score_in: anyOf('Nutri-Score: `a,b`', FACTS.nutri_score.value.options),
  nova_group_in: anyOf('NOVA group: `1,2`', ['1', '2', '3', '4']),
  environmental_score_in: anyOf('Environmental score: `a-plus,a`', FACTS.environmental_score.value.options),
  kind_in: anyOf('Archive kind: `food`'),
  label_in: anyOf('Label: `organic,vegan`', LABEL_CODES),
  allergen_not_in: valueList(ALLERGEN_CODES)
    .optional()
    .meta({
      description:
        'Allergens, with commas between them: `milk,nuts`. Finds products whose label states allergens, or that it has ' +
        'none, and that do not contain these. A product without such a statement, or with an allergen that has no code ' +
        '(`allergens_other`), is left out. `traces` are ignored',
    }),
  nutrient: nutrientBounds,
  updated_since: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'must be a time as 2026-01-31T09:15:00Z, or a date',
    })
    .transform((text) => Date.parse(text))
    .optional()
    .meta({
      type: 'string',
      format: 'date-time',
      description: 'Products whose `updated_at` is this moment or later; a date is its first moment in UTC',
    }),
};

export type ExactFilters = {
  [Name in keyof typeof exactFilterQuery]?: z.output<(typeof exactFilterQuery)[Name]>;
};
