import { describe, expect, it } from 'vitest';
import { mapUsdaRow } from '../../../src/import/usda/usda-record.ts';

const categories = { categoryKinds: new Map([['salty-snacks', 'food']]) };

/** FDC 534358, as its documentation shows it. */
const NUT_MIX = {
  fdc_id: '534358',
  brand_owner: 'Kar Nut Products Company',
  gtin_upc: '077034085228',
  ingredients:
    'PEANUTS (PEANUTS, PEANUT AND/OR SUNFLOWER OIL). RAISINS. DRIED CRANBERRIES (CRANBERRIES, SUGAR, SUNFLOWER OIL).',
  serving_size: '28',
  serving_size_unit: 'g',
  household_serving_fulltext: '1 ONZ',
  branded_food_category: 'Popcorn, Peanuts, Seeds & Related Snacks',
  package_weight: '2 oz/57 g',
  modified_date: '2018-08-18',
  market_country: 'United States',
  description: "NUT 'N BERRY MIX",
  nutrients: [
    { id: '1008', amount: 500, unit: 'KCAL' },
    { id: '1004', amount: 32.14, unit: 'G' },
    { id: '1093', amount: 0, unit: 'MG' },
    { id: '1104', amount: 300, unit: 'IU' },
    { id: '1110', amount: 40, unit: 'IU' },
    { id: '2000', amount: 28.57, unit: 'G' },
  ],
};

function recordOf(change: object = {}) {
  const mapped = mapUsdaRow({ ...NUT_MIX, ...change }, categories);
  if (!mapped.ok) throw new Error(`refused: ${mapped.reason}`);
  return mapped.record;
}

describe('a branded food', () => {
  it('becomes a product with amounts in 100 g', () => {
    expect(recordOf()).toMatchObject({
      sourceKey: '00077034085228',
      barcode: { type: 'gtin12' },
      archiveKind: 'food',
      isObsolete: false,
      facts: {
        name: "Nut 'N Berry Mix",
        brand: 'Kar Nut Products Company',
        category: 'salty-snacks',
        net_content_value: 57,
        net_content_unit: 'g',
        nutriments: {
          energy_kcal: 500,
          energy_kj: 2092,
          fat_g: 32.14,
          sugars_g: 28.57,
          sodium_mg: 0,
          salt_g: 0,
          vitamin_d_ug: 1,
        },
        nutrition_basis: '100g',
        serving_size: '28 g (1 ONZ)',
        countries_sold: ['United States'],
        attributes: {},
      },
    });
    expect(recordOf().facts.nutriments).not.toHaveProperty('vitamin_a_ug');
  });

  it('that is served by volume has amounts in 100 ml; its brand comes before its owner', () => {
    const record = recordOf({ serving_size_unit: 'MLT', serving_size: '240', brand_name: "KAR'S" });
    expect(record.facts).toMatchObject({
      nutrition_basis: '100ml',
      serving_size: '240 ml (1 ONZ)',
      brand: "KAR'S",
    });
  });

  it('without amounts has no basis either; a discontinued one is archived', () => {
    const record = recordOf({ nutrients: [], discontinued_date: '2024-01-01' });
    expect(record.facts).toMatchObject({ nutriments: null, nutrition_basis: null, serving_size: null });
    expect(record.isObsolete).toBe(true);
  });

  it('has a code without blanks and hyphens, or is refused', () => {
    expect(recordOf({ gtin_upc: '0 77034-08522 8' }).sourceKey).toBe('00077034085228');
    expect(mapUsdaRow({ ...NUT_MIX, gtin_upc: '' }, categories)).toMatchObject({ reason: 'no_code' });
    expect(mapUsdaRow({ ...NUT_MIX, gtin_upc: '077034085229' }, categories)).toMatchObject({
      barcodeRefusal: 'bad_check_digit',
    });
  });

  it('loses amounts that cannot be, and each is counted', () => {
    const mapped = mapUsdaRow(
      { ...NUT_MIX, nutrients: [{ id: '1004', amount: 320, unit: 'G' }] },
      categories,
    );
    expect(mapped).toMatchObject({
      warnings: expect.arrayContaining([{ reason: 'implausible_nutriment', detail: 'fat_g: 320' }]),
      record: { facts: { nutriments: null } },
    });
  });
});
