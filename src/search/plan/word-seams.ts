import { and, anyOf, NONE, type Filter } from './filter.ts';
import { beginningToken, boundaryToken, endingToken, narrowBoundaryToken } from '../../index/index-tokens.ts';
import type { QueryTrigrams } from '../similarity/word-similarity.ts';

/** A place where a run of letters that match a word goes over the boundary of two words. */
export interface Seam {
  /** What a document must hold besides the word beside the seam. */
  filter: Filter;
  /** The words that can be beside the seam have this trigram: their last letters, or their first. */
  besideTrigram: number;
  /** So many trigrams the seam adds. */
  count: number;
  /** The trigrams of the run, with those of the word beside it: one list and what follows it. */
  join: (word: number[]) => [number[], number[]];
}

/** The ways in which a neighbour can go on with the query's first trigrams, or begin with its last ones. */
export function seamsOf(word: string, query: QueryTrigrams): Seam[] {
  // A single letter has no trigram that could be the end of a longer word.
  if (Array.from(word).length < 2) return [];
  const own = [...query.ids.keys()];
  const both = anyOf('tokens', [boundaryToken(word, word)]);
  const begun = word.length < 3 ? NONE : anyOf('tokens', [beginningToken(word.slice(0, 3))]);
  const last = own.slice(-1);
  const lastTwo = own.slice(-2);
  const firstTwo = own.slice(0, 2);
  const seams = [anyOf('tokens', [narrowBoundaryToken(word, word)]), both, and(both, begun)].map(
    (filter, i): Seam => {
      const firsts = own.slice(0, i + 1);
      return {
        filter,
        besideTrigram: own.at(-1) as number,
        count: i + 1,
        join: (before) => [before.length > 0 ? before : last, firsts],
      };
    },
  );
  const after = (trigrams: number[]): number[] => (trigrams.length > 0 ? trigrams : firstTwo);
  const besideTrigram = own[1] as number;
  return [
    ...seams,
    { filter: both, besideTrigram, count: 1, join: (next) => [last, after(next)] },
    {
      filter: and(both, anyOf('tokens', [endingToken(word)])),
      besideTrigram,
      count: 2,
      join: (next) => [lastTwo, after(next)],
    },
  ];
}
