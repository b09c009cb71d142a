import { describe, expect, it } from 'vitest';
import { convertQuantity, parseQuantity, parseServing } from '../../../src/platform/text/parse-quantity.ts';

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
    ['750 mg', 0.75, 'g'],
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
    ['1 pint', 473.176, 'ml'],
    ['2 pt', 946.353, 'ml'],
    ['1 qt', 946.353, 'ml'],
    ['2 gallons', 7.57082, 'l'],
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

describe('a serving', () => {
  it.each([
    ['30g', 30, 'g'],
    ['17,1 g', 17.1, 'g'],
    ['15 ML', 15, 'ml'],
    ['20 cl', 200, 'ml'],
    ['0,25 l', 250, 'ml'],
    ['0.125 g', 0.125, 'g'],
    ['1 biscuit (12.5 g)', 12.5, 'g'],
    ['2 slices = 60 g', 60, 'g'],
    ['8 chips 1 oz/28 g', 28, 'g'],
    ['23 g, 1 cookie', 23, 'g'],
    ['28 g (1 PC. | ABOUT)', 28, 'g'],
    ['100 g (100 GRM)', 100, 'g'],
    ['½ pizza (175 g)', 175, 'g'],
    ['1/2 cup (125ml)', 125, 'ml'],
    ['1 portion de 25 grammes', 25, 'g'],
    ['2 x 15 g', 30, 'g'],
    ['125 g (2 x 62.5 g)', 125, 'g'],
    ['1 oz', 28.35, 'g'],
    ['8 fl oz', 236.6, 'ml'],
    ['8 fl oz (240 ml)', 240, 'ml'],
    ['12 oz (355 ml)', 355, 'ml'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseServing(text)).toEqual({ value, unit });
  });

  it.each([
    ['says no amount', ['', '30', '1 cup', '2 biscuits', '28.35']],
    ['is a range', ['20-30 g', '25 – 30 g', '2 to 3 pieces (30 g)', '10 à 12 g', '< 5 g']],
    ['says two amounts', ['40 g (11.2 oz)', '16 ml (16 fl oz)', '30 g (28 g drained)', '30 g/100 g']],
    ['is a weight and a volume', ['250 ml (258 g)', '30 g + 125 ml']],
    ['may be thousands', ['1.000 g', '28,000 g']],
  ])('that %s is not sure', (_, texts) => {
    for (const text of texts) expect(parseServing(text), text).toBeUndefined();
  });

  it('of a text made to keep the patterns busy is given up', () => {
    for (const part of ['1 x ', '1 ', '1-', '1 g ']) parseServing(part.repeat(200_000));
    expect(parseServing('1 to '.repeat(200_000))).toBeUndefined();
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
