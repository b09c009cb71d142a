import { z } from 'zod';
import { DIETS, INGREDIENT_CODES } from '../../data/ingredients/ingredient-codes.ts';
import { ALLERGEN_CODES, LABEL_CODES } from '../../facts/registry/fact-codes.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { valueList } from '../../platform/http/value-list.ts';
import { nutrientBounds } from './nutrients.ts';

/** Matches any of the values. */
const anyOf = (description: string, known?: readonly string[]) =>
  valueList(known)
    .optional()
    .meta({ description: `${description}; several, with commas between them, mean any of these` });

/** Matches all of the values. */
const allOf = <Code extends string>(description: string, known: readonly Code[]) =>
  valueList(known).optional().meta({ description });

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
  allergen_not_in: allOf(
    'Allergens, with commas between them: `milk,nuts`. Finds foods for which each is `free_from` or `not_stated` (see ' +
      '`allergen_states`), or would be without their list of `traces`: such a food can be `may_contain`. `trace_not_in` ' +
      'leaves those out. What is unknown is left out, and so is an allergen that the ingredients name as a trace',
    ALLERGEN_CODES,
  ),
  trace_not_in: allOf(
    'Allergens, as for `allergen_not_in`. Finds foods for which each is `free_from`, or is `not_stated` while a source ' +
      'says which traces there are and does not name it',
    ALLERGEN_CODES,
  ),
  ingredient_not_in: allOf(
    'Ingredients, with commas between them: `palm-oil,gelatin`. Finds products whose ingredients were all understood and ' +
      'cannot hold any of these, and those with a label that says so',
    INGREDIENT_CODES,
  ),
  diet: allOf(
    'Diets that the product suits, all of them: `vegan` or `vegetarian`. By its labels or by its ingredients, where all of ' +
      'them were understood; what is unknown is left out',
    DIETS,
  ),
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
