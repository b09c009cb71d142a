/** The closed lists of codes for facts. The console loads this file too, so it imports only data. */
import { STATED_ALLERGENS } from '../../data/ingredients/stated-allergens.ts';

/** Allergens that EU labels must name, then further ones of Open Food Facts. */
export const ALLERGEN_CODES = [
  ...STATED_ALLERGENS,
  'apple',
  'banana',
  'beef',
  'chicken',
  'gelatin',
  'kiwi',
  'matsutake',
  'orange',
  'peach',
  'pork',
  'red-caviar',
  'yamaimo',
] as const;

/** Labels that people choose products by; any other label is kept as text. */
export const LABEL_CODES = [
  'organic',
  'eu-organic',
  'usda-organic',
  'fair-trade',
  'rainforest-alliance',
  'sustainable-palm-oil',
  'palm-oil-free',
  'msc',
  'asc',
  'fsc',
  'free-range',
  'vegan',
  'vegetarian',
  'halal',
  'kosher',
  'gluten-free',
  'no-lactose',
  'no-gmo',
  'no-added-sugar',
  'no-additives',
  'no-preservatives',
  'no-colorings',
  'no-artificial-flavors',
  'low-fat',
  'pdo',
  'pgi',
  'tsg',
  'cruelty-free',
  'green-dot',
] as const;

/** Roles of pictures, in display order. */
export const PICTURE_ROLES = ['front', 'ingredients', 'nutrition', 'packaging'] as const;

/** An E number in lower case without blanks; `e14xx` is any modified starch. */
export const ADDITIVE_NUMBER = /^e(\d{3,4}[a-z]{0,6}|14xx)$/;

/** Describes the values that are missing from a fact's closed list. */
export const WITHOUT_CODE = 'As they are called, where the list has no code for them';
