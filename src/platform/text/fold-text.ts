/** Letters that Unicode does not decompose but people type without their mark. */
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
 * Numerals that are no digits, enclosed letters and letters beyond the basic plane: C libraries and JavaScript do not
 * agree on which of them are letters, so they become blanks and the two engines cannot differ.
 */
const DISPUTED = /\p{No}|[\u{1f150}-\u{1f189}]|(?=[\u{10000}-\u{10ffff}])[\p{L}\p{N}]/gu;

/**
 * The form in which names, brands and queries are compared: lower case, without accents, compatibility forms
 * resolved, runs of white space one blank, and never longer than 900 characters. Every stored `search_name` and every query goes through this one function,
 * so a query without accents finds the name with them and the other way round, and the Postgres engine and the
 * Meilisearch engine see the same text.
 */
export function foldText(text: string): string {
  const folded = foldLetters(text);
  return cutToLongest((SPACES.test(folded) ? folded.replaceAll(/\s+/g, ' ') : folded).trim());
}

/**
 * Three characters for each of the 300 that a name may have: as many as a Korean syllable becomes. A few signs
 * become up to 18 (`ﷺ`), and comparing costs as much as both texts are long.
 */
const LONGEST_FOLDED = 900;

function cutToLongest(folded: string): string {
  if (folded.length <= LONGEST_FOLDED) return folded;
  return Array.from(folded).slice(0, LONGEST_FOLDED).join('').trimEnd();
}

const SPACES = /\s\s|[^\S ]/;

/** As `foldText`, but for white space and at any length. */
export function foldLetters(text: string): string {
  return foldLatin(text) ?? foldAnyLetters(text);
}

function foldAnyLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replaceAll(DISPUTED, ' ');
}

/** Of the letters up to here each is folded by itself, whatever stands beside it. */
const LATIN = Array.from({ length: 0x2_50 }, (_, code) => foldAnyLetters(String.fromCodePoint(code)));

/** Folding is a large part of imports and of ranking, and nearly all texts are in Latin letters; undefined for others. */
function foldLatin(text: string): string | undefined {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const letter = LATIN[text.charCodeAt(i)];
    if (letter === undefined) return undefined;
    folded += letter;
  }
  return folded;
}

/** The words of a folded text, in order: runs of letters and digits, as pg_trgm sees them. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether folding leaves anything of a text by which it can be found and told from others. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(foldText(text));
}

/** Fewer digits are in thousands of barcodes: no index finds these, and people do not group them as those of a code. */
export const SHORTEST_CODE = 4;

/**
 * A folded text as a search takes it, with its digits when it is a code. Spaces and hyphens around digits are dropped;
 * those between them, as printed on a pack, count for names and not for barcodes. `1-2` and `1 2 3`, with less than
 * four digits, are words and no code.
 */
export function readSearchText(folded: string): { text: string; digits: string | undefined } {
  const text = folded.replaceAll(/^[ -]+(?=\d)|(?<=\d)[ -]+$/g, '');
  const digits = text.replaceAll(/[ -]/g, '');
  if (!/^\d+$/.test(digits)) return { text: folded, digits: undefined };
  const isCode = text === digits || digits.length >= SHORTEST_CODE;
  return { text, digits: isCode ? digits : undefined };
}
