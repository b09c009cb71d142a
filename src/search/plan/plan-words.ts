import { NONE, or } from './filter.ts';
import { once } from './once.ts';
import { groupsByCount, neighbouring, reaching } from './combine-terms.ts';
import type { CandidateGroup, QueryPlan } from './candidate-group.ts';
import { buildHalves, buildTerms, weightOf } from './query-terms.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { createSimilarityLevels } from './similarity-levels.ts';
import { addSingleWords, nearlyEnough } from './single-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { QueryTrigrams } from '../similarity/word-similarity.ts';
import {
  COUNT_STEPS,
  FIRST_SINGLE_GROUPS,
  HALVES_COUNT_STEPS,
  UNCOUNTED_TRIGRAMS,
} from '../planner-limits.ts';

/**
 * A query of several words. What one word of a name is worth is known exactly, from the vocabulary: words of one
 * similarity are one group. A name of which several words count shares with the query about as many trigrams as these
 * words do, so for each of a few such counts there is a group of the documents whose words add up to it: any
 * combination of whole words, with one or two of them in a variant. What it shares beyond that (two letters here and
 * there) is not counted, so a group's bound is close, not strict.
 */
export function planWords(words: string[], query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const terms = buildTerms(words, vocabulary);
  const planned = weightOf(terms);
  // What the words that are not planned can add to any document.
  const beyond = query.count - planned;
  const levels = createSimilarityLevels(vocabulary);
  const shares = vocabulary.share(query.ids.keys());
  addSingleWords(levels, words, query, shares);
  const singles = levels.groups();
  const { certain, possible } = levels.matching();
  // Of a long query, the words that are not planned are taken to add no more than their share.
  const needFor = (similarity: number): number =>
    Math.max(Math.floor(similarity * query.count + 1e-9) + 1 - beyond, Math.ceil(similarity * planned));
  const needsAbove = (similarity: number): number[] => {
    const least = needFor(similarity);
    return [
      ...COUNT_STEPS.map((part) => Math.ceil(part * planned - 1e-9)).filter((need) => need > least),
      least,
    ];
  };
  const least = needFor(SIMILARITY_THRESHOLD);
  const whole = reaching(terms, planned);
  const nearly = once(() =>
    or(
      reaching(terms, Math.max(1, least - UNCOUNTED_TRIGRAMS)),
      nearlyEnough(query, shares, vocabulary, UNCOUNTED_TRIGRAMS),
    ),
  );
  return {
    first: [
      ...neighbouring(words, terms),
      ...(whole === NONE ? [] : [{ filter: whole, bound: 1, isExact: false }]),
      ...singles.filter(({ isExact }) => isExact).slice(0, FIRST_SINGLE_GROUPS),
    ],
    above: (similarity) =>
      [
        ...singles.filter(({ bound }) => bound > similarity),
        ...groupsByCount(terms, needsAbove(Math.max(similarity, SIMILARITY_THRESHOLD)), query.count, beyond),
      ].sort((a, b) => b.bound - a.bound),
    certain,
    ...(certain === NONE
      ? { possible: or(possible, nearly()), nearly: () => NONE }
      : { possible: or(possible, reaching(terms, least)), nearly }),
  };
}

/**
 * The two halves of one long word as if they were words: names that hold them in two words, as `free from` for
 * `freefrom`, or the one in a word and the other in the next but one.
 */
export function planHalves(word: string, query: QueryTrigrams, vocabulary: Vocabulary): CandidateGroup[] {
  const needs = HALVES_COUNT_STEPS.map((part) => Math.ceil(part * query.count));
  // Between the halves the trigrams that go over from one to the other are lost, and others come in.
  const most = (query.count - 1) / (query.count + 2);
  return groupsByCount(buildHalves(word, query, vocabulary), needs, query.count, 0).map((group) => ({
    ...group,
    bound: Math.min(most, group.bound),
    isBeyond: true,
  }));
}
