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
 * resolved, runs of white space one blank. Every stored `search_name` and every query goes through this one function,
 * so a query without accents finds the name with them and the other way round, and the Postgres engine and the
 * Meilisearch engine see the same text.
 */
export function foldText(text: string): string {
  const folded = foldLatin(text) ?? foldLetters(text);
  return (SPACES.test(folded) ? folded.replaceAll(/\s+/g, ' ') : folded).trim();
}

const SPACES = /\s\s|[^\S ]/;

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replaceAll(DISPUTED, ' ');
}

/** Of the letters up to here each is folded by itself, whatever stands beside it. */
const LATIN = Array.from({ length: 0x2_50 }, (_, code) => foldLetters(String.fromCodePoint(code)));

/** Folding names is the larger part of reranking, and nearly all are in Latin letters; undefined for one that is not. */
function foldLatin(text: string): string | undefined {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
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

/** People type codes with spaces and hyphens, as they are printed. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^\d+$/.test(digits) ? digits : undefined;
}
