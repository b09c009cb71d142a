import { describe, expect, it } from 'vitest';
import {
  readOrigin,
  readQuantity,
  rescaleFood,
  sortEnergy,
} from '../../../src/review/suggested-facts/slips.ts';

describe('origins', () => {
  it.each([
    ['DE', 'Germany'],
    ['gb', 'United Kingdom'],
    ['Made in Germany', 'Germany'],
    ['Produit de France', 'France'],
    ['Hergestellt in Österreich', 'Austria'],
    ['Product of the Netherlands', 'Netherlands'],
  ])('%s is %s', (origin, country) => {
    expect(readOrigin(origin)).toBe(country);
  });

  it.each([
    'Germany',
    'Deutschland',
    'UK',
    'Estados Unidos',
    'Agricultura UE,Agricultura no UE',
    'XQ',
    'France, Spain',
  ])('says nothing of %s', (origin) => {
    expect(readOrigin(origin)).toBeUndefined();
  });
});

describe('amounts', () => {
  it.each([
    [500, 'Gramm', 500, 'g'],
    [250, 'gr', 250, 'g'],
    [33, 'cl', 330, 'ml'],
    [1, 'Litre', 1, 'l'],
    [177.185, 'g', 177.185, 'g'],
  ])('%d %s are %d %s', (value, unit, wanted, ours) => {
    expect(readQuantity(value, unit)).toEqual({ value: wanted, unit: ours });
  });

  it('takes no unit that it does not know', () => {
    expect(readQuantity(3, 'boxes')).toBeUndefined();
  });

  it('knows what no pack of food holds', () => {
    expect(rescaleFood({ value: 500, unit: 'kg' })).toEqual({ value: 500, unit: 'g' });
    expect(rescaleFood({ value: 330, unit: 'l' })).toEqual({ value: 330, unit: 'ml' });
    expect(rescaleFood({ value: 0.75, unit: 'ml' })).toEqual({ value: 0.75, unit: 'l' });
    expect(rescaleFood({ value: 25, unit: 'kg' })).toBeUndefined();
    expect(rescaleFood({ value: 0.4, unit: 'g' })).toBeUndefined();
  });
});

describe('energy', () => {
  it('puts kJ and kcal that were swapped in their places', () => {
    expect(sortEnergy({ energy_kj: 60, energy_kcal: 251, fat_g: 3 })).toEqual({
      energy_kj: 251,
      energy_kcal: 60,
      fat_g: 3,
    });
  });

  it('knows one that stands under the name of the other by fat, carbohydrates and proteins', () => {
    const truffles = { fat_g: 52.78, carbohydrates_g: 41.67, proteins_g: 5.56 };
    expect(sortEnergy({ ...truffles, energy_kcal: 2674 })).toEqual({ ...truffles, energy_kj: 2674 });
    expect(sortEnergy({ ...truffles, energy_kj: 640 })).toEqual({ ...truffles, energy_kcal: 640 });
  });

  it.each<Record<string, number>>([
    { energy_kj: 251, energy_kcal: 60 },
    { energy_kcal: 640, fat_g: 52.78, carbohydrates_g: 41.67, proteins_g: 5.56 },
    { energy_kcal: 231 },
    { energy_kj: 4, energy_kcal: 17 },
  ])('says nothing of %o', (amounts) => {
    expect(sortEnergy(amounts)).toBeUndefined();
  });
});
