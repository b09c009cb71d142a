import { and, anyOf, NONE, or, type Filter } from './filter.ts';
import { beginningToken, boundaryToken, endingToken, narrowBoundaryToken } from '../../index/index-tokens.ts';
import type { SharingWord, Vocabulary } from '../vocabulary/vocabulary.ts';
import { coverWords } from '../vocabulary/word-cover.ts';
import { trigramsOf, type QueryTrigrams } from '../similarity/word-similarity.ts';
import {
  MAX_TERMS,
  MAX_VARIANT_TOKENS,
  MIN_SHARED_TRIGRAMS,
  SHORT_TERM_TRIGRAMS,
} from '../planner-limits.ts';

/** One word of the query and what stands for it in the index. */
export interface QueryTerm {
  /** Its trigrams, those of longer words of the query left out. */
  weight: number;
  /** Documents with a word that has all of its trigrams. */
  whole: Filter;
  /** Documents with a word that has so many of its trigrams; from `MIN_SHARED_TRIGRAMS` up. */
  holding(count: number): Filter;
  /** Documents that have two of its trigrams, or one, next to another word of the query. */
  edges: { two: Filter; one: Filter };
}

/** The longest words first. A trigram that two words share counts for the first of them. */
export function buildTerms(words: string[], vocabulary: Vocabulary): QueryTerm[] {
  const counted = new Set<number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
  return longest.flatMap((word): QueryTerm[] => {
    const own = new Set(trigramsOf(word).filter((trigram) => !counted.has(trigram)));
    if (own.size === 0) return [];
    for (const trigram of own) counted.add(trigram);
    const others = longest.filter((other) => other !== word);
    return [
      buildTerm(own, vocabulary, {
        two: or(
          anyOf('tokens', [
            ...others.map((other) => boundaryToken(other, word)),
            endingToken(word),
            ...(own.size <= SHORT_TERM_TRIGRAMS ? [beginningToken(word.slice(0, 2))] : []),
          ]),
          // The last letter of a word before it, and the first one of a word behind it.
          ...others.map((other) =>
            and(
              ...[boundaryToken(word, other), narrowBoundaryToken(other, word)].map((token) =>
                anyOf('tokens', [token]),
              ),
            ),
          ),
        ),
        one: anyOf(
          'tokens',
          others.flatMap((other) => [boundaryToken(word, other), narrowBoundaryToken(other, word)]),
        ),
      }),
    ];
  });
}

/** The two halves of a word's trigrams. */
export function buildHalves(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryTerm[] {
  const trigrams = [...query.ids.keys()];
  const half = Math.ceil(trigrams.length / 2);
  return [
    buildTerm(new Set(trigrams.slice(0, half)), vocabulary, { two: NONE, one: NONE }),
    buildTerm(new Set(trigrams.slice(half)), vocabulary, {
      two: anyOf('tokens', [endingToken(word)]),
      one: NONE,
    }),
  ];
}

export function weightOf(terms: QueryTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function buildTerm(trigrams: Set<number>, vocabulary: Vocabulary, edges: QueryTerm['edges']): QueryTerm {
  const weight = trigrams.size;
  let related: SharingWord[] | undefined;
  const filters = new Map<number, Filter>();
  const holding = (count: number): Filter => {
    const known = filters.get(count);
    if (known) return known;
    related ??= vocabulary
      .share(trigrams)
      .atLeast(Math.min(weight, MIN_SHARED_TRIGRAMS))
      .sort((a, b) => b.count - a.count);
    // Those that share the most come first.
    const end = related.findIndex((one) => one.count < count);
    const words = related.slice(0, end < 0 ? related.length : end).map(({ word }) => word);
    const filter = anyOf('tokens', [...coverWords(words, vocabulary)].slice(0, MAX_VARIANT_TOKENS));
    filters.set(count, filter);
    return filter;
  };
  return { weight, whole: holding(weight), holding, edges };
}
