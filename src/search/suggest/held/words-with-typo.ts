import type { WordTable } from '../../memory/word-table.ts';
import { trigramsOf } from '../../similarity/word-similarity.ts';
import { lengthWithTypo, mayGoOn } from '../match-shown.ts';
import type { PrefixTable } from './prefix-table.ts';

/** Letters with a typo behind them, unless the word is so short that three behind these would not be left. */
const FIRST_LETTERS = 3;
const LETTERS_OF_TRIGRAM = 3;

/**
 * The words that begin with a text of five letters and more but for one typo. Either the first letters are right: such words stand
 * side by side. Or those behind are, which share a trigram. Or the two neighbours between both are in the wrong order.
 */
export function listWordsWithTypo(words: WordTable, vocabulary: PrefixTable, typed: string): Set<number> {
  const split = Math.min(FIRST_LETTERS, typed.length - LETTERS_OF_TRIGRAM);
  const swapped =
    typed.slice(0, split - 1) + typed.charAt(split) + typed.charAt(split - 1) + typed.slice(split + 1);
  const found = new Set<number>(vocabulary.wordsWith(swapped));
  // One function for all of them: there are thousands.
  let word = 0;
  const unitAt = (at: number) => words.unitAt(word, at);
  for (const list of [vocabulary.wordsWith(typed.slice(0, split)), listSharing(words, typed.slice(split))]) {
    for (let i = 0; i < list.length; i++) {
      word = list[i] as number;
      const length = Math.min(words.lengthOf(word), typed.length);
      let same = 0;
      while (same < length && unitAt(same) === typed.charCodeAt(same)) same++;
      // Only the few that may be like it are read as a whole.
      if (mayGoOn(unitAt, typed, same) && lengthWithTypo(words.textOf(word), typed) !== undefined)
        found.add(word);
    }
  }
  return found;
}

/** The words with the rarest trigram of a text, as far as it is one inside a word. */
function listSharing(words: WordTable, text: string): Int32Array {
  const lists = trigramsOf(text)
    .slice(2, -1)
    .map((trigram) => {
      const number = words.trigramNumber(trigram);
      return number === undefined ? new Int32Array(0) : words.wordsWith.valuesOf(number);
    });
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? new Int32Array(0);
}
