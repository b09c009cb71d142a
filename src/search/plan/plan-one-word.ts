import { or } from './filter.ts';
import { once } from './once.ts';
import { planHalves } from './plan-words.ts';
import type { QueryPlan } from './candidate-group.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { createSimilarityLevels, type SimilarityLevels } from './similarity-levels.ts';
import { addSingleWords } from './single-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { seamsOf } from './word-seams.ts';
import { similarityBeside, trigramSimilarity, type QueryTrigrams } from '../similarity/word-similarity.ts';
import { LONG_WORD_CHARACTERS, MAX_FIRST_GROUPS } from '../planner-limits.ts';

/**
 * A query of one word. The best extent of a name lies in one of its words, or goes from the end of one into the
 * beginning of the next. The similarity of each such piece is computed exactly, from the vocabulary, and the pieces
 * of one similarity are one group.
 */
export function planOneWord(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const levels = findLevels(word, query, vocabulary);
  const groups = levels.groups();
  const halves = once(() => (word.length < LONG_WORD_CHARACTERS ? [] : planHalves(word, query, vocabulary)));
  const second = groups.filter(({ isExact }) => isExact)[1];
  return {
    first: groups.slice(
      0,
      Math.min(MAX_FIRST_GROUPS, second ? groups.indexOf(second) + 1 : MAX_FIRST_GROUPS),
    ),
    above: (similarity) =>
      [...groups, ...halves()].filter(({ bound }) => bound > similarity).sort((a, b) => b.bound - a.bound),
    ...levels.matching(),
    nearly: once(() => or(...halves().map(({ filter }) => filter))),
  };
}

function findLevels(word: string, query: QueryTrigrams, vocabulary: Vocabulary): SimilarityLevels {
  const levels = createSimilarityLevels(vocabulary);
  const shares = vocabulary.share(query.ids.keys());
  addSingleWords(levels, [word], query, shares, vocabulary.containing(word));
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  for (const { trigram, side, seams } of seamsOf(word, query)) {
    const mostAdded = Math.max(...seams.map(({ count }) => count));
    const beside = shares.having(trigram, Math.max(2, least - mostAdded));
    for (const seam of seams) {
      // Any word at all may be beside the seam: of its own it then adds nothing.
      const alone = trigramSimilarity(query, seam.alone);
      if (alone >= SIMILARITY_THRESHOLD) levels.addSeam(seam.filter, undefined, alone);
      for (const one of beside) {
        if (one.count + seam.count < least) continue;
        const withSeam = similarityBeside(query, one.trigrams, side, seam.count);
        if (withSeam < SIMILARITY_THRESHOLD || withSeam <= alone) continue;
        if (one.count >= least && withSeam <= trigramSimilarity(query, one.trigrams)) continue;
        levels.addSeam(seam.filter, one.word, withSeam);
      }
    }
  }
  return levels;
}
