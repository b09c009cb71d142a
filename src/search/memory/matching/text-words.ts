import { isEnough } from '../../similarity/rank-matches.ts';
import { queryTrigrams } from '../../similarity/word-similarity.ts';
import { createPartsSimilarity } from './parts-similarity.ts';
import { withPlace } from '../tables/growing-arrays.ts';
import type { WordTable } from '../word-table.ts';

/** What the words of names have in common with a text. It is good until the next text. */
export interface TextWords {
  /** How many different trigrams the text has. */
  count: number;
  /** The same without those that reach beyond its first and its last letter. */
  inside: number;
  /** The least number of the text's trigrams that a match has. */
  least: number;
  /** The text's trigrams that words have. */
  known: readonly number[];
  /** Words that are alike enough, each alone. */
  alike: readonly number[];
  /** By word, 0 for most: which of the text's trigrams it has, as bits. */
  marks: Int32Array;
  /** The text's trigrams of a mark, or of several put together with `|`: no fewer than there are. */
  countOf: (mark: number) => number;
  /** The exact similarity of parts of a name that stand side by side. */
  similarityOf: (parts: Int32Array, from: number, to: number) => number;
}

/** Bits of a mark: the sign stays out of it. In a text of more trigrams, neighbours have a bit together. */
const BITS = 31;

/** Returns what reads a text. */
export function createTextWords(words: WordTable): (text: string) => TextWords {
  let marks = new Int32Array(1_024);
  const related: number[] = [];
  // By trigram: its number in the text.
  let numberInText = new Int16Array(1_024).fill(-1);
  const known: number[] = [];
  const similarityOfParts = createPartsSimilarity(words, (trigram) => numberInText[trigram] as number);
  /** Of words that are alike enough. */
  const similarities = new Map<number, number>();

  const clear = (): void => {
    for (const word of related) marks[word] = 0;
    for (const trigram of known) numberInText[trigram] = -1;
    related.length = known.length = 0;
    similarities.clear();
    marks = withPlace(marks, words.size());
    const before = numberInText.length;
    numberInText = withPlace(numberInText, words.trigramCount()).fill(-1, before);
  };

  const relateWords = (ids: Map<number, number>, perBit: number): void => {
    for (const [trigram, number] of ids) {
      const found = words.trigramNumber(trigram);
      if (found === undefined) continue;
      known.push(found);
      numberInText[found] = number;
      const bit = 1 << Math.floor(number / perBit);
      const own = words.wordsWith.valuesOf(found);
      for (let i = 0; i < own.length; i++) {
        const word = own[i] as number;
        const before = marks[word] as number;
        if (before === 0) related.push(word);
        marks[word] = before | bit;
      }
    }
  };

  return (text) => {
    clear();
    const { ids, count, inside } = queryTrigrams(text);
    const perBit = Math.ceil(count / BITS);
    relateWords(ids, perBit);
    const countOf = (mark: number): number => Math.min(count, bitsOf(mark) * perBit);
    const least = leastShared(count);
    for (const word of related) {
      if (countOf(marks[word] as number) < least) continue;
      const similarity = similarityOfParts(count, Int32Array.of(word), 0, 1);
      if (isEnough(similarity)) similarities.set(word, similarity);
    }
    return {
      count,
      inside,
      least,
      known,
      alike: [...similarities.keys()],
      marks,
      countOf,
      similarityOf(parts, first, end) {
        let from = first;
        let to = end;
        // A run of trigrams begins and ends with one of the text's.
        while (from < to && marks[parts[from] as number] === 0) from++;
        while (from < to && marks[parts[to - 1] as number] === 0) to--;
        const alone = to - from === 1 ? similarities.get(parts[from] as number) : undefined;
        return alone ?? similarityOfParts(count, parts, from, to);
      },
    };
  };
}

/** The least number of shared trigrams that is enough for a text of so many. */
function leastShared(count: number): number {
  let least = 1;
  while (least < count && !isEnough(Math.fround(least / count))) least++;
  return least;
}

/** How many bits are set, counted in pairs, then in fours and so on. */
function bitsOf(mark: number): number {
  const pairs = mark - ((mark >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
