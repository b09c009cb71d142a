import { allOf, anyOf, oneOf } from './filter-expression.ts';
import { border } from './index-tokens.ts';
import type { QueryPlan } from './query-plan.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** The documents of one similarity: they hold one of the words, or one of the words next to one of the borders. */
interface Level {
  words: string[];
  /** By the letters on the word's side of the border: a word is only asked for together with its own borders. */
  seams: Map<string, { words: Set<string>; borders: string[] }>;
}

const SECOND_LETTERS = ['', ...'abcdefghijklmnopqrstuvwxyz0123456789'.split('')];

/**
 * A query of one word. The best extent of a name lies in one of its words, or runs over a border into the first
 * letters of the next word, or begins in the last letters of the one before. The similarity of each such piece is
 * computed exactly from the vocabulary, and the pieces of one similarity are one group.
 */
export function planOneWord(word: string, query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const levels = new Map<number, Level>();
  const levelOf = (similarity: number): Level => {
    const known = levels.get(similarity);
    if (known) return known;
    const level: Level = { words: [], seams: new Map() };
    levels.set(similarity, level);
    return level;
  };
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  const seams = seamsOf(word, query);
  const containing = new Set(vocabulary.containing(word));
  for (const candidate of vocabulary.sharing(query.ids.keys(), Math.max(1, least - 2))) {
    const trigrams = trigramsOf(candidate.word);
    const holdsQuery = containing.delete(candidate.word);
    const similarity = candidate.count >= least || holdsQuery ? trigramSimilarity(query, trigrams) : 0;
    if (similarity >= SIMILARITY_THRESHOLD || holdsQuery) levelOf(similarity).words.push(candidate.word);
    for (const seam of seams) {
      if (candidate.count + seam.trigrams.length < least || !query.ids.has(seam.edgeOf(trigrams))) continue;
      const withSeam = trigramSimilarity(query, seam.join(trigrams));
      if (withSeam <= similarity || withSeam < SIMILARITY_THRESHOLD) continue;
      const borders = seam.bordersOf(candidate.word);
      const { seams: known } = levelOf(withSeam);
      const key = borders[0] as string;
      const group = known.get(key) ?? { words: new Set(), borders };
      known.set(key, group);
      group.words.add(candidate.word);
    }
  }
  // What is left holds the text but shares no trigram with it.
  if (containing.size > 0) levelOf(0).words.push(...containing);
  const groups = [...levels]
    .sort(([a], [b]) => b - a)
    .flatMap(([bound, level]) => {
      const overBorders = [...level.seams.values()].map(({ words, borders }) =>
        allOf(anyOf('borders', borders), anyOf('words', words)),
      );
      const filter = oneOf(anyOf('words', level.words), ...overBorders);
      return filter ? [{ filter, bound }] : [];
    });
  return { groups, matching: oneOf(...groups.map(({ filter }) => filter)) };
}

interface Seam {
  /** What the neighbour adds to the run of trigrams. */
  trigrams: number[];
  join: (trigrams: number[]) => number[];
  /** The trigram next to the border: a run that goes over the border matches up to it. */
  edgeOf: (trigrams: number[]) => number;
  bordersOf: (word: string) => string[];
}

/** The ways in which a neighbour can add the first or last trigrams of the query's word. */
function seamsOf(word: string, query: QueryTrigrams): Seam[] {
  const own = [...query.ids.keys()];
  const after = (count: number, bordersOf: Seam['bordersOf']): Seam => {
    const trigrams = own.slice(0, count);
    return {
      trigrams,
      join: (others) => [...others, ...trigrams],
      edgeOf: (others) => others.at(-1) as number,
      bordersOf,
    };
  };
  const last = own.slice(-1);
  return [
    after(1, (neighbour) => SECOND_LETTERS.map((letter) => border(neighbour, word.charAt(0) + letter))),
    after(2, (neighbour) => [border(neighbour, word)]),
    {
      trigrams: last,
      join: (others) => [...last, ...others],
      edgeOf: (others) => others[0] as number,
      bordersOf: (neighbour) => [border(word, neighbour)],
    },
  ];
}
