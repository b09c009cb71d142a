import { and, anyOf, NONE, type Filter } from './filter.ts';
import { beginningToken, boundaryToken, endingToken, narrowBoundaryToken } from '../../index/index-tokens.ts';
import type { QueryTrigrams } from '../similarity/word-similarity.ts';

/** A place where a run of letters that match a word goes over the boundary of two words. */
export interface Seam {
  /** What a document must hold besides the word beside the seam. */
  filter: Filter;
  /** So many trigrams the seam adds. */
  count: number;
  /** The trigrams of the run when nothing of the word beside it belongs to it. */
  alone: number[];
}

/** Seams that the same words can be beside. */
export interface SeamsBeside {
  /** These words have this trigram: their last letters, or their first. */
  trigram: number;
  side: 'end' | 'start';
  seams: Seam[];
}

/** The ways in which a neighbour can go on with the query's first trigrams, or begin with its last ones. */
export function seamsOf(word: string, query: QueryTrigrams): SeamsBeside[] {
  // A single letter has no trigram that could be the end of a longer word.
  if (Array.from(word).length < 2) return [];
  const own = [...query.ids.keys()];
  const last = own.at(-1) as number;
  const both = anyOf('tokens', [boundaryToken(word, word)]);
  const begun = word.length < 3 ? NONE : anyOf('tokens', [beginningToken(word.slice(0, 3))]);
  const narrow = anyOf('tokens', [narrowBoundaryToken(word, word)]);
  const ended = and(both, anyOf('tokens', [endingToken(word)]));
  return [
    {
      trigram: last,
      side: 'end',
      seams: [narrow, both, and(both, begun)].map((filter, i) => ({
        filter,
        count: i + 1,
        alone: [last, ...own.slice(0, i + 1)],
      })),
    },
    {
      trigram: own[1] as number,
      side: 'start',
      seams: [
        { filter: both, count: 1, alone: [last, ...own.slice(0, 2)] },
        { filter: ended, count: 2, alone: [...own.slice(-2), ...own.slice(0, 2)] },
      ],
    },
  ];
}
