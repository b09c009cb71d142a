import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { listTokens } from '../../../src/facts/label/label-tokens.ts';
import { cleanText } from '../../../src/import/values/clean-text.ts';
import { foldLetters, foldText } from '../../../src/platform/text/fold-text.ts';
import { foldWithOffsets } from '../../../src/platform/text/fold-with-offsets.ts';
import { dropInvisible } from '../../../src/platform/text/invisible-characters.ts';
import { plainText } from '../../../src/platform/text/text-contract.ts';

/** All characters that Unicode calls ignorable, but direction overrides, which are refused. */
const INVISIBLE = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter(
    (character) =>
      /[\p{DI}\uFFF9-\uFFFC]/u.test(character) && !/[\u202A-\u202E\u2066-\u2069]/.test(character),
  );
const ENTITIES = [
  '&shy;',
  '&SHY;',
  '&#173;',
  '&#xAD;',
  '&#8203;',
  '&#x200b;',
  '&zwnj;',
  '&ZeroWidthSpace;',
  '&NoBreak;',
  '&lrm;',
];
/** They look like a blank. */
const FILLERS = /[\u115F\u1160\u3164\uFFA0]/;

test('every invisible character in a word is dropped on the way in, and ignored when comparing', () => {
  const given = [...INVISIBLE.filter((character) => !FILLERS.test(character)), ...ENTITIES].map(
    (character) => `Hasel${character}nuss`,
  );
  expect(given.filter((text) => cleanText(text) !== 'Haselnuss')).toEqual([]);
  expect(given.filter((text) => plainText(99).parse(text) !== 'Haselnuss')).toEqual([]);
  expect(given.filter((text) => foldText(text) !== 'haselnuss')).toEqual([]);
  expect(given.filter((text) => foldLetters(text) !== 'haselnuss')).toEqual([]);
  expect(given.filter((text) => listTokens(text).length !== listTokens('Haselnuss').length)).toEqual([]);
});

test('a filler is a blank', () => {
  const given = ['\u115F', '\u1160', '\u2800', '\u3164', '\uFFA0'].map((filler) => `Milk${filler}Tea`);
  expect(new Set(given.map(cleanText))).toEqual(new Set(['Milk Tea']));
  expect(new Set(given.map(foldText))).toEqual(new Set(['milk tea']));
});

describe('what a script or an emoji needs stays', () => {
  it.each([
    ['Persian', 'می\u200Cخواهم چای'],
    ['Persian, an abbreviation', '۱۴۰۰ ه\u200D.ش'],
    ['Hindi', 'क्\u200Dष'],
    ['Bengali', 'র\u200D্যাম'],
    ['Sinhala', 'ශ්\u200Dරී ලංකා'],
    ['Malayalam', 'അവന്\u200D'],
    ['Kannada', 'ರ\u200Dಕ'],
    ['Mongolian', 'ᠬᠠᠭᠠᠨ\u202Fᠤ ᠠ\u180Bᠨ'],
    ['a family', '👨\u200D👩\u200D👧 snack'],
    ['a cook', '👩🏽\u200D🍳'],
    ['a heart', '❤\uFE0F\u200D🔥 chips'],
    ['a keycap', '1\uFE0F\u20E3'],
    ['a flag', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} tea'],
    ['a Han letter', '葛\u{E0100}粉'],
  ])('%s', (_, text) => {
    expect(dropInvisible(text)).toBe(text);
  });

  it.each([
    ['a joiner twice', 'می\u200C\u200Cخواهم', 'می\u200Cخواهم'],
    ['a joiner with a mark', 'می\u200E\u200C\u00ADخواهم', 'می\u200Cخواهم'],
    ['a joiner as an entity', 'می&zwnj;خواهم', 'می\u200Cخواهم'],
    ['a joiner at the end', 'چای\u200C ', 'چای '],
    ['a joiner between Latin letters', 'Auf\u200Clage', 'Auflage'],
    ['a joiner at a Persian word', 'چای \u200CMilk', 'چای Milk'],
    ['a selector at a letter', 'a\uFE0Fb 1\uFE0F', 'ab 1'],
    ['tags without a flag', 'tea\u{E0067}\u{E007F}', 'tea'],
    ['marks of direction', '\u200Fحليب\u200E Milk\u061C', 'حليب Milk'],
  ])('but not %s', (_, text, cleaned) => {
    expect(dropInvisible(text)).toBe(cleaned);
  });

  it('and is ignored when comparing', () => {
    expect(foldText('می\u200Cخواهم')).toBe(foldText('میخواهم'));
    expect(foldText('❤\uFE0F tea')).toBe(foldText('❤ tea'));
  });
});

test('other entities stay to those who decode them', () => {
  expect(dropInvisible('a &amp; b &#65; &#38; &hellip; &#9999999;')).toBe(
    'a &amp; b &#65; &#38; &hellip; &#9999999;',
  );
});

test('a text of invisible characters alone is empty', () => {
  expect(z.object({ name: plainText(9) }).safeParse({ name: '\u200B\u00AD\uFEFF' }).success).toBe(false);
  expect(plainText(9).safeParse('a\u202Eb').success).toBe(false);
});

test('offsets of a folded text pass over invisible characters', () => {
  const { folded, starts } = foldWithOffsets('Ha\u00ADsel');
  expect(folded).toBe('hasel');
  expect(starts).toEqual([0, 1, 3, 4, 5]);
});
