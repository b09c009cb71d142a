import { describe, expect, it } from 'vitest';
import { factsOf, recordOf } from '../../support/imports/off-rows.ts';

describe('rows of the schema of 1003', () => {
  /** Of 8017596064349, with what the export says of each amount. */
  const nutrition = {
    aggregated_set: {
      per: '100g',
      preparation: 'as_sold',
      nutrients: {
        'energy-kcal': { value: 390, value_computed: 389.8, unit: 'kcal', source_per: '100g' },
        proteins: { value: 13, unit: 'g', source_per: '100g' },
        carbohydrates: { value: 68, unit: 'g' },
        fat: { value: 5.8, unit: 'g' },
        'saturated-fat': { value: 0.9, unit: 'g' },
        sugars: { value: 4.5, unit: 'g' },
        'added-sugars': { value: 1.75, modifier: '~', unit: 'g' },
        fiber: { value: 6.8, unit: 'g' },
        salt: { value: 1.5, unit: 'g' },
        sodium: { value: 0.6, unit: 'g' },
      },
    },
    input_sets: [{ source: 'packaging', per: '100g', preparation: 'as_sold', nutrients: {} }],
  };

  it('give what a row of the schema before gives', () => {
    const before = {
      'energy-kcal_100g': 390,
      proteins_100g: 13,
      carbohydrates_100g: 68,
      fat_100g: 5.8,
      'saturated-fat_100g': 0.9,
      sugars_100g: 4.5,
      'added-sugars_100g': 1.75,
      fiber_100g: 6.8,
      salt_100g: 1.5,
      sodium_100g: 0.6,
    };
    const now = recordOf({ schema_version: 1003, nutrition });
    expect(now).toEqual(recordOf({ schema_version: 1002, nutriments: before, nutrition_data_per: '100g' }));
    expect(now.facts.nutriments).toMatchObject({ added_sugars_g: 1.75, sodium_mg: 600, energy_kj: 1632 });
  });

  it('that say there is no table have none, and without a set the values of before are read', () => {
    expect(
      factsOf({ nutrition: { no_nutrition_data_on_packaging: true, aggregated_set: null } }),
    ).toMatchObject({
      no_nutrition_data: true,
      nutriments: null,
    });
    expect(factsOf({ nutrition: { input_sets: [] }, nutriments: { fat_100g: 3 } }).nutriments).toEqual({
      fat_g: 3,
    });
  });

  it('lose amounts that were copied from 100 kJ', () => {
    const fat = { value: 3, unit: 'g', source_per: '100kj' };
    const set = { per: '100g', preparation: 'as_sold', nutrients: { fat, sugars: { value: 1, unit: 'g' } } };
    expect(factsOf({ nutrition: { aggregated_set: set } }).nutriments).toEqual({ sugars_g: 1 });
  });
});
