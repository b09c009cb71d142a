import {
  findWord,
  isInTerm,
  listForms,
  LONGEST_WORD,
  type Term,
} from '../../data/ingredients/ingredient-words.ts';
import { foldLetters } from '../../platform/text/fold-text.ts';

/** `end`: of a sentence or line. A `break` ends a name: no name of several words goes beyond it. */
export type Token =
  | { type: 'word'; word: string }
  | { type: 'number' }
  | { type: 'break' | 'open' | 'close' | 'colon' | 'end' };

/** An E number, a word, a number, or a sign between them. Other signs are blanks, as the underlines of `_milk_`. */
const PARTS =
  /\be\d{3,4}[a-z]?i{0,3}\b|\p{L}+|\d+(?:[.,]\d+)*|[()[\]{}]|[,;:/+|•·&=<>]|[.!?\n…]|(?<=\s)[-–—](?=\s)|[–—]/gu;

/** The words, numbers and signs of a folded text; a word that is made of others is its parts. */
export function listTokens(text: string): Token[] {
  const plain = foldLetters(
    text
      .replaceAll(/<[^<>]{0,80}>/g, ' ')
      .replaceAll('&quot;', ' ')
      .replaceAll('&amp;', ' & '),
  )
    .replaceAll('_', '')
    // `E 322`, `E-322` and `E322 (i)`.
    .replaceAll(/\be[\s-]?(\d{3,4}[a-z]?)\b/g, 'e$1')
    .replaceAll(/(\d),(?=\d)/g, '$1.');
  return (plain.match(PARTS) ?? []).flatMap(readPart);
}

function readPart(part: string): Token[] {
  if (/^(\p{L}|e\d)/u.test(part)) return splitWord(part).map((word) => ({ type: 'word', word }));
  if (/^\d/.test(part)) return [{ type: 'number' }];
  if ('([{'.includes(part)) return [{ type: 'open' }];
  if (')]}'.includes(part)) return [{ type: 'close' }];
  if (part === ':') return [{ type: 'colon' }];
  return [{ type: '.!?\n…'.includes(part) ? 'end' : 'break' }];
}

const isPart = ({ meanings, joins }: Term): boolean =>
  joins && !meanings.every(({ filler, negates }) => filler && !negates);

/** Shorter parts would make a word of nearly anything. */
const SHORTEST_PART = 4;
const SHORT_LAST_PARTS = new Set(['ol', 'oel', 'tee', 'ei']);
const LONGEST_COMPOUND = 100;
const LINKS = ['', 's', 'n', 'es', 'en'];

/** `Weizenmehl` is wheat and flour: the parts of an unknown word where each of them is known, else the word. */
function splitWord(word: string): string[] {
  if (
    word.length < 6 ||
    word.length > LONGEST_COMPOUND ||
    isInTerm(word) ||
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

/** @param failed ends of the word that have no known parts; without them a hostile word would take exponential time */
function findParts(word: string, failed: Set<string>): string[] | undefined {
  if (failed.has(word)) return undefined;
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
  const term = findKnown(rest);
  return term && isPart(term) ? [rest] : findParts(rest, failed);
}
