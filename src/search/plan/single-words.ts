import { anyOf, NONE, type Filter } from './filter.ts';
import { border, narrowBorder } from '../../index/index-tokens.ts';
import { SIMILARITY_THRESHOLD } from '../search-engine.ts';
import { coverWords } from '../vocabulary/word-cover.ts';
import type { SimilarityLevels } from './similarity-levels.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from '../similarity/word-similarity.ts';

/** Seams are tried between so many words of a query, and beside so many words that are like them. */
const MOST_WORDS = 4;
const MOST_RELATED = 40;
/** A seam adds so many trigrams at the most. */
const SEAM_TRIGRAMS = 2;
/** Fewer trigrams than this are in thousands of words. */
const LEAST_SHARED = 3;

/**
 * Adds the words that are enough for a match, each at its exact similarity, and those that are similar when the first
 * letters of one of the query's words come next, or the last ones before: what any neighbour with these letters adds.
 * The words of `holding` hold the text and so match, however few trigrams they share with it.
 */
export function addSingleWords(
  levels: SimilarityLevels,
  words: string[],
  query: QueryTrigrams,
  vocabulary: Vocabulary,
  holding: string[] = [],
): void {
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const neighbours =
    words.length > MOST_WORDS ? [] : words.map((word) => ({ word, trigrams: trigramsOf(word) }));
  const related = vocabulary
    .sharing(query.ids.keys(), Math.max(Math.min(least, LEAST_SHARED), least - SEAM_TRIGRAMS))
    .sort((a, b) => b.count - a.count);
  const isHeld = new Set(holding);
  const shared = related.filter(({ count }, i) => count >= least || i < MOST_RELATED).map(({ word }) => word);
  for (const [i, word] of [...new Set([...shared, ...holding])].entries()) {
    const own = trigramsOf(word);
    const similarity = trigramSimilarity(query, own);
    if (similarity >= SIMILARITY_THRESHOLD || isHeld.has(word)) levels.addWord(word, similarity);
    if (i >= MOST_RELATED && (!isHeld.has(word) || holding.length > MOST_RELATED)) continue;
    for (const { word: other, trigrams } of neighbours) {
      const seams: [string, number[]][] = [
        [narrowBorder(word, other), [...own, ...trigrams.slice(0, 1)]],
        [border(word, other), [...own, ...trigrams.slice(0, SEAM_TRIGRAMS)]],
        [border(other, word), [...trigrams.slice(-1), ...own]],
      ];
      for (const [token, joined] of seams) {
        const withSeam = trigramSimilarity(query, joined);
        if (withSeam > similarity && withSeam >= SIMILARITY_THRESHOLD) {
          levels.addSeam(anyOf('tokens', [token]), word, withSeam);
        }
      }
    }
  }
}

/** Documents with a word that falls short of a match by so few trigrams that anything beside it may make up for them. */
export function nearlyEnough(query: QueryTrigrams, vocabulary: Vocabulary, missing: number): Filter {
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const nearly = Math.max(LEAST_SHARED, least - missing);
  if (nearly >= least) return NONE;
  const words = vocabulary.sharing(query.ids.keys(), nearly).map(({ word }) => word);
  return anyOf('tokens', coverWords(words, vocabulary));
}
