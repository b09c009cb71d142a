import { describe, expect, it, test } from 'vitest';
import {
  buildQualityScore,
  combineTrust,
  type QualityField,
  type QualityInput,
} from '../../../src/quality/quality-score.ts';
import {
  HAZELNUT_SPREAD,
  HEADPHONES,
  NOTHING_KNOWN,
  allFieldsFrom,
  findPart,
} from '../../support/catalogue/quality-input.ts';

const fieldsOf = (input: QualityInput) => buildQualityScore(input).parts.map(({ field }) => field);
const imageOrMsrpTrustOf = (trustByField: QualityInput['trustByField']) =>
  findPart({ ...HEADPHONES, trustByField }, 'image_or_msrp')?.trust;
const attributeShareOf = (input: QualityInput) => findPart(input, 'attributes')?.completeness;

describe('the worked figures', () => {
  const complete = HAZELNUT_SPREAD;
  const withoutOriginAndNetContent = {
    ...complete,
    country_of_origin: null,
    net_content_value: null,
    net_content_unit: null,
  };
  const thin = {
    ...withoutOriginAndNetContent,
    nutriments: null,
    nutrition_basis: null,
    ingredients_text: null,
    nutri_score: null,
  };

  it.each([
    ['every field', 0.5, 0.75, complete],
    ['every field', 0.6, 0.8, complete],
    ['every field', 0.85, 0.925, complete],
    ['every field', 0.95, 0.975, complete],
    ['all but origin and net content', 0.5, 0.637, withoutOriginAndNetContent],
    ['all but origin and net content', 0.6, 0.68, withoutOriginAndNetContent],
    ['all but origin and net content', 0.85, 0.786, withoutOriginAndNetContent],
    ['all but origin and net content', 0.95, 0.829, withoutOriginAndNetContent],
    ['name, brand, category and barcode', 0.5, 0.337, thin],
    ['name, brand, category and barcode', 0.6, 0.36, thin],
    ['name, brand, category and barcode', 0.85, 0.416, thin],
    ['name, brand, category and barcode', 0.95, 0.439, thin],
  ])('%s at trust %d: %d', (_, trust, score, input) => {
    expect(buildQualityScore({ ...input, trustByField: allFieldsFrom(trust) }).score).toBe(score);
  });

  it.each([0.5, 0.6, 0.85, 0.95])('the complete non-food record earns as much at trust %d', (trust) => {
    const scored = (input: QualityInput) =>
      buildQualityScore({ ...input, trustByField: allFieldsFrom(trust) });
    expect(scored(HEADPHONES).score).toBe(scored(HAZELNUT_SPREAD).score);
  });

  test('a product of which nothing is known scores 0', () => {
    expect(buildQualityScore({ ...HAZELNUT_SPREAD, ...NOTHING_KNOWN }).score).toBe(0);
    expect(buildQualityScore({ ...HEADPHONES, ...NOTHING_KNOWN }).score).toBe(0);
  });
});

describe('the explanation', () => {
  test('has each weight of the food column', () => {
    const { parts } = buildQualityScore(HAZELNUT_SPREAD);
    expect(Object.fromEntries(parts.map(({ field, weight }) => [field, weight]))).toEqual({
      name: 0.15,
      brand: 0.1,
      category: 0.1,
      barcode: 0.1,
      net_content: 0.1,
      country_of_origin: 0.05,
      nutriments: 0.2,
      nutrition_basis: 0.02,
      ingredients_text: 0.15,
      nutri_score: 0.03,
    });
  });

  test('has each weight of the column of the other kinds', () => {
    const { parts } = buildQualityScore({ ...HEADPHONES, archiveKind: 'household' });
    expect(Object.fromEntries(parts.map(({ field, weight }) => [field, weight]))).toEqual({
      name: 0.2,
      brand: 0.15,
      category: 0.1,
      barcode: 0.15,
      net_content: 0.05,
      country_of_origin: 0.05,
      attributes: 0.25,
      image_or_msrp: 0.05,
    });
  });

  test('names what would make a field complete', () => {
    const input = {
      ...HAZELNUT_SPREAD,
      hasBrand: false,
      net_content_unit: null,
      nutriments: { energy_kcal: 539, fat_g: 30.9, sugars_g: 5, carbohydrates_g: 57.5, proteins_g: 6.3 },
    };
    expect(findPart(input, 'brand')?.missing).toEqual(['brand']);
    expect(findPart(input, 'net_content')).toMatchObject({
      completeness: 0.5,
      missing: ['net_content_unit'],
    });
    expect(findPart(input, 'nutriments')).toMatchObject({
      completeness: 0.7143,
      missing: ['saturated_fat_g', 'salt_g'],
    });
    expect(findPart(input, 'name')).toMatchObject({ completeness: 1, missing: [] });
  });

  test('says what a part earned', () => {
    const part = findPart({ ...HAZELNUT_SPREAD, trustByField: { name: [0.6] } }, 'name');
    expect(part).toEqual({
      field: 'name',
      weight: 0.15,
      completeness: 1,
      trust: 0.6,
      earned: 0.12,
      missing: [],
    });
  });
});

