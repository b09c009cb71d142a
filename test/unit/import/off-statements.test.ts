import { expect, it } from 'vitest';
import { factsOf } from '../../support/imports/off-rows.ts';

it('a trace in words is kept whole, and a word for none is no allergen', () => {
  expect(
    factsOf({
      allergens_tags: ['fr:peut-contenir-du-lait', 'fr:aucun'],
      traces_tags: [`fr:peut-contenir-des-traces-de-${'noix-ou-'.repeat(20)}lait`],
      ingredients_text: 'Peut contenir du soja\nLait, _sucre_',
    }),
  ).toMatchObject({
    allergens_other: ['peut contenir du lait'],
    traces_other: [`peut contenir des traces de ${'noix ou '.repeat(20)}lait`],
    ingredients_text: 'Peut contenir du soja\nLait, sucre',
  });
  expect(factsOf({ allergens: 'May contain: milk, nuts', traces: 'en:milk,en:nuts' })).toMatchObject({
    allergens: [],
    allergens_other: ['May contain: milk, nuts'],
    traces: ['milk', 'nuts'],
  });
});
