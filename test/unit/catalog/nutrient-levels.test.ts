import { describe, expect, test } from 'vitest';
import { rateNutrients, scaleToHundred } from '../../../src/catalog/nutrition/nutrient-levels.ts';

const SPREADS = { archiveKind: 'food', categoryPath: 'food/spreads/sweet-spreads' };
const DRINKS = { archiveKind: 'food', categoryPath: 'food/beverages/carbonated-drinks' };

interface Given {
  basis?: '100g' | '100ml' | 'serving' | null;
  serving?: string | null;
  place?: typeof SPREADS;
}

const rate = (
  nutriments: Record<string, number> | null,
  { basis = '100g', serving = null, place = SPREADS }: Given = {},
) => rateNutrients({ nutriments, nutrition_basis: basis, serving_size: serving }, place);

describe('levels of nutrients', () => {
  test.each([
    ['fat_g', 3, 20],
    ['saturated_fat_g', 1.5, 5],
    ['sugars_g', 5, 12.5],
    ['salt_g', 0.3, 1.5],
  ] as const)('of %s: low up to %d, high from %d, for drinks half', (key, low, high) => {
    const levelOf = (amount: number, given: Given = {}) => rate({ [key]: amount }, given)?.[key];
    expect([0, low, low + 0.01, high - 0.01, high].map((amount) => levelOf(amount))).toEqual([
      'low',
      'low',
      'moderate',
      'moderate',
      'high',
    ]);
    const drink = { basis: '100ml', place: DRINKS } as const;
    expect(
      [low / 2, low / 2 + 0.01, high / 2 - 0.01, high / 2].map((amount) => levelOf(amount, drink)),
    ).toEqual(['low', 'moderate', 'moderate', 'high']);
  });

  test.each([
    ['the amount is not known', { fat_g: 1 }, {}],
    ['nothing is known', null, {}],
    ['the basis is not known', { sugars_g: 10 }, { basis: null }],
    ['the serving is not known', { sugars_g: 10 }, { basis: 'serving' }],
    ['the serving is in doubt', { sugars_g: 10 }, { basis: 'serving', serving: '20-30 g' }],
    ['the serving is small', { sugars_g: 1 }, { basis: 'serving', serving: '5 g' }],
    ['a drink per 100 g may be a powder', { sugars_g: 10 }, { place: DRINKS }],
    [
      '100 ml of anything may be a drink',
      { sugars_g: 10 },
      { basis: '100ml', place: { archiveKind: 'food', categoryPath: 'food' } },
    ],
  ] as const)('are unknown where %s', (_, nutriments, given) => {
    expect(rate(nutriments, given)?.sugars_g).toBe('unknown');
  });

  test('of 100 ml that are no drink are those of food', () => {
    const oils = { archiveKind: 'food', categoryPath: 'food/fats/vegetable-oils' };
    expect(rate({ sugars_g: 6 }, { basis: '100ml', place: oils })?.sugars_g).toBe('moderate');
  });

  test('what is no food has none', () => {
    const phones = { archiveKind: 'electronics', categoryPath: 'electronics/phones' };
    expect(rate({ fat_g: 1 }, { place: phones })).toBeNull();
  });
});

describe('amounts per 100 g', () => {
  const scale = (nutriments: Record<string, number>, serving: string) =>
    scaleToHundred({ nutriments, nutrition_basis: 'serving', serving_size: serving });

  test('are computed from those of a serving, and marked', () => {
    expect(scale({ energy_kcal: 81, sugars_g: 8.5, alcohol_pct: 5 }, '15 g')).toEqual({
      unit: 'g',
      is_computed: true,
      amounts: { energy_kcal: 540, sugars_g: 56.7, alcohol_pct: 5 },
    });
    expect(scale({ sugars_g: 26 }, '1 glass (250 ml)')).toMatchObject({
      unit: 'ml',
      amounts: { sugars_g: 10.4 },
    });
  });

  test('of 10 g are computed, of 9.9 g not', () => {
    expect(scale({ fat_g: 1 }, '10 g')?.amounts).toEqual({ fat_g: 10 });
    expect(scale({ fat_g: 1 }, '9.9 g')).toBeNull();
  });

  test('are not given where 100 g would have more than 100 g', () => {
    expect(scale({ fat_g: 31 }, '30 g')).toBeNull();
  });

  test('that are stated are as they are', () => {
    expect(
      scaleToHundred({ nutriments: { fat_g: 3 }, nutrition_basis: '100ml', serving_size: '20 ml' }),
    ).toEqual({ unit: 'ml', is_computed: false, amounts: { fat_g: 3 } });
  });
});
