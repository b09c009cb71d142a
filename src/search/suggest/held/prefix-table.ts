import type { Saved } from '../../memory/tables/saved-tables.ts';
import type { WordTable } from '../../memory/word-table.ts';

/** The words of a table in the order of their letters: those that begin alike stand side by side. */
export interface PrefixTable {
  /** Takes in what has come to the words, unless it is so little that it can wait for `isAll`. */
  takeIn(isAll: boolean): void;
  /** The numbers of the words that begin so. */
  wordsWith(prefix: string): Int32Array;
  /** The number of a word; -1 for one that is not there. */
  find(word: string): number;
  save(): Saved;
  load(saved: Saved): void;
}

/** Words that are put in order at once while a process reads all products: a few milliseconds. */
const PORTION = 4_096;
/** No letter comes after it. */
const LAST_LETTER = '\uffff';

export function createPrefixTable(words: WordTable): PrefixTable {
  let inOrder = new Int32Array(0);
  let known = 0;

  /** The first place from `from` on whose word does not come before the text. */
  const findPlace = (text: string, from: number, to: number): number => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words.comesBefore(inOrder[middle] as number, text)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const merge = (come: number[]): void => {
    const texts = new Map(come.map((word) => [word, words.textOf(word)]));
    come.sort((a, b) => ((texts.get(a) as string) < (texts.get(b) as string) ? -1 : 1));
    const merged = new Int32Array(inOrder.length + come.length);
    let from = 0;
    for (const [i, word] of come.entries()) {
      const to = findPlace(texts.get(word) as string, from, inOrder.length);
      merged.set(inOrder.subarray(from, to), from + i);
      merged[to + i] = word;
      from = to;
    }
    merged.set(inOrder.subarray(from), from + come.length);
    inOrder = merged;
  };

  return {
    takeIn(isAll) {
      const size = words.size();
      if (size === known || (!isAll && size - known < PORTION)) return;
      const come: number[] = [];
      // What stands between words has no trigrams.
      for (let word = known; word < size; word++)
        if (words.startOf(word) < words.startOf(word + 1)) come.push(word);
      known = size;
      if (come.length > 0) merge(come);
    },
    wordsWith(prefix) {
      const from = findPlace(prefix, 0, inOrder.length);
      return inOrder.subarray(from, findPlace(prefix + LAST_LETTER, from, inOrder.length));
    },
    find(word) {
      const place = findPlace(word, 0, inOrder.length);
      const found = inOrder[place];
      if (found === undefined || words.lengthOf(found) !== word.length) return -1;
      return words.holdsAt(found, word, 0) ? found : -1;
    },
    save: () => ({ inOrder, length: inOrder.length, known }),
    load(saved) {
      const own = saved as { inOrder: Int32Array<ArrayBuffer>; length: number; known: number };
      known = own.known;
      inOrder = own.inOrder.subarray(0, own.length);
    },
  };
}
