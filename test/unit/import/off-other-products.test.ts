import { describe, expect, it } from 'vitest';
import { productTypeOf } from '../../../src/import/open-food-facts/off-product-type.ts';
import { factsOf, options, recordOf } from '../../support/imports/off-rows.ts';

describe('rows of Open Beauty, Pet Food and Products Facts', () => {
  it('are of the kind that they say, else of that of their file', () => {
    expect(recordOf({}).archiveKind).toBe('food');
    expect(recordOf({ product_type: 'beauty' }).archiveKind).toBe('beauty');
    expect(recordOf({ product_type: 'petfood' }).archiveKind).toBe('petfood');
    expect(recordOf({ product_type: 'product' }).archiveKind).toBe('general');
    const beauty = { ...options, productType: productTypeOf('open_beauty_facts') };
    expect(recordOf({}, beauty).archiveKind).toBe('beauty');
    expect(recordOf({ product_type: 'food' }, beauty).archiveKind).toBe('food');
  });

  it('find categories of their kind alone', () => {
    const categories_tags = ['en:shampoos', 'en:dog-food', 'en:batteries', 'en:biscuits'];
    const categoryOf = (product_type: string) => factsOf({ product_type, categories_tags }).category;
    expect(['food', 'beauty', 'petfood', 'product'].map(categoryOf)).toEqual([
      'biscuits',
      'shampoos',
      'dog-food',
      'batteries',
    ]);
  });

  it('have their ingredients as an attribute, and the period after opening as a fact', () => {
    const row = {
      product_type: 'beauty',
      ingredients_text: 'Aqua, Glycerin, Parfum',
      periods_after_opening: '12 M',
      periods_after_opening_tags: ['en:12-months'],
    };
    expect(factsOf(row)).toMatchObject({
      attributes: { inci: 'Aqua, Glycerin, Parfum' },
      period_after_opening_months: 12,
    });
    expect(factsOf({ ...row, product_type: 'petfood' }).attributes).toMatchObject({
      ingredients: 'Aqua, Glycerin, Parfum',
    });
    expect(factsOf({ ...row, product_type: 'food' }).attributes).toEqual({});
  });
});
