import { greatestSimilarity } from '../../similarity/word-similarity.ts';
import { withPlace } from '../tables/growing-arrays.ts';
import type { WordTable } from '../word-table.ts';

/** The exact similarity, to a text of `count` trigrams, of parts of a name that stand side by side. */
export type PartsSimilarity = (count: number, parts: Int32Array, from: number, to: number) => number;

/** `numberInText`: of a trigram that the text has, its number there; else -1. */
export function createPartsSimilarity(
  words: WordTable,
  numberInText: (trigram: number) => number,
): PartsSimilarity {
  // By trigram that is not the text's: where it came first, in the parts of which the round is.
  let firstPlace = new Int32Array(1_024);
  let roundOfPlace = new Int32Array(1_024);
  let round = 0;
  let identities = new Int32Array(1_024);
  return (count, parts, from, to) => {
    firstPlace = withPlace(firstPlace, words.trigramCount());
    roundOfPlace = withPlace(roundOfPlace, words.trigramCount());
    round = (round + 1) | 0;
    const trigrams = words.trigrams();
    let length = 0;
    for (let i = from; i < to; i++) {
      const part = parts[i] as number;
      const start = words.startOf(part);
      const end = words.startOf(part + 1);
      identities = withPlace(identities, length + end - start);
      for (let at = start; at < end; at++, length++) {
        const trigram = trigrams[at] as number;
        const number = numberInText(trigram);
        if (number < 0 && roundOfPlace[trigram] !== round) {
          roundOfPlace[trigram] = round;
          firstPlace[trigram] = length;
        }
        identities[length] = number < 0 ? count + (firstPlace[trigram] as number) : number;
      }
    }
    return greatestSimilarity(count, identities, length);
  };
}
