import {
  findLanguages,
  findTerms,
  findWord,
  listForms,
  LONGEST_WORD,
  mayBegin,
  SHORTEST_PART,
  type Languages,
  type Term,
  type WordMeaning,
} from '../../data/ingredients/ingredient-words.ts';
import { foldLetters } from '../../platform/text/fold-text.ts';

export interface WordToken {
  type: 'word';
  word: string;
  /** See `listForms`. */
  forms: readonly string[];
  /** The term that consists of this word alone. */
  term: Term | undefined;
  /** Terms that start with one of the word's forms: the longest first, then those of the first form. */
  terms: readonly Term[];
  /** Those in whose terms the word stands. */
  languages: Languages;
  /** The meanings of known words inside an unknown one. */
  hidden: readonly WordMeaning[];
}

/** `end`: of a sentence or line. `break`: ends a name, so no term of several words spans it. */
export type Token = WordToken | { type: 'number' } | { type: 'break' | 'open' | 'close' | 'colon' | 'end' };

/**
 * An E number, word, number or separator. `&` is a word, because some names contain it; a word may contain the digits
 * that text recognition takes for letters. Other characters count as blanks, such as the underscores of `_milk_`.
 */
const PARTS =
  /\be\d[\da-z]*\b|\p{L}+(?:[01]\p{L}+)*|&|\d+(?:[.,]\d+)*|[()[\]{}]|[,;:/+|•·=<>]|[.!?\n…«»‹›“”„"]|(?<=\s)[-–—](?=\s)|[–—]/gu;

/** Others in angle brackets are text: `<milk>`, and `<2% milk, >1% salt`. */
const TAG =
  /<\/?(?:a|b|br|div|em|font|h\d|i|img|li|mark|ol|p|small|span|strong|sub|sup|table|td|th|tr|u|ul)(?![\p{L}\d])[^<>]{0,80}>/giu;
/** `E 322`, `E-322` and `E322 (i)`, with the Cyrillic and Greek letters that look the same and with letters for digits. */
const E_NUMBER = /(?<!\p{L})[eеε][\s-]?((?=\w?\d)[\dl][\dol]{2,3}[a-z]?i{0,3})(?![\p{L}\d])/gu;
/** The number alone, as in Australia: `preservative (220)`. A type of flour has such a number, too. */
const BARE_E_NUMBER =
  /(?<![\p{L}\d]|\d\.|(?<!\d)\d{1,2},|typ[eo]?\.? )(\d{3,4}[a-f]?)(?=\s*(?:[)\]},;/&\n]|(?:and|or|et|und|y)(?!\p{L})|\.?\s*$))/gu;

/** Splits a folded text into words, numbers and separators; a compound word becomes its parts. */
export function listTokens(text: string): Token[] {
  const plain = foldLetters(text.replaceAll(TAG, ' ').replaceAll('&quot;', ' ').replaceAll('&amp;', ' & '))
    .replaceAll('_', '')
    .replaceAll(E_NUMBER, 'e$1')
    .replaceAll(BARE_E_NUMBER, (number) => (findWord(`e${number}`) ? `e${number}` : number))
    .replaceAll(/(\d),(?=\d)/g, '$1.');
  return (plain.match(PARTS) ?? []).flatMap(readPart);
}

const SIGNS: ReadonlyMap<string, readonly Token[]> = new Map(
  Object.entries({
    open: '([{',
    close: ')]}',
    colon: ':',
    end: '.!?\n…«»‹›“”„"',
    break: ',;/+|•·=<>-–—',
  }).flatMap(([type, signs]) => Array.from(signs, (sign) => [sign, [{ type } as Token]])),
);
const NUMBER: readonly Token[] = [{ type: 'number' }];

/** Caches separators and recent words: an import reads the same few thousand again and again. */
let readParts = new Map(SIGNS);
const MOST_READ_PARTS = 20_000;

function readPart(part: string): readonly Token[] {
  const known = readParts.get(part);
  if (known) return known;
  if (/^\d/.test(part)) return NUMBER;
  // Copied, because a slice keeps the whole text in memory.
  const written = Buffer.from(part).toString();
  const tokens = splitWord(written).map(describeWord);
  if (written.length > LONGEST_COMPOUND) return tokens;
  if (readParts.size === MOST_READ_PARTS) readParts = new Map(SIGNS);
  readParts.set(written, tokens);
  return tokens;
}

function describeWord(word: string): WordToken {
  const forms = listForms(word);
  const terms = forms.flatMap(findTerms).sort((a, b) => b.words.length - a.words.length);
  const languages = forms.reduce((all, form) => all | findLanguages(form), 0);
  const term = findWord(word);
  return { type: 'word', word, forms, term, terms, languages, hidden: term ? [] : listHidden(word) };
}

/** Returns the meanings of known words inside an unknown one, such as `weizen` in a word that cannot be split. */
function listHidden(word: string): WordMeaning[] {
  const found: WordMeaning[] = [];
  for (let from = 0; from <= word.length - SHORTEST_PART; from += 1) {
    if (!mayBegin(word, from)) continue;
    const end = Math.min(word.length, from + LONGEST_WORD);
    for (let to = from + SHORTEST_PART; to <= end; to += 1) {
      const term = findWord(word.slice(from, to));
      found.push(...(term?.meanings.map(({ says }) => says) ?? []));
    }
  }
  return found;
}

const isPart = ({ meanings, joins }: Term): boolean =>
  joins && !meanings.every(({ says }) => says.filler && !says.negates);

const SHORT_LAST_PARTS = new Set(['ol', 'oel', 'tee', 'ei']);
const LONGEST_COMPOUND = 100;
const LINKS = ['', 's', 'n', 'es', 'en'];

/**
 * Splits an unknown compound word if all its parts are known: `Weizenmehl` is wheat and flour. Otherwise returns the
 * word.
 */
function splitWord(word: string): string[] {
  if (
    word.length < 6 ||
    word.length > LONGEST_COMPOUND ||
    findLanguages(word) !== 0 ||
    findKnown(word) ||
    !/^[a-z]+$/.test(word)
  )
    return [word];
  return findParts(word, new Set()) ?? [word];
}

function findKnown(word: string): Term | undefined {
  for (const form of listForms(word)) {
    const term = findWord(form);
    if (term) return term;
  }
  return undefined;
}

/** @param failed endings that cannot be split; without this cache a hostile word would take exponential time */
function findParts(word: string, failed: Set<string>): string[] | undefined {
  if (failed.has(word) || !mayBegin(word, 0)) return undefined;
  for (let length = Math.min(word.length - 2, LONGEST_WORD); length >= SHORTEST_PART; length -= 1) {
    const first = word.slice(0, length);
    const term = findWord(first);
    if (!term || !isPart(term)) continue;
    for (const link of LINKS) {
      const rest = word.slice(length + link.length);
      if (!word.startsWith(link, length) || rest === '') continue;
      const parts = findRest(rest, failed);
      if (parts) return [first, ...parts];
    }
  }
  failed.add(word);
  return undefined;
}

function findRest(rest: string, failed: Set<string>): string[] | undefined {
  if (SHORT_LAST_PARTS.has(rest)) return [rest];
  if (rest.length < SHORTEST_PART) return undefined;
  const ending = `-${rest}`;
  if (findWord(ending)) return [ending];
  const term = findKnown(rest);
  return term && isPart(term) ? [rest] : findParts(rest, failed);
}
