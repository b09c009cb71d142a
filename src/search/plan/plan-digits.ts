import { and, anyOf, or, type Filter } from './filter.ts';
import { codeTokensHolding } from '../../index/index-tokens.ts';
import { planOneWord } from './plan-one-word.ts';
import type { CandidateGroup, QueryPlan } from './candidate-group.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { createSimilarityLevels } from './similarity-levels.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { queryTrigrams, trigramSimilarity } from '../similarity/word-similarity.ts';

/**
 * Digits too few for a code: names with them, and all products of which a barcode holds them. Such a product matches however
 * little its name is like the digits, but by that little it ranks: the words that are less similar than a match needs
 * are groups too, among these products.
 */
export function planDigits(digits: string, vocabulary: Vocabulary): QueryPlan {
  const query = queryTrigrams(digits);
  const names = planOneWord(digits, query, vocabulary);
  const coded = anyOf('tokens', codeTokensHolding(digits));
  const levels = createSimilarityLevels(vocabulary);
  for (const { word, trigrams } of vocabulary.share(query.ids.keys()).atLeast(1)) {
    levels.addWord(word, trigramSimilarity(query, trigrams));
  }
  const codes = [
    ...levels
      .groups()
      .filter(({ bound }) => bound < SIMILARITY_THRESHOLD)
      .map(({ filter, bound }) => byBarcode(and(filter, coded), bound)),
    byBarcode(coded, 0),
  ];
  return {
    ...names,
    first: [...names.first, ...codes],
    above: (similarity) => [...names.above(similarity), ...codes.filter(({ bound }) => bound > similarity)],
    certain: or(names.certain, coded),
  };
}

function byBarcode(filter: Filter, bound: number): CandidateGroup {
  return { filter, bound, isExact: true, isByBarcode: true };
}
