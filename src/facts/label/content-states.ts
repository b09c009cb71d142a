import type { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import type { AnimalOrigin } from '../../data/ingredients/ingredient-words.ts';

type Diet = (typeof DIETS)[number];

/** `maybe`: a named ingredient may be so or not. `unknown`: not everything was understood. */
export const CONTENT_STATES = ['yes', 'no', 'maybe', 'unknown'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

/** A longer list of ingredients is that of several products, or no list. */
export const MOST_INGREDIENTS = 200;

/** What a text, or all texts of a product, name. */
interface Named {
  contains: (allergen: string) => boolean;
  /** An allergen, or an ingredient such as gelatin, may hide behind what is named. */
  mayContain: (code: string) => boolean;
  origins: (origin: AnimalOrigin) => boolean;
  /** Every word was understood. */
  isRead: boolean;
}

/** Allergens that rule out a diet. */
const FROM_ANIMALS = {
  vegetarian: ['fish', 'crustaceans', 'molluscs', 'beef', 'chicken', 'pork', 'gelatin', 'red-caviar'],
  vegan: ['milk', 'eggs'],
};
const EXCLUDED: Record<Diet, readonly string[]> = {
  vegetarian: FROM_ANIMALS.vegetarian,
  vegan: [...FROM_ANIMALS.vegetarian, ...FROM_ANIMALS.vegan],
};
export const UNSUITABLE: Record<Diet, readonly AnimalOrigin[]> = {
  vegetarian: ['meat'],
  vegan: ['meat', 'animal'],
};
const DOUBTFUL: Record<Diet, readonly AnimalOrigin[]> = {
  vegetarian: ['maybe-meat'],
  vegan: ['maybe-meat', 'maybe-animal'],
};

/** Returns whether what is named suits a diet. */
export function judgeDiet(diet: Diet, { contains, mayContain, origins, isRead }: Named): ContentState {
  if (EXCLUDED[diet].some(contains) || UNSUITABLE[diet].some(origins)) return 'no';
  if (!isRead) return 'unknown';
  return EXCLUDED[diet].some(mayContain) || DOUBTFUL[diet].some(origins) ? 'maybe' : 'yes';
}

/** Returns whether an ingredient is named, or may hide behind what is. */
export function judgeIngredient({
  has,
  mayHave,
  isRead,
}: {
  has: boolean;
  mayHave: boolean;
  isRead: boolean;
}): ContentState {
  if (has) return 'yes';
  if (!isRead) return 'unknown';
  return mayHave ? 'maybe' : 'no';
}
