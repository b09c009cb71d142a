import { allOf, anyOf, oneOf } from './filter-expression.ts';
import { planHalves } from './plan-words.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import { seamsOf, type Seam } from './word-seams.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** The pieces of names of one similarity: words, and words only where one of their seams is. */
interface Level {
  words: Set<string>;
  /** A seam without words is beside any word at all. */
  seams: Map<Seam, Set<string>>;
}

/** From here on a word may be two that were written as one. */
const LONG_WORD = 7;
/** So many levels are asked for at once. */
const FIRST_LEVELS = 2;

/**
 * A query of one word. The best extent of a name lies in one of its words, or goes from the end of one into the
 * beginning of the next. The similarity of each such piece is computed exactly, from the vocabulary, and the pieces
 * of one similarity are one group.
 */
export function planOneWord(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const levels = [...findLevels(word, query, vocabulary)].sort(([a], [b]) => b - a);
  const groupOf = ([bound, level]: [number, Level]): CandidateGroup[] => {
    const filter = filterOf(level);
    return filter ? [{ filter, bound, isExact: true }] : [];
  };
  return {
    first: levels.slice(0, FIRST_LEVELS).flatMap(groupOf),
    above(similarity) {
      const halves = word.length < LONG_WORD ? [] : planHalves(word, query, vocabulary);
      return [
        ...levels.filter(([bound]) => bound > similarity).flatMap(groupOf),
        ...halves.filter(({ bound }) => bound > similarity),
      ].sort((a, b) => b.bound - a.bound);
    },
    matching: filterOf(mergeLevels(levels.map(([, level]) => level))),
  };
}

function findLevels(word: string, query: QueryTrigrams, vocabulary: Vocabulary): Map<number, Level> {
  const levels = new Map<number, Level>();
  const levelOf = (similarity: number): Level => {
    let level = levels.get(similarity);
    if (!level) levels.set(similarity, (level = { words: new Set(), seams: new Map() }));
    return level;
  };
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const containing = new Set(vocabulary.containing(word));
  for (const related of vocabulary.sharing(query.ids.keys(), least)) {
    const similarity = trigramSimilarity(query, trigramsOf(related.word));
    if (similarity < SIMILARITY_THRESHOLD) continue;
    levelOf(similarity).words.add(related.word);
    containing.delete(related.word);
  }
  // What is left holds the text but shares too few trigrams with it.
  for (const held of containing) levelOf(trigramSimilarity(query, trigramsOf(held))).words.add(held);

  for (const seam of seamsOf(word, query, vocabulary)) {
    // Any word at all may be beside the seam: of its own it then adds nothing.
    const alone = trigramSimilarity(query, seam.join([]));
    if (alone >= SIMILARITY_THRESHOLD) levelOf(alone).seams.set(seam, new Set());
    for (const related of vocabulary.sharing(
      query.ids.keys(),
      Math.max(2, least - seam.count),
      seam.besideTrigram,
    )) {
      const trigrams = trigramsOf(related.word);
      const withSeam = trigramSimilarity(query, seam.join(trigrams));
      if (withSeam < SIMILARITY_THRESHOLD || withSeam <= alone) continue;
      if (related.count >= least && withSeam <= trigramSimilarity(query, trigrams)) continue;
      const { seams } = levelOf(withSeam);
      seams.set(seam, (seams.get(seam) ?? new Set()).add(related.word));
    }
  }
  return levels;
}

function mergeLevels(levels: Level[]): Level {
  const merged: Level = { words: new Set(), seams: new Map() };
  for (const { words, seams } of levels) {
    for (const word of words) merged.words.add(word);
    for (const [seam, beside] of seams) {
      const known = merged.seams.get(seam);
      const isAny = beside.size === 0 || known?.size === 0;
      merged.seams.set(seam, isAny ? new Set() : new Set([...(known ?? []), ...beside]));
    }
  }
  // A word that matches of its own need not be named beside a seam.
  for (const [seam, beside] of merged.seams) {
    const further = [...beside].filter((word) => !merged.words.has(word));
    if (beside.size > 0 && further.length === 0) merged.seams.delete(seam);
    else merged.seams.set(seam, new Set(further));
  }
  return merged;
}

function filterOf({ words, seams }: Level): string | undefined {
  const overBorders = [...seams].map(([seam, beside]) =>
    beside.size === 0 ? seam.filter : allOf(seam.filter, anyOf('tokens', beside)),
  );
  return oneOf(anyOf('tokens', words), ...overBorders);
}
