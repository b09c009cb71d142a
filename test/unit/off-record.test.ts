import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '../../src/import/import-record.ts';
import { mapOffRow } from '../../src/import/off-record.ts';

const options = {
  categoryCodes: new Set(['beverages', 'fruit-juices', 'snacks', 'biscuits']),
  originFromSold: false,
};
const GTIN = '3017620422003';

function recordOf(row: Record<string, unknown>, given = options): ImportRecord {
  const mapped = mapOffRow({ code: GTIN, product_name: 'Harbour Oat Biscuits', ...row }, given);
  if (!mapped.ok) throw new Error(`refused: ${mapped.reason}`);
  return mapped.record;
}

function warningsOf(row: Record<string, unknown>): string[] {
  const mapped = mapOffRow({ code: GTIN, product_name: 'Harbour Oat Biscuits', ...row }, options);
  return mapped.ok ? mapped.warnings : [];
}

describe('the two forms of the export', () => {
  it('a JSON row and a tab-separated row of the same product give the same record', () => {
    const json = recordOf({
      brands: 'Harbour,Harbour Foods',
      categories_tags: ['en:snacks', 'en:biscuits'],
      countries_tags: ['en:france', 'en:germany'],
      ingredients_text: 'Oats, sugar',
      nutriments: { fat_100g: 12.5, 'saturated-fat_100g': 3, sodium_100g: 0.4, 'energy-kcal_100g': 450 },
      nutriscore_grade: 'd',
      quantity: '2 x 125 g',
      allergens_tags: ['en:gluten'],
    });
    const tabSeparated = recordOf({
      brands: 'Harbour,Harbour Foods',
      categories_tags: 'en:snacks,en:biscuits',
      countries_tags: 'en:france,en:germany',
      ingredients_text: 'Oats, sugar',
      fat_100g: '12.5',
      'saturated-fat_100g': '3',
      sodium_100g: '0.4',
      'energy-kcal_100g': '450',
      nutriscore_grade: 'd',
      quantity: '2 x 125 g',
      allergens_tags: 'en:gluten',
    });
    expect(tabSeparated).toEqual(json);
    expect(JSON.stringify(tabSeparated)).toBe(JSON.stringify(json));
    expect(json).toMatchObject({
      brand: 'Harbour',
      categoryCode: 'biscuits',
      netContent: { value: 250, unit: 'g' },
      nutriScore: 'd',
      allergens: ['gluten'],
      attributes: { countries_sold: ['France', 'Germany'] },
    });
  });
});

describe('code and barcode', () => {
  it('a valid code is the barcode, and every spelling of it is one key', () => {
    expect(recordOf({ code: '036000291452' }).sourceKey).toBe('00036000291452');
    expect(recordOf({ code: '0036000291452' })).toMatchObject({
      sourceKey: '00036000291452',
      barcode: { gtin14: '00036000291452', type: 'gtin12', packLevelDefault: 'each' },
    });
  });

  it.each([
    ['3017620422004', 'bad_check_digit'],
    ['20450489', 'restricted_circulation'],
    ['9901234567899', 'coupon'],
    ['12345', 'bad_length'],
  ])('%s is kept without a barcode: %s', (code, reason) => {
    const mapped = mapOffRow({ code, product_name: 'Loose Apples' }, options);
    expect(mapped).toMatchObject({
      ok: true,
      barcodeRefusal: reason,
      record: { barcode: null, sourceKey: code },
    });
  });

  it('a row without a code or without a name is refused', () => {
    expect(mapOffRow({ product_name: 'Nameless Code' }, options)).toMatchObject({
      ok: false,
      reason: 'no_code',
    });
    expect(mapOffRow({ code: GTIN, product_name: ' ', brands: 'Harbour' }, options)).toMatchObject({
      ok: false,
      code: GTIN,
      reason: 'no_name',
    });
    expect(mapOffRow({ code: GTIN, product_name: '???' }, options)).toMatchObject({ reason: 'no_name' });
  });
});

