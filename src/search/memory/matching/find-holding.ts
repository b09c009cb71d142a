import { trigramsOf } from '../../similarity/word-similarity.ts';
import { partsOf, type NameTable } from '../name-table.ts';
import type { WordTable } from '../word-table.ts';

/** The names that hold a text, letter by letter: those of these parts that pass. */
export interface Holding {
  parts: number[];
  /** Undefined: all of them pass. */
  passes: ((name: number) => boolean) | undefined;
}

export function findHolding(text: string, words: WordTable, names: NameTable): Holding {
  const parts = partsOf(text);
  if (parts.length === 1) return { parts: listWords(text, 'inside', words), passes: undefined };
  // The first part may be the end of one in a name, and the last part the beginning.
  const lists = parts.map((part, at) =>
    listWords(part, at === 0 ? 'end' : at < parts.length - 1 ? 'whole' : 'start', words),
  );
  const [rarest = []] = lists.toSorted((a, b) => countNames(a, names) - countNames(b, names));
  return { parts: rarest, passes: (name) => names.spell(name).includes(text) };
}

/** How many names these parts have, those that have two of them counted twice. */
export function countNames(parts: number[], names: NameTable): number {
  return parts.reduce((sum, part) => sum + names.namesWith.lengthOf(part), 0);
}

type Where = 'inside' | 'start' | 'end' | 'whole';

/** The parts of names that hold a part of a text there. */
function listWords(part: string, where: Where, words: WordTable): number[] {
  // All trigrams but those that are padded with blanks.
  const inner = trigramsOf(part).slice(2, -1);
  const found: number[] = [];
  if (inner.length === 0) {
    for (let word = 0; word < words.size(); word++) if (isHeld(part, where, word, words)) found.push(word);
    return found;
  }
  const numbers = inner.map((trigram) => words.trigramNumber(trigram));
  if (numbers.includes(undefined)) return [];
  const [rarest = Int32Array.of()] = numbers
    .map((number) => words.wordsWith.valuesOf(number as number))
    .toSorted((a, b) => a.length - b.length);
  for (const word of rarest) if (isHeld(part, where, word, words)) found.push(word);
  return found;
}

function isHeld(part: string, where: Where, word: number, words: WordTable): boolean {
  const left = words.lengthOf(word) - part.length;
  if (left < 0 || (where === 'whole' && left > 0)) return false;
  if (where === 'end') return words.holdsAt(word, part, left);
  for (let at = 0; at <= (where === 'inside' ? left : 0); at++)
    if (words.holdsAt(word, part, at)) return true;
  return false;
}
