import { ignoreInvisible } from './invisible-characters.ts';

/** Letters that Unicode does not decompose, but people type without their mark. */
const UNDECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
};
const UNDECOMPOSED_LETTER = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');

/**
 * Numerals that are not digits, enclosed letters, and letters beyond the basic plane. C libraries and JavaScript
 * disagree on which of them are letters, so they become blanks in both search engines.
 */
const DISPUTED = /\p{No}|[\u{1f150}-\u{1f189}]|(?=[\u{10000}-\u{10ffff}])[\p{L}\p{N}]/gu;

/** Signs of ownership, which stand at a name and are no part of it. Unicode would make letters of some. */
const OWNERSHIP = /[™℠®©℗]/g;
/** Signs that people take for an apostrophe, after Unicode has taken the acute accent that stands alone apart. */
const APOSTROPHES = /[`ʹʻʼʽ՚׳‘’‛′ꞌ]/g;
/** Signs that people take for a hyphen. */
export const HYPHENS = /[\p{Pd}⁃−]/gu;

/**
 * Folds a text for comparison: lower case, without accents and invisible characters, one apostrophe and one hyphen,
 * compatibility forms resolved, white space collapsed, at most 900 characters. Every stored `search_name` and every
 * query is folded here. So a query matches with or without accents, and both search engines see the same text.
 */
export function foldText(text: string): string {
  const folded = fold(text, (letters) => letters.replaceAll(HYPHENS, '-'));
  return cutToLongest((SPACES.test(folded) ? folded.replaceAll(/\s+/g, ' ') : folded).trim());
}

/**
 * Three characters for each of a name's 300, as many as a Korean syllable becomes. A few characters become up to 18
 * (`ﷺ`), and the cost of comparing grows with both lengths.
 */
const LONGEST_FOLDED = 900;

function cutToLongest(folded: string): string {
  if (folded.length <= LONGEST_FOLDED) return folded;
  return Array.from(folded).slice(0, LONGEST_FOLDED).join('').trimEnd();
}

const SPACES = /\s\s|[^\S ]/;

/** Folds like `foldText`, but keeps white space, hyphens and any length. */
export function foldLetters(text: string): string {
  return fold(text, (letters) => letters);
}

/** @param foldOthers folds further what is not Latin alone: hyphens of other kinds are not */
function fold(text: string, foldOthers: (letters: string) => string): string {
  // Nearly all texts, and folding dominates imports and ranking.
  if (/^[\n\x20-\x25\x27-\x5f\x61-\x7e]*$/.test(text)) return text.toLowerCase();
  const seen = ignoreInvisible(text);
  return foldLatin(seen) ?? foldOthers(foldAnyLetters(seen));
}

function foldAnyLetters(text: string): string {
  return text
    .replaceAll(OWNERSHIP, ' ')
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DISPUTED, ' ');
}

/** Folded forms of the letters that fold independently of their neighbours. */
const LATIN = Array.from({ length: 0x2_50 }, (_, code) => foldAnyLetters(String.fromCodePoint(code)));

/** A fast path for Latin texts; undefined for others. */
function foldLatin(text: string): string | undefined {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const letter = LATIN[text.charCodeAt(i)];
    if (letter === undefined) return undefined;
    folded += letter;
  }
  return folded;
}

/** Returns the words of a folded text in order: runs of letters and digits, as pg_trgm sees them. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns whether a text has a letter or digit left after folding, so that it can be found. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(foldText(text));
}

/** Fewer digits occur in thousands of barcodes: no index helps, and people do not group them like a code. */
export const SHORTEST_CODE = 4;

/**
 * Prepares a folded query, with its digits if it is a code. Blanks and hyphens around digits are dropped. Those
 * between digits, as printed on packs, are kept for names and dropped for barcodes. With less than four digits, `1-2`
 * and `1 2 3` are words, not codes.
 */
export function readSearchText(folded: string): { text: string; digits: string | undefined } {
  const text = folded.replaceAll(/^[ -]+(?=\d)|(?<=\d)[ -]+$/g, '');
  const digits = text.replaceAll(/[ -]/g, '');
  if (!/^\d+$/.test(digits)) return { text: folded, digits: undefined };
  const isCode = text === digits || digits.length >= SHORTEST_CODE;
  return { text, digits: isCode ? digits : undefined };
}
