import { describe, expect, it } from 'vitest';
import { convertQuantity, parseQuantity } from '../../../src/import/values/parse-quantity.ts';

describe('a quantity in free text', () => {
  it.each([
    ['500 g', 500, 'g'],
    ['2,5 kg', 2.5, 'kg'],
    ['0,164 kg', 0.164, 'kg'],
    ['33cl', 330, 'ml'],
    ['3 dl', 300, 'ml'],
    ['1 l.', 1, 'l'],
    ['.33 l', 0.33, 'l'],
    ['5000 grams', 5000, 'g'],
    ['225 g ℮, 10 cookies', 225, 'g'],
    ['330 мл', 330, 'ml'],
    ['1 m', 1, 'm'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each([
    ['2 x 125 g', 250, 'g'],
    ['4*125g', 500, 'g'],
    ['12 x 2 x 20 g', 480, 'g'],
    ['125 g x 4', 500, 'g'],
    ['6 × 33 cl (1,98 l)', 1980, 'ml'],
  ])('%s counts every pack', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each([
    ['3.5 oz (100 g)', 100, 'g'],
    ['16 fl. oz (1 pt) 473 mL', 473, 'ml'],
    ['1 gallon (3.78 L)', 3.78, 'l'],
  ])('%s is read by its metric part', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each([
    ['8 oz', 226.796, 'g'],
    ['12 fl oz', 354.882, 'ml'],
    ['8fl oz', 236.588, 'ml'],
    ['2 lbs', 907.185, 'g'],
  ])('%s is converted', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it('counts pieces when nothing is weighed', () => {
    expect(parseQuantity('56 Pieces')).toEqual({ value: 56, unit: 'pcs' });
    expect(parseQuantity('10 pieces, 250 g')).toEqual({ value: 250, unit: 'g' });
  });

  it('takes a point or comma before three digits of grams for a thousands sign, and of kilograms for a decimal one', () => {
    expect(parseQuantity('1.000 g')).toEqual({ value: 1000, unit: 'g' });
    expect(parseQuantity('1 000 g')).toEqual({ value: 1000, unit: 'g' });
    expect(parseQuantity('0.500 g')).toEqual({ value: 0.5, unit: 'g' });
    expect(parseQuantity('1.000 kg')).toEqual({ value: 1, unit: 'kg' });
  });

  it.each(['1', '', 'a lot', 'x 6', '0 g', '99999999 kg', '2.5.3 g', '5 gizmos', '1e5 g'])(
    '%j has no net content',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );

  it('gives up on a text made to keep a pattern busy', () => {
    expect(parseQuantity('1 x '.repeat(200_000))).toBeUndefined();
  });
});

describe('a number and a unit in fields of their own', () => {
  it('is converted to a unit of the catalogue', () => {
    expect(convertQuantity(33, 'cl')).toEqual({ value: 330, unit: 'ml' });
    expect(convertQuantity(226.796185, 'g')).toEqual({ value: 226.796, unit: 'g' });
  });

  it('is nothing without a known unit or a positive number', () => {
    expect(convertQuantity(5, 'gizmo')).toBeUndefined();
    expect(convertQuantity(0, 'g')).toBeUndefined();
    expect(convertQuantity(Number.NaN, 'g')).toBeUndefined();
  });
});
