import { describe, expect, it, test } from 'vitest';
import { CHECK_NAMES, type CheckName } from '../../../src/quality/plausibility-check.ts';
import { buildQualityScore, type QualityInput } from '../../../src/quality/quality-score.ts';
import {
  HAZELNUT_SPREAD,
  HEADPHONES,
  NOTHING_KNOWN,
  allFieldsFrom,
} from '../../support/catalogue/quality-input.ts';

const checksOf = (input: QualityInput) => buildQualityScore(input).failedChecks.map(({ check }) => check);

const food = (nutriments: Record<string, number>, nutrition_basis: string | null = '100g') =>
  checksOf({ ...HAZELNUT_SPREAD, nutriments, nutrition_basis });
const scored = (nutriments: Record<string, number>) =>
  buildQualityScore({ ...HAZELNUT_SPREAD, nutriments, trustByField: allFieldsFrom(0.5) });

describe('plausibility', () => {
  it.each<[string, Record<string, number>, CheckName[]]>([
    ['105 g', { fat_g: 35.1, carbohydrates_g: 34.9, proteins_g: 34, salt_g: 1 }, []],
    ['more', { fat_g: 35.1, carbohydrates_g: 34.9, proteins_g: 34, salt_g: 1.01 }, ['macros_above_105_g']],
    // In binary this sum is 105.00000000000001.
    ['105 g again', { fat_g: 0.1, carbohydrates_g: 35.1, proteins_g: 30.1, salt_g: 39.7 }, []],
    ['911 kcal', { energy_kcal: 911 }, []],
    ['911.1 kcal', { energy_kcal: 911.1 }, ['energy_above_911_kcal']],
    ['3811 kJ', { energy_kj: 3811 }, []],
    ['3812 kJ', { energy_kj: 3812 }, ['energy_above_911_kcal']],
    ['as much saturated fat as fat', { fat_g: 5, saturated_fat_g: 5 }, []],
    ['more saturated fat than fat', { fat_g: 5, saturated_fat_g: 5.1 }, ['saturated_fat_above_fat']],
    ['saturated fat alone', { saturated_fat_g: 5 }, []],
    ['as many sugars as carbohydrates', { carbohydrates_g: 5, sugars_g: 5 }, []],
    ['more sugars', { carbohydrates_g: 5, sugars_g: 5.1 }, ['sugars_above_carbohydrates']],
    ['sugars alone', { sugars_g: 5 }, []],
    ['30 % above', { energy_kcal: 520, fat_g: 0, carbohydrates_g: 80, proteins_g: 20 }, []],
    ['above', { energy_kcal: 521, fat_g: 0, carbohydrates_g: 80, proteins_g: 20 }, ['energy_unlike_macros']],
    ['30 % below', { energy_kcal: 315, fat_g: 50, carbohydrates_g: 0, proteins_g: 0 }, []],
    ['below', { energy_kcal: 314, fat_g: 50, carbohydrates_g: 0, proteins_g: 0 }, ['energy_unlike_macros']],
    ['20 kcal off', { energy_kcal: 20, fat_g: 0, carbohydrates_g: 0, proteins_g: 0 }, []],
    ['21 off', { energy_kcal: 21, fat_g: 0, carbohydrates_g: 0, proteins_g: 0 }, ['energy_unlike_macros']],
    ['no proteins to compare', { energy_kcal: 500, fat_g: 0, carbohydrates_g: 0 }, []],
    [
      'kJ to compare',
      { energy_kj: 2000, fat_g: 0, carbohydrates_g: 10, proteins_g: 0 },
      ['energy_unlike_macros'],
    ],
  ])('per 100 g: %s', (_, nutriments, expected) => {
    expect(food(nutriments)).toEqual(expected);
  });

  it.each([['100ml'], ['serving'], [null]])('the bounds per 100 g are not for the basis %s', (basis) => {
    const heavy = { energy_kcal: 1200, fat_g: 40, carbohydrates_g: 120, proteins_g: 60 };
    expect(food(heavy, '100g')).toEqual(['macros_above_105_g', 'energy_above_911_kcal']);
    expect(food(heavy, basis)).toEqual([]);
    expect(food({ fat_g: 5, saturated_fat_g: 6 }, basis)).toEqual(['saturated_fat_above_fat']);
  });

  it.each<[string, unknown, CheckName[]]>([
    ['the lower bound', 1, []],
    ['below it', 0.9, ['attribute_out_of_range']],
    ['the upper bound', 5000, []],
    ['above it', 5001, ['attribute_out_of_range']],
    ['a number written as text', '5001', ['attribute_out_of_range']],
    ['text that is no number', 'about 5001', []],
  ])('an attribute: %s', (_, weight, expected) => {
    expect(checksOf({ ...HEADPHONES, attributes: { weight_g: weight } })).toEqual(expected);
  });

  test('each attribute out of its range counts, and the message names it', () => {
    const { failedChecks, penalty } = buildQualityScore({
      ...HEADPHONES,
      attributes: { weight_g: 0, impedance_ohm: 2000, color: 5 },
    });
    expect(failedChecks.map(({ message }) => message)).toEqual([
      'weight_g is 0, below 1.',
      'impedance_ohm is 2000, above 1000.',
    ]);
    expect(penalty).toBe(0.1);
  });

  test('a failed check costs .05, and all together at most .20', () => {
    const { nutriments } = HAZELNUT_SPREAD;
    expect(scored({ ...nutriments, saturated_fat_g: 31 })).toMatchObject({ score: 0.7, penalty: 0.05 });
    const absurd = scored({
      energy_kcal: 2000,
      fat_g: 50,
      saturated_fat_g: 60,
      carbohydrates_g: 60,
      sugars_g: 70,
      proteins_g: 9,
      salt_g: 1,
    });
    expect(absurd.failedChecks.map(({ check }) => check)).toEqual(CHECK_NAMES.slice(0, 5));
    expect(absurd).toMatchObject({ score: 0.55, penalty: 0.2 });
  });

  test('the score never goes below 0', () => {
    const input = { ...HAZELNUT_SPREAD, ...NOTHING_KNOWN, nutriments: { fat_g: 1, saturated_fat_g: 9 } };
    expect(buildQualityScore({ ...input, trustByField: { nutriments: [0] } }).score).toBe(0);
  });
});
