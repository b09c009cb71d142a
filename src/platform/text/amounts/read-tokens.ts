import { findUnit, type Unit } from './units.ts';

/** A number as written: whether `1.000` means 1 or 1,000 depends on what follows. */
export interface WrittenNumber {
  value: number;
  isFraction: boolean;
  /** The sign before a group of three digits that could be decimals or thousands. */
  doubtfulSign: '.' | ',' | ' ' | undefined;
}

export type Token =
  | ({ type: 'number' } & WrittenNumber)
  | { type: 'word'; word: string; unit: Unit | undefined }
  | { type: 'times' | 'separator' | 'open' | 'close' };

/** Longer texts are descriptions. */
const LONGEST = 200;

/** `½` to `⅞`, as normalization writes them: `1⁄2`. */
const VULGAR = /[\u00bc-\u00be\u2150-\u215e]/gu;
/** `1 piece(s)` */
const PLURAL = /(?<=\p{L})\((?:s|es|e?n|e)\)/gu;

/** No further digit, no range and no other fraction follows a number. */
const END = String.raw`(?![\d\p{N}]|[.,'’‘]\d|\s*\/\s*\d|\s*[-–—−~]\s*\d)`;
const TOKEN = new RegExp(
  [
    // Blanks, the estimated sign (`℮`), and signs of `about`.
    String.raw`(?<ignored>[\s\u212e~≈]+)`,
    // Shares that amounts are written with; `7/9` and `20/30` are sizes.
    String.raw`(?:(?<whole>\d{1,2}) )?(?<share>1/[23468]|2/3|3/[48]|5/[68]|7/8)${END}`,
    // Thousands by apostrophes or blanks. `6 330 ml` may lack the sign of a pack, but a `1` is not written before a
    // single pack. `.33` only where a number can begin.
    String.raw`(?<number>\d{1,3}(?:['’‘]\d{3})+(?:[.,]\d+)?|1(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?: \d{3})* 000|` +
      String.raw`\d+(?:[.,]\d+)?|(?<![\p{L}\d)])[.,]\d+)${END}`,
    String.raw`(?<times>[x×*х✕](?![\p{L}\p{M}]))`,
    String.raw`(?<floz>(?:fl\.?\s*oz|fluid\s+(?:ounces?|oz))(?!\p{L})\.?)`,
    // `g/can`, but not `g/28 g`.
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|/(?=\s*\p{L}))\.?`,
    String.raw`(?<sign>[-–—,;:|=/.([)\]])`,
  ].join('|'),
  'uy',
);

/** Splits a writing of amounts into tokens. Undefined for a sign that no amount is written with. */
export function readTokens(text: string): Token[] | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = text
    .toLowerCase()
    .replaceAll(VULGAR, (sign) => ` ${sign.normalize('NFKC')}`)
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PLURAL, '');
  if (plain.length > LONGEST) return undefined;
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const found = TOKEN.exec(plain)?.groups;
    if (!found) return undefined;
    if (found['ignored'] === undefined) tokens.push(buildToken(found));
  }
  return tokens;
}

function buildToken({
  whole,
  share,
  number,
  times,
  floz,
  word,
  sign,
}: Record<string, string | undefined>): Token {
  if (share !== undefined) {
    const [over = 0, under = 1] = share.split('/').map(Number);
    const value = Number(whole ?? 0) + over / under;
    return { type: 'number', value, isFraction: true, doubtfulSign: undefined };
  }
  if (number !== undefined) return { type: 'number', ...readNumber(number) };
  if (times !== undefined) return { type: 'times' };
  const name = floz === undefined ? word : 'floz';
  if (name !== undefined) return { type: 'word', word: name, unit: findUnit(name) };
  if (sign === '(' || sign === '[') return { type: 'open' };
  return { type: sign === ')' || sign === ']' ? 'close' : 'separator' };
}

function readNumber(text: string): WrittenNumber {
  const [, group] = /^[1-9]\d{0,2}([., ])\d{3}(?!\d)/.exec(text) ?? [];
  return {
    value: Number(text.replaceAll(/['’‘ ]/g, '').replace(',', '.')),
    isFraction: false,
    doubtfulSign: group as WrittenNumber['doubtfulSign'],
  };
}
