/** The allergens that labels have to name: Regulation (EU) No 1169/2011, annex II. */
export const STATED_ALLERGENS = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame-seeds',
  'sulphur-dioxide-and-sulphites',
  'lupin',
  'molluscs',
] as const;