describe('when a field is complete', () => {
  it.each<[string, Partial<QualityInput>, QualityField, number]>([
    ['a name of two letters', { name: 'Öl' }, 'name', 1],
    ['letters apart', { name: 'M 7 & M' }, 'name', 1],
    ['letters of any script', { name: '牛乳' }, 'name', 1],
    ['one letter', { name: '7 X' }, 'name', 0],
    ['the bin of a kind', { categoryCode: 'uncategorized' }, 'category', 0],
    ['the bin of a kind, with its name', { categoryCode: 'food-uncategorized' }, 'category', 0],
    ['no category', { categoryCode: null }, 'category', 0],
    ['a value without a unit', { net_content_unit: null }, 'net_content', 0.5],
    ['a unit without a value', { net_content_value: null }, 'net_content', 0.5],
    ['a blank country', { country_of_origin: '  ' }, 'country_of_origin', 0],
    ['energy in kJ alone', { nutriments: { energy_kj: 2255 } }, 'nutriments', 0.1429],
    ['energy in both units', { nutriments: { energy_kj: 2255, energy_kcal: 539 } }, 'nutriments', 0.1429],
    ['a nutriment of 0', { nutriments: { fat_g: 0 } }, 'nutriments', 0.1429],
    ['nutriments outside the seven', { nutriments: { fiber_g: 3, iron_mg: 2 } }, 'nutriments', 0],
    ['three characters of ingredients', { ingredients_text: 'Oat' }, 'ingredients_text', 1],
    ['two characters and blanks', { ingredients_text: ' Öl ' }, 'ingredients_text', 0],
    ['one question mark', { ingredients_text: 'cr?me, sugar' }, 'ingredients_text', 1],
    ['a run of question marks', { ingredients_text: 'sugar, ??, salt' }, 'ingredients_text', 0],
    ['an unknown Nutri-Score', { nutri_score: 'unknown' }, 'nutri_score', 0],
  ])('%s', (_, change, field, completeness) => {
    expect(findPart({ ...HAZELNUT_SPREAD, ...change }, field)?.completeness).toBe(completeness);
  });
});

describe('fields that do not apply', () => {
  test('a food without nutrition data is not asked for it, and can still be complete', () => {
    const water: QualityInput = {
      ...HAZELNUT_SPREAD,
      no_nutrition_data: true,
      nutriments: null,
      nutrition_basis: null,
      nutri_score: null,
      trustByField: allFieldsFrom(0.5),
    };
    expect(fieldsOf(water)).toEqual([
      'name',
      'brand',
      'category',
      'barcode',
      'net_content',
      'country_of_origin',
      'ingredients_text',
    ]);
    expect(buildQualityScore(water).score).toBe(0.75);
    expect(buildQualityScore({ ...water, no_nutrition_data: false }).score).toBe(0.562);
  });

  test('electronics have no net content; other kinds have', () => {
    expect(fieldsOf(HEADPHONES)).not.toContain('net_content');
    expect(fieldsOf({ ...HEADPHONES, archiveKind: 'general' })).toContain('net_content');
  });

  test('the weights of what is left add up to 1', () => {
    for (const input of [HEADPHONES, { ...HAZELNUT_SPREAD, no_nutrition_data: true }]) {
      const sum = buildQualityScore(input).parts.reduce((total, { weight }) => total + weight, 0);
      expect(sum).toBeCloseTo(1, 3);
    }
  });
});

describe('trust', () => {
  it.each([
    ['no source', [], 0.3],
    ['one source', [0.6], 0.6],
    ['two that agree', [0.5, 0.6], 0.8],
    ['three that agree', [0.3, 0.5, 0.6], 0.86],
    ['never above .95 together', [0.85, 0.9], 0.95],
    ['never above .95 alone', [1], 0.95],
  ])('%s', (_, trusts, trust) => {
    expect(combineTrust(trusts)).toBeCloseTo(trust, 10);
  });

  test('image or MSRP has the better trust of the two: they do not confirm each other', () => {
    expect(imageOrMsrpTrustOf({})).toBe(0.3);
    expect(imageOrMsrpTrustOf({ msrp: [0.2] })).toBe(0.2);
    expect(imageOrMsrpTrustOf({ image: [0.5], msrp: [0.7] })).toBe(0.7);
    expect(imageOrMsrpTrustOf({ image: [0.5, 0.6], msrp: [0.7] })).toBe(0.8);
  });
});

describe('kind templates', () => {
  test('the share of the required fields counts, whatever else is filled', () => {
    expect(attributeShareOf(HEADPHONES)).toBe(1);
    const half = { ...HEADPHONES, attributes: { color: 'black', impedance_ohm: 32, extra: 'x' } };
    expect(attributeShareOf(half)).toBe(0.5);
    expect(findPart(half, 'attributes')?.missing).toEqual(['weight_g']);
  });

  it.each([
    ['0', 0, 1],
    ['false', false, 1],
    ['blank text', ' ', 0],
    ['null', null, 0],
  ])('a required field that holds %s', (_, value, completeness) => {
    const templateFields = [{ key: 'wireless', required: true, min: null, max: null }];
    expect(attributeShareOf({ ...HEADPHONES, attributes: { wireless: value }, templateFields })).toBe(
      completeness,
    );
  });

  it.each([
    ['no template', []],
    ['a template without required fields', [{ key: 'a', required: false, min: null, max: null }]],
  ])('with %s eight attributes are enough', (_, templateFields) => {
    const withAttributes = (count: number) => ({
      ...HEADPHONES,
      templateFields,
      attributes: Object.fromEntries(Array.from({ length: count }, (__, i) => [`key_${i}`, 'x'])),
    });
    expect([0, 2, 8, 20].map((count) => attributeShareOf(withAttributes(count)))).toEqual([0, 0.25, 1, 1]);
    expect(findPart(withAttributes(2), 'attributes')?.missing).toEqual(['attributes']);
  });
});
