import { describe, expect, it } from 'vitest';
import { parseGtin } from '../../../src/facts/values/gtin.ts';
import { parseSizes, parseVarieties } from '../../../src/demo/demo-line.ts';
import sharp from 'sharp';
import { createDemoDrawings } from '../../../src/demo/demo-pictures.ts';
import { buildDemoProducts } from '../../../src/demo/demo-products.ts';
import { listFailedNutrimentChecks } from '../../../src/quality/plausibility-check.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { buildNutrition } from '../../../src/demo/demo-product.ts';

const products = buildDemoProducts();
const barcodes = products.flatMap((product) => product.barcodes);
const prices = products.flatMap((product) => product.prices);
const facts = products.map((product) => product.facts);
/** Goods have neither; what is not known of a food is never both. */
const foods = facts.filter(
  ({ allergens, ingredients_text, nutriments, no_nutrition_data }) =>
    ingredients_text !== null || nutriments !== null || no_nutrition_data || allergens.length > 0,
);

describe('the demo catalogue', () => {
  it('has about 500 products, most of them food', () => {
    expect(products.length).toBeGreaterThanOrEqual(480);
    expect(products.length).toBeLessThan(620);
    expect(foods.length).toBeGreaterThan(350);
    expect(products.length - foods.length).toBeGreaterThan(100);
  });

  it('is the same each time it is built', () => {
    expect(buildDemoProducts()).toEqual(products);
  });

  it('has no two products of one folded name', () => {
    expect(new Set(facts.map(({ name }) => foldText(name))).size).toBe(products.length);
  });

  it('has names with accents', () => {
    const names = facts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Crème brûlée', 'Müsli Knusper Schoko', 'Jalapeño dip']));
  });

  it('has names without leftovers of the tables', () => {
    for (const { name, ingredients_text } of facts) {
      expect(name).toMatch(/^[\p{Lu}\d][^{}[\]+;:=]*$/u);
      if (ingredients_text) expect(ingredients_text).toMatch(/^[\p{Lu}\d][^{}[\]+;:=]*$/u);
    }
  });
});

describe('the barcodes of the demo catalogue', () => {
  it('may all be stored, in the form in which they are shown', () => {
    for (const { gtin } of barcodes) expect(parseGtin(gtin)).toMatchObject({ ok: true, gtin });
  });

  it('belong to one product each', () => {
    expect(new Set(barcodes.map(({ gtin }) => gtin.padStart(14, '0'))).size).toBe(barcodes.length);
  });

  it('are of all four lengths', () => {
    expect(new Set(barcodes.map(({ gtin }) => gtin.length))).toEqual(new Set([8, 12, 13, 14]));
  });

  it('are demonstration codes, but for those of 12 digits', () => {
    for (const { gtin } of barcodes.filter((barcode) => barcode.gtin.length !== 12)) {
      expect(gtin).toMatch(/^(952|\d0*952)/);
    }
  });

  it('are several on some products, none on a few, and one of them is primary', () => {
    expect(products.filter((product) => product.barcodes.length > 2).length).toBeGreaterThan(10);
    const withoutBarcode = products.filter((product) => product.barcodes.length === 0);
    expect(withoutBarcode.length).toBeGreaterThan(10);
    expect(withoutBarcode.length).toBeLessThan(50);
    for (const product of products.filter((candidate) => candidate.barcodes.length > 0)) {
      expect(product.barcodes.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
    }
  });
});

describe('the facts of the demo catalogue', () => {
  it('pass every plausibility check of nutriments', () => {
    for (const { name, nutriments } of foods) {
      if (nutriments) expect([name, listFailedNutrimentChecks(nutriments, '100g')]).toEqual([name, []]);
    }
  });

  it('have nutriments, or do not apply, for most food', () => {
    const known = foods.filter(({ nutriments, no_nutrition_data }) => nutriments ?? no_nutrition_data);
    expect(known.length / foods.length).toBeGreaterThan(0.8);
    for (const food of known) expect(food.nutriments === null).toBe(food.no_nutrition_data);
  });

  it('have prices in several currencies, some of 0, some without a date', () => {
    expect(new Set(prices.map(({ currency }) => currency)).size).toBeGreaterThan(4);
    expect(prices.filter(({ amount }) => amount === 0).length).toBeGreaterThan(3);
    expect(prices.filter(({ effectiveDate }) => effectiveDate === null).length).toBeGreaterThan(3);
    for (const { amount } of prices) expect(amount).toBe(Math.round(amount * 100) / 100);
  });
});

describe('the pictures of the demo catalogue', () => {
  const draw = createDemoDrawings();
  const drawings = products.map(({ facts: { brand, name, pictures } }) => {
    const [picture] = pictures;
    return { brand, name, url: picture?.url, svg: draw(picture?.url.split('/').at(-1) ?? '') ?? '' };
  });

  it('are one for each product, and one file can be read for each', async () => {
    expect(new Set(drawings.map(({ url }) => url)).size).toBe(products.length);
    for (const { url, svg } of drawings.filter((_, index) => index % 5 === 0)) {
      const { format, width } = await sharp(Buffer.from(svg)).metadata();
      expect([url, format, width]).toEqual([url, 'svg', 400]);
    }
  });

  it('say that they are drawings, and name the brand', () => {
    for (const { brand, svg } of drawings) {
      expect(svg).toContain('Drawing of the pack');
      expect(svg).toContain(`>${brand ?? ''}`);
      expect(svg).not.toMatch(/[{}]|undefined|NaN/);
    }
  });

  it('are the same at each run, and two brands look different', () => {
    const [first, ...others] = drawings.filter(
      ({ name }) => name.endsWith(' jam') || name === 'Strong mustard',
    );
    expect(createDemoDrawings()(first?.url?.split('/').at(-1) ?? '')).toBe(first?.svg);
    expect(others.at(-1)?.brand).not.toBe(first?.brand);
    expect(others.at(-1)?.svg).not.toBe(first?.svg);
  });
});

describe('the tables of the demo catalogue', () => {
  it('read a variety with facts, ingredient and allergens', () => {
    expect(parseVarieties('Oat [1 2]: oats 11 % +gluten +nuts; Plain')).toEqual([
      { label: 'Oat', facts: '1 2', ingredient: 'oats 11 %', allergens: ['gluten', 'nuts'] },
      { label: 'Plain', facts: undefined, ingredient: 'plain', allergens: [] },
    ]);
  });

  it('read sizes with and without words', () => {
    expect(parseSizes('150 g; 1.5 l family bottle')).toEqual([
      { value: 150, unit: 'g', words: '' },
      { value: 1.5, unit: 'l', words: 'family bottle' },
    ]);
  });

  it('are refused when they cannot be read', () => {
    expect(() => parseVarieties('Oat [1 2: oats')).toThrow('Oat [1 2: oats');
    expect(() => parseSizes('150 ounces')).toThrow('150 ounces');
    expect(() => buildNutrition('1 2 3', 0)).toThrow('1 2 3');
  });
});
