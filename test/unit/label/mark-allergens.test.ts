import { expect, test } from 'vitest';
import { markAllergens } from '../../../src/facts/label/mark-allergens.ts';

const ALL = new Set(['milk', 'nuts', 'gluten', 'soybeans']);
const marked = (text: string, allergens = ALL) =>
  markAllergens(text, allergens).flatMap(({ text: part, allergen }) =>
    allergen ? [`${part}: ${allergen}`] : [],
  );

test.each([
  ['Sugar, hazelnuts 13 %, skimmed milk powder', ['hazelnuts: nuts', 'milk: milk']],
  ['Zucker, Weizenmehl, MAGERMILCHPULVER', ['Weizenmehl: gluten', 'MAGERMILCHPULVER: milk']],
  ['Sucre, lait écrémé, blé', ['lait écrémé: milk', 'blé: gluten']],
  ['coconut milk, cocoa butter, buckwheat, nutmeg', []],
  ['_milk_, E426', ['milk: milk', 'E426: soybeans']],
])('the words of %s that name allergens are marked', (text, words) => {
  const found = marked(text);
  expect(found.map((one) => one.toLowerCase())).toEqual(words.map((one) => one.toLowerCase()));
});

test('no other allergen is marked than those of the product', () => {
  expect(marked('milk, wheat', new Set(['milk']))).toEqual(['milk: milk']);
});

test.each(['', 'قمح، حليب <b>', '  milk  ', `${'ä̈'.repeat(50)} milk-free`, 'x'.repeat(5_000)])(
  'all parts together are the text',
  (text) => {
    expect(
      markAllergens(text, ALL)
        .map(({ text: part }) => part)
        .join(''),
    ).toBe(text);
  },
);
