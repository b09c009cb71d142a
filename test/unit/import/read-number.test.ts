import { describe, expect, it } from 'vitest';
import { readFeedNumber, readNumber } from '../../../src/import/values/read-number.ts';

describe('a number with a decimal comma', () => {
  it.each([
    ['4,7', 4.7],
    [',5', 0.5],
    ['5,', 5],
    ['12', 12],
    ['-3,2', -3.2],
    ['1.234', 1234],
    ['1.234,5', 1234.5],
    ['1.234.567', 1234567],
    ['1 234,5', 1234.5],
    ['1’234,5', 1234.5],
    ['1,5e-3', 0.0015],
    [4.7, 4.7],
  ])('%j is %d', (given, value) => {
    expect(readNumber(given, ',')).toEqual({ value });
  });

  it.each(['4.7', '.5', '0.123', '12.5', '1.2345', '1234.567', '1,234.5', '1,234,567', '00.500'])(
    'is not %j',
    (given) => {
      expect(readNumber(given, ',')).toEqual({ problem: 'other_sign' });
    },
  );

  it.each(['', 'much', '4,7 g', '1,2,3', '1.23.456', '1.234 567', '12 34', '١٫٥', null, true])(
    'cannot be read from %j',
    (given) => {
      expect(readNumber(given, ',')).toEqual({ problem: 'no_number' });
    },
  );
});

describe('a number with a decimal point', () => {
  it.each(['4,7', ',5', '0,123', '12,50', '1.234,5', '1.234.567'])('is not %j', (given) => {
    expect(readNumber(given, '.')).toEqual({ problem: 'other_sign' });
  });

  it('may group thousands by commas', () => {
    expect(readNumber('1,234.5', '.')).toEqual({ value: 1234.5 });
    expect(readNumber('1,234', '.')).toEqual({ value: 1234 });
  });
});

describe('a number of a column with both signs', () => {
  it.each(['1.234', '1,234', '-12.345'])('%j is in doubt', (given) => {
    expect(readNumber(given, ',', true)).toEqual({ problem: 'doubtful_sign' });
  });

  it('is read where it can be only one', () => {
    expect(readNumber('1.234,5', ',', true)).toEqual({ value: 1234.5 });
    expect(readNumber('0,123', ',', true)).toEqual({ value: 0.123 });
  });
});

describe('a number of a feed', () => {
  it.each(['4,7', '1,234', '1,234.5'])('has no comma: %j', (given) => {
    expect(readFeedNumber(given)).toEqual({ problem: 'other_sign' });
  });

  it('has a point, and may have an exponent', () => {
    expect(readFeedNumber('1.234')).toEqual({ value: 1.234 });
    expect(readFeedNumber('9.0E-5')).toEqual({ value: 0.00009 });
    expect(readFeedNumber('0x10')).toEqual({ problem: 'no_number' });
  });
});
