import { describe, expect, it } from 'vitest';
import { mapOffRow } from '../../../src/import/open-food-facts/off-record.ts';
import { factsOf, GTIN, options, recordOf, warningsOf } from '../../support/imports/off-rows.ts';

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
    expect(json.facts).toMatchObject({
      brand: 'Harbour',
      category: 'biscuits',
      net_content_value: 250,
      net_content_unit: 'g',
      nutri_score: 'd',
      allergens: ['gluten'],
      countries_sold: ['France', 'Germany'],
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
    expect(factsOf({ ...row, lang: 'fr' }).name).toBe('Jus');
    expect(factsOf(row).name).toBe('Saft');
    expect(factsOf({ product_name: '', generic_name: 'Juice' }).name).toBe('Juice');
  });

  it('is cleaned: entities, white space, controls, lone surrogates, composed letters', () => {
    expect(
      factsOf({ product_name: ' P\u00e2tes  &quot;al\tdente&quot; \u0000\u0090&eacute;\ud800 ' }).name,
    ).toBe('Pâtes "al dente" é');
    expect(factsOf({ product_name: 'Cafe\u0301' }).name).toBe('Café');
    expect(factsOf({ product_name: 'TH?S De La Pagode' }).name).toBe('TH?S De La Pagode');
  });

  it('over 300 characters is cut, and counted', () => {
    expect(factsOf({ product_name: `ab${'🍎'.repeat(300)}` }).name).toBe(`ab${'🍎'.repeat(298)}`);
    expect(warningsOf({ product_name: 'ab'.repeat(151) })).toEqual(['name_cut']);
    expect(warningsOf({ product_name: `ab${'🍎'.repeat(298)}` })).toEqual([]);
  });
});

describe('brand', () => {
  it('is the first item that holds a letter', () => {
    expect(factsOf({ brands: 'American Power Products, Inc.' }).brand).toBe('American Power Products');
    expect(factsOf({ brands: "-, Reed's  Inc., Reed's" }).brand).toBe("Reed's Inc.");
    expect(factsOf({ brands: ' , -' }).brand).toBeNull();
  });
});

describe('category', () => {
  it('is the last tag that the tree knows; other languages are passed over', () => {
    const categories_tags = ['en:beverages', 'en:fruit-juices', 'en:juices-of-the-moon', 'fr:biscuits'];
    expect(factsOf({ categories_tags }).category).toBe('fruit-juices');
    expect(factsOf({ categories_tags: ['fr:biscuits'] }).category).toBeNull();
    expect(factsOf({}).category).toBeNull();
  });
});

describe('net content', () => {
  it('is the text, and the number that the source computed only without a text', () => {
    const none = { net_content_value: null, net_content_unit: null };
    const computed = { product_quantity: '453.59237', product_quantity_unit: 'g' };
    expect(factsOf(computed)).toMatchObject({ net_content_value: 453.592, net_content_unit: 'g' });
    expect(factsOf({ ...computed, quantity: '1 lb 4 oz' })).toMatchObject({
      net_content_value: 566.99,
      net_content_unit: 'g',
    });
    expect(factsOf({ ...computed, quantity: '1 lb + 4 oz' })).toMatchObject(none);
    expect(factsOf({ product_quantity: '330' })).toMatchObject(none);
    expect(factsOf({ quantity: '1' })).toMatchObject(none);
  });
});

describe('a text of which folding leaves nothing', () => {
  it('is no brand, and no name', () => {
    expect(factsOf({ brands: '\u{20000}, Dune' }).brand).toBe('Dune');
    expect(factsOf({ brands: '\u{20000}' }).brand).toBeNull();
    expect(mapOffRow({ code: GTIN, product_name: '\u{20000}' }, options)).toMatchObject({
      reason: 'no_name',
    });
    // The part that is kept has to say something.
    const row = { product_name: `${'!'.repeat(300)} Milk`, generic_name: 'Milk' };
    expect(factsOf(row).name).toBe('Milk');
  });
});

describe('country of origin', () => {
  it('is the last manufacturing place, in English, whatever the language', () => {
    expect(factsOf({ manufacturing_places: 'Stratham,New Hampshire,Estados Unidos' }).country_of_origin).toBe(
      'United States',
    );
    expect(factsOf({ manufacturing_places: 'Royaume-Uni,Ecosse' }).country_of_origin).toBe('United Kingdom');
    expect(factsOf({ manufacturing_places: 'Ankara, Türkiye' }).country_of_origin).toBe('Turkey');
  });

  it('is the origin when that is one country', () => {
    expect(factsOf({ manufacturing_places: 'Bretagne', origins: 'Allemagne' }).country_of_origin).toBe(
      'Germany',
    );
    expect(factsOf({ origins: 'France,Italy' }).country_of_origin).toBeNull();
  });

  it('is never where it is sold', () => {
    expect(factsOf({ countries_tags: 'en:france' })).toMatchObject({
      country_of_origin: null,
      countries_sold: ['France'],
    });
    expect(factsOf({ countries_tags: 'en:world' }).countries_sold).toEqual([]);
  });
});