describe('name', () => {
  it('is taken from the next field that holds one', () => {
    const row = { product_name: '', product_name_fr: 'Jus', product_name_de: 'Saft', generic_name: 'Juice' };
    expect(recordOf({ ...row, lang: 'fr' }).name).toBe('Jus');
    expect(recordOf(row).name).toBe('Saft');
    expect(recordOf({ product_name: '', generic_name: 'Juice' }).name).toBe('Juice');
  });

  it('is cleaned: entities, white space, controls, lone surrogates, composed letters', () => {
    expect(
      recordOf({ product_name: ' P\u00e2tes  &quot;al\tdente&quot; \u0000\u0090&eacute;\ud800 ' }).name,
    ).toBe('Pâtes "al dente" é');
    expect(recordOf({ product_name: 'Cafe\u0301' }).name).toBe('Café');
    expect(recordOf({ product_name: 'TH?S De La Pagode' }).name).toBe('TH?S De La Pagode');
  });

  it('over 300 characters is cut, and counted', () => {
    expect(recordOf({ product_name: `a${'🍎'.repeat(300)}` }).name).toBe(`a${'🍎'.repeat(299)}`);
    expect(warningsOf({ product_name: 'a'.repeat(301) })).toEqual(['name_cut']);
    expect(warningsOf({ product_name: `a${'🍎'.repeat(299)}` })).toEqual([]);
  });
});

describe('brand', () => {
  it('is the first item that holds a letter', () => {
    expect(recordOf({ brands: 'American Power Products, Inc.' }).brand).toBe('American Power Products');
    expect(recordOf({ brands: "-, Reed's  Inc., Reed's" }).brand).toBe("Reed's Inc.");
    expect(recordOf({ brands: ' , -' }).brand).toBeNull();
  });
});

describe('category', () => {
  it('is the last tag that the tree knows; other languages are passed over', () => {
    const categories_tags = ['en:beverages', 'en:fruit-juices', 'en:juices-of-the-moon', 'fr:biscuits'];
    expect(recordOf({ categories_tags }).categoryCode).toBe('fruit-juices');
    expect(recordOf({ categories_tags: ['fr:biscuits'] }).categoryCode).toBeNull();
    expect(recordOf({}).categoryCode).toBeNull();
  });
});

describe('net content', () => {
  it('is the separate number and unit, and the text only without them', () => {
    const row = { product_quantity: '330', quantity: '1 l' };
    expect(recordOf({ ...row, product_quantity_unit: 'ml' }).netContent).toEqual({ value: 330, unit: 'ml' });
    expect(recordOf(row).netContent).toEqual({ value: 1, unit: 'l' });
    expect(recordOf({ quantity: '1' }).netContent).toBeNull();
  });
});

describe('country of origin', () => {
  it('is the last manufacturing place, in English, whatever the language', () => {
    expect(recordOf({ manufacturing_places: 'Stratham,New Hampshire,Estados Unidos' }).countryOfOrigin).toBe(
      'United States',
    );
    expect(recordOf({ manufacturing_places: 'Royaume-Uni,Ecosse' }).countryOfOrigin).toBe('United Kingdom');
    expect(recordOf({ manufacturing_places: 'Ankara, Türkiye' }).countryOfOrigin).toBe('Turkey');
  });

  it('is the origin when that is one country', () => {
    expect(recordOf({ manufacturing_places: 'Bretagne', origins: 'Allemagne' }).countryOfOrigin).toBe(
      'Germany',
    );
    expect(recordOf({ origins: 'France,Italy' }).countryOfOrigin).toBeNull();
  });

  it('is never where it is sold, unless that is asked for', () => {
    const row = { countries_tags: 'en:france' };
    const asked = { ...options, originFromSold: true };
    expect(recordOf(row)).toMatchObject({
      countryOfOrigin: null,
      attributes: { countries_sold: ['France'] },
    });
    expect(recordOf(row, asked).countryOfOrigin).toBe('France');
    expect(recordOf({ ...row, origins: 'Italy' }, asked).countryOfOrigin).toBe('Italy');
    expect(recordOf({ countries_tags: 'en:france,en:italy' }, asked).countryOfOrigin).toBeNull();
    expect(recordOf({ countries_tags: 'en:world' }, asked)).toMatchObject({
      countryOfOrigin: null,
      attributes: {},
    });
  });
});

