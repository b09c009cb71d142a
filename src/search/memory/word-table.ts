import { trigramsOf } from '../similarity/word-similarity.ts';
import { createNumberLists, withPlace, type NumberLists } from './tables/growing-arrays.ts';
import type { Saved } from './tables/saved-tables.ts';
import { createTextTable, type TextTable } from './tables/text-table.ts';

/**
 * The parts that names are made of, each with a number: words, which have trigrams, and what stands between words, which
 * has none. Parts only come, they never go.
 */
export interface WordTable extends Pick<
  TextTable,
  'numberOf' | 'textOf' | 'lengthOf' | 'unitAt' | 'holdsAt' | 'comesBefore' | 'size'
> {
  /** The number of a trigram; undefined when no word has it. */
  trigramNumber(trigram: number): number | undefined;
  trigramCount(): number;
  /** The numbers of the trigrams of a word, in order: from `startOf(word)` to `startOf(word + 1)`. */
  trigrams(): Int32Array;
  startOf(word: number): number;
  /** How many different trigrams a word has. */
  distinctTrigrams(word: number): number;
  /** The words that have a trigram. */
  wordsWith: Pick<NumberLists, 'valuesOf' | 'lengthOf'>;
  save(): Saved;
  load(saved: Saved): void;
}

export function createWordTable(): WordTable {
  const texts = createTextTable();
  const trigramNumbers = new Map<number, number>();
  const wordsWith = createNumberLists();
  /** Words of which the trigrams are known. */
  let size = 0;
  let starts = new Int32Array(1_024);
  let distinct = new Uint16Array(1_024);
  let trigrams = new Int32Array(8_192);

  const numberOfTrigram = (trigram: number): number => {
    const known = trigramNumbers.get(trigram);
    if (known !== undefined) return known;
    trigramNumbers.set(trigram, trigramNumbers.size);
    return trigramNumbers.size - 1;
  };

  const describe = (word: number): void => {
    const own = trigramsOf(texts.textOf(word)).map(numberOfTrigram);
    const different = new Set(own);
    for (const number of different) wordsWith.add(number, word);
    distinct = withPlace(distinct, word);
    distinct[word] = different.size;
    const end = (starts[word] as number) + own.length;
    trigrams = withPlace(trigrams, end);
    trigrams.set(own, starts[word]);
    starts = withPlace(starts, word + 1);
    starts[word + 1] = end;
  };

  return {
    numberOf(text, from, to) {
      const word = texts.numberOf(text, from, to);
      if (word === size) describe(size++);
      return word;
    },
    textOf: (word) => texts.textOf(word),
    lengthOf: (word) => texts.lengthOf(word),
    unitAt: (word, at) => texts.unitAt(word, at),
    holdsAt: (word, text, at) => texts.holdsAt(word, text, at),
    comesBefore: (word, text) => texts.comesBefore(word, text),
    size: () => size,
    trigramNumber: (trigram) => trigramNumbers.get(trigram),
    trigramCount: () => trigramNumbers.size,
    trigrams: () => trigrams,
    startOf: (word) => starts[word] as number,
    distinctTrigrams: (word) => distinct[word] as number,
    wordsWith,
    save: () => ({
      texts: texts.save(),
      trigramNumbers: [...trigramNumbers.keys()],
      wordsWith: wordsWith.save(),
      size,
      starts: starts.subarray(0, size + 1),
      distinct: distinct.subarray(0, size),
      trigrams: trigrams.subarray(0, starts[size]),
    }),
    load(saved) {
      const own = saved as {
        texts: Saved;
        trigramNumbers: number[];
        wordsWith: Saved;
        size: number;
        starts: Int32Array<ArrayBuffer>;
        distinct: Uint16Array<ArrayBuffer>;
        trigrams: Int32Array<ArrayBuffer>;
      };
      ({ size, starts, distinct, trigrams } = own);
      texts.load(own.texts);
      wordsWith.load(own.wordsWith);
      for (const [number, trigram] of own.trigramNumbers.entries()) trigramNumbers.set(trigram, number);
    },
  };
}
