export type DecimalSign = '.' | ',';

export type ReadNumber = { value: number } | { problem: 'other_sign' | 'doubtful_sign' | 'no_number' };

const buildWriting = (decimal: string, group: string) =>
  new RegExp(
    String.raw`^[-+]?(?:(?:\d+|[1-9]\d{0,2}(?:([${group} '’])\d{3})(?:\1\d{3})*)(?:[${decimal}]\d*)?|[${decimal}]\d+)(?:e[-+]?\d+)?$`,
    'i',
  );
const WRITINGS: Record<DecimalSign, RegExp> = { '.': buildWriting('.', ','), ',': buildWriting(',', '.') };
/** It is 1.234 or 1,234. */
const DOUBTFUL = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads a number with this decimal sign; thousands may be grouped by the other one, by blanks or apostrophes.
 * @param hasBothSigns whether its column has numbers with the other sign, which leaves `1.234` in doubt
 */
export function readNumber(given: unknown, decimal: DecimalSign, hasBothSigns = false): ReadNumber {
  if (typeof given === 'number') return { value: given };
  const text = typeof given === 'string' ? given.trim().replaceAll(/\s/g, ' ') : '';
  const other = decimal === '.' ? ',' : '.';
  if (!WRITINGS[decimal].test(text)) {
    return { problem: WRITINGS[other].test(text) ? 'other_sign' : 'no_number' };
  }
  if (hasBothSigns && DOUBTFUL.test(text)) return { problem: 'doubtful_sign' };
  return { value: Number(text.replaceAll(/[ '’]/g, '').replaceAll(other, '').replace(decimal, '.')) };
}

/** Reads a number of a feed: it has a decimal point, and no thousands are grouped by commas. */
export function readFeedNumber(given: unknown): ReadNumber {
  const read = readNumber(given, '.');
  const isOther = 'value' in read && typeof given === 'string' && given.includes(',');
  return isOther ? { problem: 'other_sign' } : read;
}
