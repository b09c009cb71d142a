/** The ingredients that products can be found without. Data without imports. */
export const INGREDIENT_CODES = [
  'palm-oil',
  'coconut',
  'pork',
  'beef',
  'gelatin',
  'honey',
  'alcohol',
  'garlic',
  'onion',
  'aspartame',
  'sucralose',
  'monosodium-glutamate',
  'carrageenan',
  'titanium-dioxide',
] as const;

export const DIETS = ['vegan', 'vegetarian'] as const;
