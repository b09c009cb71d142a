import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseQuantity, parseServing } from '../../../../src/platform/text/amounts/parse-quantity.ts';
import { convertQuantity } from '../../../../src/platform/text/amounts/units.ts';

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

describe('a share', () => {
  it.each([
    ['3/4 l', 0.75, 'l'],
    ['1 1/2 l', 1.5, 'l'],
    ['½ l', 0.5, 'l'],
    ['1½ lb', 680.389, 'g'],
    ['2 x ½ l', 1, 'l'],
    ['1/2 gallon (1.89 l)', 1.89, 'l'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each([
    '3/4 g',
    '7/9 g',
    '20/30 g',
    '4/4, 475 g',
    '1 / 2 l',
    '1/2/3 l',
    '1/2 x 500 g',
    '1/2 of a 400 g pack',
  ])('in %j is no quantity', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
    expect(parseServing(text)).toBeUndefined();
  });
});

describe('thousands', () => {
  it.each([
    ['1’500 g', 1500, 'g'],
    ["12'500 ml", 12500, 'ml'],
    ['6 × 1’500 g', 9000, 'g'],
    ['1 500 g', 1500, 'g'],
    ['2 000 ml', 2000, 'ml'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each(["1'5 l", '1’50 g', '6 330 ml', '4 125 g', '12 2 000 g', '2,205 lb', '1.000 oz x', '1,234.5 g'])(
    'are not seen in %j',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );
});

describe('a pack', () => {
  it.each([
    ['6 cans x 330 ml', 1980, 'ml'],
    ['12 sachets de 2 g', 24, 'g'],
    ['6 х 330 мл', 1980, 'ml'],
    ['6 Flaschen zu je 0,5 l', 3, 'l'],
    ['4 Becher à 150 g', 600, 'g'],
    ['6 cans, 330 ml each', 1980, 'ml'],
    ['6 bottles (0.5 l/bottle)', 3, 'l'],
    ['2 packs of 6 cans of 330 ml', 3960, 'ml'],
    ['10 sachets de thé de 2 g', 20, 'g'],
    ['330 ml cans x 6', 1980, 'ml'],
    ['6 шт. по 50 г', 300, 'g'],
    ['2 packs of 10 pieces', 20, 'pcs'],
    ['6 x 12 fl oz (355 ml)', 2130, 'ml'],
    ['6 x 330 ml (330 ml)', 1980, 'ml'],
    ['12 x 2 x 20 g (40 g)', 480, 'g'],
    ['500 g (4 x 125 g)', 500, 'g'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each([
    [
      'of which the amount may be of one or of all',
      ['6 cans 330 ml', '6 cans, 330 ml', '6 cans (330 ml)', '330 ml (6 cans)'],
    ],
    ['within a pack', ['4 x (3 x 20 g)', '2 packs (6 cans, 330 ml each)', '2 packs (10 pieces)']],
    ['whose amounts do not agree', ['3 x 80 g (160 g)', '24 x 330 ml (4 x 6)', '2 x 250 g, 2 x 100 g']],
    ['with something added', ['500 g + 20%', '2 x 120 g + 1 gratis', '5 l + 1 l']],
    ['without a whole count', ['1.5 x 250 g', '0 x 250 g', '1.000 x 5 g', 'x 100 g', '6 x 330']],
    ['with words in between', ['2 x 4 slices 400 g', '6 Kölsch 330 ml', '6 cans or 330 ml', '10 m x 30 cm']],
  ])('%s is no quantity', (_, texts) => {
    for (const text of texts) expect(parseQuantity(text), text).toBeUndefined();
  });
});

describe('a sum', () => {
  it.each([
    ['1 lb 4 oz', 566.99, 'g'],
    ['2 x 1 lb. 4 oz.', 1133.98, 'g'],
    ['1 lb 4 oz (567 g)', 567, 'g'],
    ['1 qt 8 fl oz', 1182.94, 'ml'],
    ['1 kg 200 g', 1200, 'g'],
    ['1 kg 1000 g', 1, 'kg'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  it.each(['1.5 lb 8 oz', '1 lb, 4 oz', '4 oz 1 lb', '1 kg 200 ml', '1 lb 4'])(
    '%j is no quantity',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );
});

describe('a writing with a part that is not understood', () => {
  it.each([
    '-5 g',
    '2 tot 3 g',
    '6 a 8 g',
    '30 g for 100 g',
    '500 g drained',
    '1, 5 l',
    '5 g 12%',
    '#5 g',
    '2 200 g 4',
  ])('%j is no quantity', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
    expect(parseServing(text)).toBeUndefined();
  });
});

describe('writings of real labels', () => {
  const [, ...rows] = readFileSync(path.join(import.meta.dirname, 'writings.tsv'), 'utf8')
    .trim()
    .split('\n');
  const writings = rows.map((row) => row.split('\t'));

  it('are 300 at least', () => {
    expect(writings.length).toBeGreaterThanOrEqual(300);
  });

  it.each(writings)('%s %j is %s', (field, writing = '', amount) => {
    const read = field === 'quantity' ? parseQuantity(writing) : parseServing(writing);
    expect(read ? `${read.value} ${read.unit}` : '-').toBe(amount);
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
    ['2 cookies, 15 g each', 30, 'g'],
    ['15 g each, 2 cookies', 30, 'g'],
    ['2 Kekse, je 15 g', 30, 'g'],
    ['2 biscuits (15 g/biscuit)', 30, 'g'],
    ['2 biscuits de 15 g', 30, 'g'],
    ['2 cookies (15 g each, 30 g)', 30, 'g'],
    ['1 bag, 30 g each', 30, 'g'],
    ['Serving size: 2 cookies (30 g)', 30, 'g'],
    ['3 crackers (approx. 10 g each)', 30, 'g'],
    ['30 g/portion', 30, 'g'],
    ['2 biscuit(s) (25 g)', 25, 'g'],
    ['2 pouches (30 g)', 30, 'g'],
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
    ['may be thousands', ['1.000 g', '28,000 g', '1 200 ml']],
    ['may be of one of several', ['15 g each', '2 pouches, 30 g', '2 servings of 30 g', '2 portions (60 g)']],
    [
      'names its things twice',
      ['2 cookies, 15 g la pièce', '2 packs, 3 cookies, 15 g each', '3 Mohrle 25 g'],
    ],
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
