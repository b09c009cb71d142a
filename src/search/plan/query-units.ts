import { and, anyOf, NONE, or, type Filter } from './filter.ts';
import { beginningToken, border, ending, narrowBorder } from '../../index/index-tokens.ts';
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
export interface Unit {
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
export function buildUnits(words: string[], vocabulary: Vocabulary): Unit[] {
  const counted = new Set<number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
  return longest.flatMap((word): Unit[] => {
    const own = new Set(trigramsOf(word).filter((trigram) => !counted.has(trigram)));
    if (own.size === 0) return [];
    for (const trigram of own) counted.add(trigram);
    const others = longest.filter((other) => other !== word);
    return [
      buildUnit(own, vocabulary, {
        two: or(
          anyOf('tokens', [
            ...others.map((other) => border(other, word)),
            ending(word),
            ...(own.size <= SHORT_TERM_TRIGRAMS ? [beginningToken(word.slice(0, 2))] : []),
          ]),
          // The last letter of a word before it, and the first one of a word behind it.
          ...others.map((other) =>
            and(...[border(word, other), narrowBorder(other, word)].map((token) => anyOf('tokens', [token]))),
          ),
        ),
        one: anyOf(
          'tokens',
          others.flatMap((other) => [border(word, other), narrowBorder(other, word)]),
        ),
      }),
    ];
  });
}

/** The two halves of a word's trigrams. */
export function buildHalves(word: string, query: QueryTrigrams, vocabulary: Vocabulary): Unit[] {
  const trigrams = [...query.ids.keys()];
  const half = Math.ceil(trigrams.length / 2);
  return [
    buildUnit(new Set(trigrams.slice(0, half)), vocabulary, { two: NONE, one: NONE }),
    buildUnit(new Set(trigrams.slice(half)), vocabulary, {
      two: anyOf('tokens', [ending(word)]),
      one: NONE,
    }),
  ];
}

export function weightOf(units: Unit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0);
}

function buildUnit(trigrams: Set<number>, vocabulary: Vocabulary, edges: Unit['edges']): Unit {
  const weight = trigrams.size;
  let related: SharingWord[] | undefined;
  const filters = new Map<number, Filter>();
  const holding = (count: number): Filter => {
    const known = filters.get(count);
    if (known) return known;
    related ??= vocabulary
      .sharing(trigrams, Math.min(weight, MIN_SHARED_TRIGRAMS))
      .sort((a, b) => b.count - a.count);
    const words = related.filter((one) => one.count >= count).map(({ word }) => word);
    const filter = anyOf('tokens', [...coverWords(words, vocabulary)].slice(0, MAX_VARIANT_TOKENS));
    filters.set(count, filter);
    return filter;
  };
  return { weight, whole: holding(weight), holding, edges };
}