describe('nutriments', () => {
  it('have the unit in the key: grams become milligrams and micrograms, kJ become kcal', () => {
    const { nutriments, nutritionBasis } = recordOf({
      nutriments: {
        energy_100g: 2092,
        fat_100g: 12,
        fat_value: 99,
        fat_prepared_100g: 99,
        'vitamin-c_100g': 0.012,
        'vitamin-d_100g': 0.000002,
        sodium_100g: 0.4,
        alcohol_100g: 5,
        'nova-group_100g': 4,
        'nutrition-score-fr_100g': 14,
      },
    });
    expect(nutriments).toEqual({
      energy_kj: 2092,
      energy_kcal: 500,
      fat_g: 12,
      salt_g: 1,
      sodium_mg: 400,
      vitamin_c_mg: 12,
      vitamin_d_ug: 2,
      alcohol_pct: 5,
    });
    expect(nutritionBasis).toBe('100g');
  });

  it('are per serving where the row says so, and per 100 ml for a drink', () => {
    const nutriments = { fat_100g: 10, fat_serving: 4 };
    expect(recordOf({ nutriments, nutrition_data_per: 'serving', serving_size: '40 g' })).toMatchObject({
      nutriments: { fat_g: 4 },
      nutritionBasis: 'serving',
      servingSize: '40 g',
    });
    expect(recordOf({ nutriments: { fat_100g: 10 }, nutrition_data_per: 'serving' }).nutritionBasis).toBe(
      '100g',
    );
    expect(recordOf({ nutriments, nutrition_data_per: '100.0 g', quantity: '1 l' }).nutritionBasis).toBe(
      '100ml',
    );
  });

  it('that cannot be are left out and counted', () => {
    const nutriments = { fat_100g: 1000, sugars_100g: -1, proteins_100g: 'much', carbohydrates_100g: 100 };
    expect(recordOf({ nutriments }).nutriments).toEqual({ carbohydrates_g: 100 });
    expect(warningsOf({ nutriments })).toEqual(Array.from({ length: 3 }, () => 'implausible_nutriment'));
    expect(recordOf({ fat_100g: '1000' })).toMatchObject({ nutriments: null, nutritionBasis: null });
  });

  it('of the newer schema carry their units, and those of the prepared product are not read', () => {
    const aggregated_set = {
      per: '100ml',
      preparation: 'as_sold',
      nutrients: {
        'energy-kcal': { value: 42, unit: 'kcal' },
        sugars: { value: 10.5, unit: 'g' },
        sodium: { value: 4, unit: 'mg' },
        'vitamin-d': { value: 1.5, unit: 'µg' },
        'vitamin-a': { value: 100, unit: 'IU' },
      },
    };
    expect(recordOf({ schema_version: 1003, nutrition: { aggregated_set } })).toMatchObject({
      nutriments: {
        energy_kcal: 42,
        energy_kj: 175.7,
        sugars_g: 10.5,
        sodium_mg: 4,
        salt_g: 0.01,
        vitamin_d_ug: 1.5,
      },
      nutritionBasis: '100ml',
    });
    const prepared = { aggregated_set: { ...aggregated_set, preparation: 'prepared' } };
    expect(recordOf({ schema_version: 1003, nutrition: prepared }).nutriments).toBeNull();
  });

  it('do not apply when the row says so', () => {
    expect(recordOf({ no_nutrition_data: 'on', nutriments: { fat_100g: 1 } })).toMatchObject({
      noNutritionData: true,
      nutriments: null,
      nutritionBasis: null,
    });
  });
});

describe('the other fields', () => {
  it('a Nutri-Score is a to e', () => {
    expect(recordOf({ nutriscore_grade: 'e' }).nutriScore).toBe('e');
    expect(recordOf({ nutriscore_grade: 'unknown' }).nutriScore).toBeNull();
    expect(recordOf({ nutriscore_grade: 'not-applicable' }).nutriScore).toBeNull();
  });

  it('ingredients lose the marks around allergens, and come in another language when need be', () => {
    expect(recordOf({ ingredients_text: 'Farine de _blé_, _lait_' }).ingredientsText).toBe(
      'Farine de blé, lait',
    );
    expect(recordOf({ ingredients_text: '', ingredients_text_de: 'Mehl' }).ingredientsText).toBe('Mehl');
    expect(recordOf({}).ingredientsText).toBeNull();
  });

  it('labels, allergens and the image are kept, an obsolete product is known as such', () => {
    const record = recordOf({
      labels_tags: ['en:organic', 'fr:ab-agriculture-biologique'],
      allergens_tags: 'en:milk,fr:lait',
      image_url: 'https://images.example/1.jpg',
      obsolete: 'on',
    });
    expect(record).toMatchObject({
      attributes: { labels: ['organic'] },
      allergens: ['milk'],
      images: ['https://images.example/1.jpg'],
      isObsolete: true,
    });
    expect(recordOf({ image_url: 'javascript:alert(1)' })).toMatchObject({ images: [], isObsolete: false });
  });

  it('fields that a USDA entry lists are of that source', () => {
    const fields = [
      'brands',
      'nutrients.energy',
      'nutrients.fat',
      'nutrients.carbohydrates',
      'nutrients.proteins',
    ];
    expect(recordOf({ sources: [{ id: 'usda-ndb', fields }] }).fieldSources).toEqual({
      brand: 'usda',
      nutriments: 'usda',
      nutrition_basis: 'usda',
    });
    expect(recordOf({ sources: [{ id: 'openfood-ch', fields }] }).fieldSources).toEqual({});
  });
});
