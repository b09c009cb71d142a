import { describe, expect, it } from 'vitest';
import { listMisfits } from '../../../src/review/decisions/nutrition-misfits.ts';

const per100g = (nutriments: Record<string, number>) => ({ nutriments, nutrition_basis: '100g' });
const keysOf = (after: Record<string, number>, before: Record<string, number> = {}) =>
  listMisfits(per100g(after), per100g(before)).map(({ keys }) => keys.join(' '));

describe('nutriments that do not fit', () => {
  it('are kJ and kcal that name different energies', () => {
    expect(listMisfits(per100g({ energy_kj: 2166, energy_kcal: 830 }), {})).toEqual([
      { keys: ['energy_kj', 'energy_kcal'], message: '830 kcal beside 2166 kJ: 1 kcal is 4.184 kJ.' },
    ]);
    expect(keysOf({ energy_kj: 2252, energy_kcal: 539 })).toEqual([]);
    // Labels round both.
    expect(keysOf({ energy_kj: 12, energy_kcal: 3 })).toEqual([]);
  });

  it('are a part above its whole, and a sum above 100 g', () => {
    expect(keysOf({ sugars_g: 30, carbohydrates_g: 3 })).toEqual(['carbohydrates_g sugars_g']);
    expect(keysOf({ saturated_fat_g: 3, fat_g: 1 })).toEqual(['fat_g saturated_fat_g']);
    expect(keysOf({ fat_g: 40, carbohydrates_g: 50, proteins_g: 13 })).toEqual([
      'fat_g carbohydrates_g proteins_g',
    ]);
    expect(keysOf({ fat_g: 40, carbohydrates_g: 50, proteins_g: 10.6, salt_g: 0.4 })).toEqual([]);
    const per100ml = { nutriments: { carbohydrates_g: 130 }, nutrition_basis: '100ml' };
    expect(listMisfits(per100ml, {})).toEqual([]);
  });

  it('are salt and sodium of different amounts', () => {
    expect(keysOf({ salt_g: 1.2, sodium_mg: 1200 })).toEqual(['salt_g sodium_mg']);
    expect(keysOf({ salt_g: 1.2, sodium_mg: 480 })).toEqual([]);
  });

  it('are a power of ten of what they were, for the same basis', () => {
    expect(listMisfits(per100g({ fat_g: 32 }), per100g({ fat_g: 3.2 }))).toEqual([
      { keys: ['fat_g'], message: 'Fat is 10 times what is there now: 32 instead of 3.2.' },
    ]);
    expect(keysOf({ vitamin_d_ug: 0.05 }, { vitamin_d_ug: 5 })).toEqual(['vitamin_d_ug']);
    expect(keysOf({ fat_g: 31 }, { fat_g: 3.2 })).toEqual([]);
    expect(
      listMisfits(per100g({ fat_g: 32 }), { nutriments: { fat_g: 3.2 }, nutrition_basis: '100ml' }),
    ).toEqual([]);
  });

  it('are not blamed on a submission that leaves the nutrition as it is', () => {
    expect(keysOf({ energy_kj: 2166, energy_kcal: 830 }, { energy_kj: 2166, energy_kcal: 830 })).toEqual([]);
  });
});
