import { or } from './filter.ts';
import { planHalves } from './plan-words.ts';
import type { QueryPlan } from './candidate-group.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { createSimilarityLevels, type SimilarityLevels } from './similarity-levels.ts';
import { addSingleWords } from './single-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { seamsOf } from './word-seams.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from '../similarity/word-similarity.ts';
import { LONG_WORD_CHARACTERS, MAX_FIRST_GROUPS } from '../planner-limits.ts';

/**
 * A query of one word. The best extent of a name lies in one of its words, or goes from the end of one into the
 * beginning of the next. The similarity of each such piece is computed exactly, from the vocabulary, and the pieces
 * of one similarity are one group.
 */
export function planOneWord(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const levels = findLevels(word, query, vocabulary);
  const groups = levels.groups();
  const halves = () => (word.length < LONG_WORD_CHARACTERS ? [] : planHalves(word, query, vocabulary));
  const second = groups.filter(({ isExact }) => isExact)[1];
  return {
    first: groups.slice(
      0,
      Math.min(MAX_FIRST_GROUPS, second ? groups.indexOf(second) + 1 : MAX_FIRST_GROUPS),
    ),
    above: (similarity) =>
      [...groups, ...halves()].filter(({ bound }) => bound > similarity).sort((a, b) => b.bound - a.bound),
    ...levels.matching(),
    nearly: () => or(...halves().map(({ filter }) => filter)),
  };
}

function findLevels(word: string, query: QueryTrigrams, vocabulary: Vocabulary): SimilarityLevels {
  const levels = createSimilarityLevels(vocabulary);
  addSingleWords(levels, [word], query, vocabulary, vocabulary.containing(word));
  const trigramsOfQuery = [...query.ids.keys()];
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const pieces = new Map<string, { trigrams: number[]; similarity: number }>();
  const pieceOf = (related: string) => {
    let piece = pieces.get(related);
    if (!piece) {
      const trigrams = trigramsOf(related);
      pieces.set(related, (piece = { trigrams, similarity: trigramSimilarity(query, trigrams) }));
    }
    return piece;
  };
  for (const seam of seamsOf(word, query)) {
    // Any word at all may be beside the seam: of its own it then adds nothing.
    const alone = trigramSimilarity(query, seam.join([]));
    if (alone >= SIMILARITY_THRESHOLD) levels.addSeam(seam.filter, undefined, alone);
    const leastBeside = Math.max(2, least - seam.count);
    for (const related of vocabulary.sharing(trigramsOfQuery, leastBeside, seam.besideTrigram)) {
      const { trigrams, similarity } = pieceOf(related.word);
      const withSeam = trigramSimilarity(query, seam.join(trigrams));
      if (withSeam < SIMILARITY_THRESHOLD || withSeam <= alone) continue;
      if (related.count >= least && withSeam <= similarity) continue;
      levels.addSeam(seam.filter, related.word, withSeam);
    }
  }
  return levels;
}
