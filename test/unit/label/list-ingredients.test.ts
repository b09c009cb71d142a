import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DIETS } from '../../../src/data/ingredients/ingredient-codes.ts';
import { MOST_INGREDIENTS } from '../../../src/facts/label/content-states.ts';
import { listIngredients } from '../../../src/facts/ingredients/list-ingredients.ts';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { labelOf } from '../../support/label/label-state.ts';

/** The names in their order, those in brackets with a `>` for each level. */
const namesOf = (text: string) =>
  listIngredients(text).map(({ text: name, level }) => `${'>'.repeat(level)}${name}`);

describe('a list of ingredients', () => {
  test.each([
    ['Sucre, huile de palme; noisettes', ['Sucre', 'huile de palme', 'noisettes']],
    ['INGREDIENTS: Sugar, Salt.', ['Sugar', 'Salt']],
    ['Eau - sucre - sel', ['Eau', 'sucre', 'sel']],
    ['Zucker, Süßmolkenpulver*, _Weizen_', ['Zucker', 'Süßmolkenpulver', 'Weizen']],
    ['Chocolate (sugar [cane], cocoa), salt', ['Chocolate', '>sugar', '>>cane', '>cocoa', 'salt']],
    ['Fett (ganz gehärtet), E 322 (i), E-471', ['Fett', '>ganz gehärtet', 'E 322 i', 'E-471']],
    ['水, 砂糖', ['水', '砂糖']],
    ['Water, sugar. May contain nuts, milk.', ['Water', 'sugar']],
    ['Zucker, Salz. Kann Spuren von Nüssen, Milch enthalten.', ['Zucker', 'Salz']],
    ['Wasser 12,5 %, Salz', ['Wasser', 'Salz']],
    ['Cœur de bœuf, ﬁgues, crème brûlée', ['Cœur de bœuf', 'figues', 'crème brûlée']],
    ['', []],
    ['13 %, ., ()', []],
  ])('%s', (text, names) => {
    expect(namesOf(text).map((name) => name.normalize('NFKC'))).toEqual(names);
  });

  test.each([
    ['hazelnuts 13 %', 13],
    ['13% hazelnuts', 13],
    ['Haselnüsse (8,7 %)', 8.7],
    ['noisettes', null],
    ['less than 2% salt', null],
    ['min. 30 % Kakao', null],
    ['lait 3,5 % de matières grasses', null],
    ['cocoa 70% minimum', null],
    ['oil 5 % to 10 %', null],
    ['salt 130 %', null],
    ['wine 12 % vol', null],
  ])('states the share of %s as %s', (text, percent) => {
    expect(listIngredients(text)[0]?.percent).toBe(percent);
  });

  test.each([
    ['E 322 (i)', 'e322i'],
    ['e150d', 'e150d'],
    ['Citric acid', 'e330'],
    ['Citronensäure', 'e330'],
    ['palm oil', 'palm-oil'],
    // What it is made of is another ingredient.
    ['palm oil flakes', null],
    ['toString', null],
  ])('%s has the id %s', (text, id) => {
    expect(listIngredients(text)[0]?.id).toBe(id);
  });

  test.each([
    ['sugar', 'yes', 'yes', 'no'],
    ['skimmed milk powder', 'no', 'yes', 'no'],
    ['pork gelatin', 'no', 'no', 'no'],
    ['palm oil', 'yes', 'yes', 'yes'],
    ['vegetable oil', 'yes', 'yes', 'maybe'],
    ['mono- and diglycerides', 'maybe', 'maybe', 'maybe'],
    ['glimmerwort', 'unknown', 'unknown', 'unknown'],
    ['chocolate (cocoa, glimmerwort)', 'unknown', 'unknown', 'unknown'],
    ['chocolate (cocoa, milk)', 'no', 'yes', 'no'],
  ])('%s: vegan %s, vegetarian %s, palm oil %s', (text, vegan, vegetarian, palm_oil) => {
    expect(listIngredients(`Sugar, water, salt, ${text}`)[3]).toMatchObject({ vegan, vegetarian, palm_oil });
  });

  test.each([
    'Sugar, natural flavors',
    'Sucre, arômes',
    'Zucker, Aroma',
    'Azúcar, aromas',
    'Zucchero, aromi',
    'Suiker, aroma',
  ])('of flavours nobody knows whether animals are in them: %s', (text) => {
    const states = listIngredients(text).map(({ vegan, vegetarian }) => [vegan, vegetarian]);
    expect(states).toEqual([
      ['yes', 'yes'],
      ['maybe', 'maybe'],
    ]);
  });

  test('has an end, and takes a text of brackets as it is', () => {
    expect(listIngredients('salt, '.repeat(3_000))).toHaveLength(MOST_INGREDIENTS);
    for (const sign of ['(', ')', '[(', ',', ':', '%', '1 %,', 'e1(', ' - ', '.']) {
      const startedAt = performance.now();
      expect(listIngredients(sign.repeat(20_000 / sign.length)).length).toBeLessThanOrEqual(MOST_INGREDIENTS);
      expect(performance.now() - startedAt, sign).toBeLessThan(2_000);
    }
  });
});

const FOLDER = new URL('../../support/label/corpus/', import.meta.url);

test.each(readdirSync(FOLDER))(
  'no ingredient of %s contradicts what its whole label is assured of',
  (file) => {
    const texts = readFileSync(new URL(file, FOLDER), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? [] : (line.split(' | ')[1] ?? [])));
    let assuredCount = 0;
    for (const text of texts) {
      const { assured, states } = readLabel(labelOf({ ingredients_text: text }));
      const items = listIngredients(text);
      for (const diet of DIETS) {
        const isAssured = assured.includes(`d:${diet}`);
        if (isAssured) assuredCount += 1;
        const found = items.map((item) => item[diet]);
        if (isAssured) expect(found, text).not.toContain('no');
        if (isAssured) expect(found, text).not.toContain('maybe');
        // One that does not suit rules the whole out, except where it is a trace.
        if (found.includes('no')) expect(states.diets?.[diet], text).toBe('no');
      }
      if (assured.includes('i:palm-oil'))
        expect(
          items.map(({ palm_oil }) => palm_oil),
          text,
        ).not.toContain('yes');
    }
    expect(assuredCount).toBeGreaterThan(10);
  },
);
