import { describe, expect, it } from 'vitest';
import { mapOffRow } from '../../src/import/open-food-facts/off-record.ts';
import { GTIN, options, recordOf, warningsOf } from '../support/off-rows.ts';

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
