import { anyOf, NONE, type Filter } from './filter.ts';
import { boundaryToken, narrowBoundaryToken } from '../../index/index-tokens.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { coverWords } from '../vocabulary/word-cover.ts';
import type { SimilarityLevels } from './similarity-levels.ts';
import type { Shares, Vocabulary } from '../vocabulary/vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from '../similarity/word-similarity.ts';
import {
  MAX_SEAM_WORDS,
  MAX_WORDS_WITH_SEAMS,
  MIN_SHARED_TRIGRAMS,
  SEAM_TRIGRAMS,
} from '../planner-limits.ts';

/**
 * Adds the words that are enough for a match, each at its exact similarity, and those that are similar when the first
 * letters of one of the query's words come next, or the last ones before: what any neighbour with these letters adds.
 * The words of `holding` hold the text and so match, however few trigrams they share with it.
 */
export function addSingleWords(
  levels: SimilarityLevels,
  words: string[],
  query: QueryTrigrams,
  shares: Shares,
  holding: string[] = [],
): void {
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const neighbours =
    words.length > MAX_WORDS_WITH_SEAMS ? [] : words.map((word) => ({ word, trigrams: trigramsOf(word) }));
  const related = shares
    .atLeast(Math.max(Math.min(least, MIN_SHARED_TRIGRAMS), least - SEAM_TRIGRAMS))
    .sort((a, b) => b.count - a.count);
  const isHeld = new Set(holding);
  const shared = related.filter(({ count }, i) => count >= least || i < MAX_SEAM_WORDS);
  const known = new Set(shared.map(({ word }) => word));
  const others = holding
    .filter((word) => !known.has(word))
    .map((word) => ({ word, trigrams: trigramsOf(word) }));
  for (const [i, { word, trigrams: own }] of [...shared, ...others].entries()) {
    const similarity = trigramSimilarity(query, own);
    if (similarity >= SIMILARITY_THRESHOLD || isHeld.has(word)) levels.addWord(word, similarity);
    if (i >= MAX_SEAM_WORDS && (!isHeld.has(word) || holding.length > MAX_SEAM_WORDS)) continue;
    for (const { word: other, trigrams } of neighbours) {
      const seams: [string, number[], number[]][] = [
        [narrowBoundaryToken(word, other), own, trigrams.slice(0, 1)],
        [boundaryToken(word, other), own, trigrams.slice(0, SEAM_TRIGRAMS)],
        [boundaryToken(other, word), trigrams.slice(-1), own],
      ];
      for (const [token, ...joined] of seams) {
        const withSeam = trigramSimilarity(query, ...joined);
        if (withSeam > similarity && withSeam >= SIMILARITY_THRESHOLD) {
          levels.addSeam(anyOf('tokens', [token]), word, withSeam);
        }
      }
    }
  }
}

/** Documents with a word that falls short of a match by so few trigrams that anything beside it may make up for them. */
export function nearlyEnough(
  query: QueryTrigrams,
  shares: Shares,
  vocabulary: Vocabulary,
  missing: number,
): Filter {
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const nearly = Math.max(MIN_SHARED_TRIGRAMS, least - missing);
  if (nearly >= least) return NONE;
  const words = shares.atLeast(nearly).map(({ word }) => word);
  return anyOf('tokens', coverWords(words, vocabulary));
}
