import { allOf, anyOf, oneOf } from './filter-expression.ts';
import { border, ending } from './index-tokens.ts';
import type { QueryPlan } from './query-plan.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** The pieces of names of one similarity: words, and words only where one of their seams is. */
interface Level {
  words: Set<string>;
  seams: Map<Seam, Set<string>>;
}

/** A place where a run of matching letters goes over the border of two words. */
interface Seam {
  /** What a document must hold besides a word of `isBeside`. */
  filter: string | undefined;
  /** Whether the seam can be beside this word. */
  isBeside: (word: string) => boolean;
  /** The trigrams of the run, with those of the word. */
  join: (word: number[]) => number[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
/** So many of the query's first trigrams are looked for at the beginning of the next word. */
const LONGEST_BEGINNING = 4;

/**
 * A query of one word. The best extent of a name lies in one of its words, or goes from the end of one into the
 * beginning of the next. The similarity of each such piece is computed exactly, from the vocabulary, and the pieces
 * of one similarity are one group.
 */
export function planOneWord(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const levels = new Map<number, Level>();
  const levelOf = (similarity: number): Level => {
    const level = levels.get(similarity) ?? { words: new Set(), seams: new Map() };
    levels.set(similarity, level);
    return level;
  };
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const containing = new Set(vocabulary.containing(word));
  const seams = seamsOf(word, query, vocabulary);

  for (const seam of seams) {
    // Any word at all may be beside the seam: of its own it then adds nothing.
    const similarity = trigramSimilarity(query, seam.join([]));
    if (similarity >= SIMILARITY_THRESHOLD) levelOf(similarity).seams.set(seam, new Set());
  }
  for (const related of vocabulary.sharing(query.ids.keys(), Math.min(2, least))) {
    const trigrams = trigramsOf(related.word);
    const holdsQuery = containing.delete(related.word);
    const similarity = related.count >= least || holdsQuery ? trigramSimilarity(query, trigrams) : 0;
    if (similarity >= SIMILARITY_THRESHOLD || holdsQuery) levelOf(similarity).words.add(related.word);
    for (const seam of seams) {
      if (!seam.isBeside(related.word)) continue;
      const withSeam = trigramSimilarity(query, seam.join(trigrams));
      if (withSeam <= similarity || withSeam < SIMILARITY_THRESHOLD) continue;
      const { seams: known } = levelOf(withSeam);
      // An empty set stands for every word.
      if (known.get(seam)?.size !== 0) known.set(seam, (known.get(seam) ?? new Set()).add(related.word));
    }
  }
  // What is left holds the text but shares too few trigrams with it.
  for (const held of containing) levelOf(0).words.add(held);

  const groups = [...levels]
    .sort(([a], [b]) => b - a)
    .flatMap(([bound, level]) => {
      const overBorders = [...level.seams].map(([seam, beside]) =>
        beside.size === 0 ? seam.filter : allOf(seam.filter, anyOf('tokens', beside)),
      );
      const filter = oneOf(anyOf('tokens', level.words), ...overBorders);
      return filter ? [{ filter, bound }] : [];
    });
  return { groups, matching: oneOf(...groups.map(({ filter }) => filter)) };
}

/** The ways in which a neighbour can go on with the query's first trigrams, or begin with its last ones. */
function seamsOf(word: string, query: QueryTrigrams, vocabulary: Vocabulary): Seam[] {
  // A single letter has no trigram that could be the end of a longer word.
  if (Array.from(word).length < 2) return [];
  const own = [...query.ids.keys()];
  const lastTwo = word.slice(-2);
  const seams: Seam[] = [];
  for (let count = 1; count <= Math.min(LONGEST_BEGINNING, word.length); count++) {
    const beginning = own.slice(0, count);
    const nexts = count === 1 ? ['', ...LETTERS].map((letter) => word.charAt(0) + letter) : [word];
    const atBorder = anyOf(
      'tokens',
      nexts.map((next) => border(word, next)),
    );
    seams.push({
      filter:
        count < 3
          ? atBorder
          : allOf(atBorder, anyOf('tokens', vocabulary.startingWith(word.slice(0, count)))),
      isBeside: (before) => before.endsWith(lastTwo),
      join: (trigrams) => [...(trigrams.length > 0 ? trigrams : own.slice(-1)), ...beginning],
    });
  }
  // The border depends on the word after it: all words with the first letters of the query have the same.
  const atBorder = anyOf('tokens', [border(word, word)]);
  const isBeside = (after: string): boolean => after.startsWith(word.slice(0, 2));
  seams.push(
    { filter: atBorder, isBeside, join: (trigrams) => [...own.slice(-1), ...trigrams] },
    {
      filter: allOf(atBorder, anyOf('tokens', [ending(word)])),
      isBeside,
      join: (trigrams) => [...own.slice(-2), ...trigrams],
    },
  );
  return seams;
}
