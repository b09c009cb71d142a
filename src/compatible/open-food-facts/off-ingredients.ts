import type { AnsweredProduct, ProductPart } from '../../catalog/products/product-contract.ts';
import { tagOf } from './off-tags.ts';

type Ingredient = NonNullable<AnsweredProduct['ingredients']>[number];

interface OffIngredient {
  id: string;
  text: string;
  percent?: number;
  vegan?: string;
  vegetarian?: string;
  from_palm_oil?: string;
  ingredients?: OffIngredient[];
}

/** Returns the ingredients, those in brackets within the one before. A state that is not known is left out. */
export function renderIngredients({ ingredients = [], ingredients_lang }: ProductPart): OffIngredient[] {
  const answer: OffIngredient[] = [];
  /** The last of each level. */
  const open: OffIngredient[] = [];
  for (const ingredient of ingredients) {
    const one = renderIngredient(ingredient, ingredients_lang ?? 'xx');
    const outer = open[ingredient.level - 1];
    if (outer) outer.ingredients = [...(outer.ingredients ?? []), one];
    else answer.push(one);
    open.length = Math.min(open.length, ingredient.level);
    open.push(one);
  }
  return answer;
}

/** An ingredient without an id there is called by the label’s word, as theirs are. */
const idOf = ({ id, text }: Ingredient, lang: string) =>
  id === null ? `${lang}:${tagOf(text)}` : `en:${id}`;

function renderIngredient(ingredient: Ingredient, lang: string): OffIngredient {
  const { text, percent, vegan, vegetarian, palm_oil } = ingredient;
  return {
    id: idOf(ingredient, lang),
    text,
    ...(percent !== null && { percent }),
    ...(vegan !== 'unknown' && { vegan }),
    ...(vegetarian !== 'unknown' && { vegetarian }),
    ...(palm_oil !== 'unknown' && { from_palm_oil: palm_oil }),
  };
}

/** Returns the id of each ingredient, in the order of the label. */
export const renderIngredientTags = ({ ingredients = [], ingredients_lang }: ProductPart): string[] => [
  ...new Set(ingredients.map((one) => idOf(one, ingredients_lang ?? 'xx'))),
];

const PALM_OIL = {
  yes: 'palm-oil',
  no: 'palm-oil-free',
  maybe: 'may-contain-palm-oil',
  unknown: 'palm-oil-content-unknown',
};
const DIET = { yes: '', no: 'non-', maybe: 'maybe-' };

/** Returns what the whole label says of palm oil and diets; undefined for what is no food. */
export function renderAnalysis({ palm_oil: palmOil, diets }: ProductPart): string[] | undefined {
  if (!palmOil || !diets) return undefined;
  return [
    `en:${PALM_OIL[palmOil]}`,
    ...Object.entries(diets).map(([diet, state]) =>
      state === 'unknown' ? `en:${diet}-status-unknown` : `en:${DIET[state]}${diet}`,
    ),
  ];
}
