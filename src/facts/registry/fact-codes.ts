/** The closed lists that facts take their codes from. The console loads this file too, so it imports data alone. */
import { STATED_ALLERGENS } from '../../data/ingredients/stated-allergens.ts';

/** What labels in the EU have to name, then what Open Food Facts has besides. */
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

/** What people choose products by; any other label is kept as text. */
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

/** What a picture shows, in the order in which they are listed. */
export const PICTURE_ROLES = ['front', 'ingredients', 'nutrition', 'packaging'] as const;

/** An E number, in small letters and without blanks; `e14xx` is any modified starch. */
export const ADDITIVE_NUMBER = /^e(\d{3,4}[a-z]{0,6}|14xx)$/;

/** Describes the values of a fact that its closed list does not have. */
export const WITHOUT_CODE = 'As they are called, where the list has no code for them';
