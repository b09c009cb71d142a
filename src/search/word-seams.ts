import { allOf, anyOf } from './filter-expression.ts';
import { border, ending } from './index-tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { QueryTrigrams } from './word-similarity.ts';

/** A place where a run of letters that match a word goes over the border of two words. */
export interface Seam {
  /** What a document must hold besides the word beside the seam. */
  filter: string | undefined;
  /** The words that can be beside the seam have this trigram: their last letters, or their first. */
  besideTrigram: number;
  /** So many trigrams the seam adds. */
  count: number;
  /** The trigrams of the run, with those of the word beside it. */
  join: (word: number[]) => number[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
/** So many of the query's first trigrams are looked for at the beginning of the next word. */
const LONGEST_BEGINNING = 4;

/** Second words that begin with the letter of this one, as far as a border tells them apart. */
export function beginningsWith(letter: string): string[] {
  return ['', ...LETTERS].map((second) => letter + second);
}

/** The ways in which a neighbour can go on with the query's first trigrams, or begin with its last ones. */
export function seamsOf(word: string, query: QueryTrigrams, vocabulary: Vocabulary): Seam[] {
  // A single letter has no trigram that could be the end of a longer word.
  if (Array.from(word).length < 2) return [];
  const own = [...query.ids.keys()];
  const seams: Seam[] = [];
  for (let count = 1; count <= Math.min(LONGEST_BEGINNING, word.length); count++) {
    const beginning = own.slice(0, count);
    const nexts = count === 1 ? beginningsWith(word.charAt(0)) : [word];
    const atBorder = anyOf(
      'tokens',
      nexts.map((next) => border(word, next)),
    );
    const begun = count < 3 ? [] : vocabulary.startingWith(word.slice(0, count));
    seams.push({
      filter: count < 3 ? atBorder : allOf(atBorder, anyOf('tokens', begun)),
      besideTrigram: own.at(-1) as number,
      count,
      join: (trigrams) => [...(trigrams.length > 0 ? trigrams : own.slice(-1)), ...beginning],
    });
  }
  // The border depends on the word after it: all words with the first letters of the query have the same.
  const atBorder = anyOf('tokens', [border(word, word)]);
  const besideTrigram = own[1] as number;
  seams.push(
    { filter: atBorder, besideTrigram, count: 1, join: (trigrams) => [...own.slice(-1), ...trigrams] },
    {
      filter: allOf(atBorder, anyOf('tokens', [ending(word)])),
      besideTrigram,
      count: 2,
      join: (trigrams) => [...own.slice(-2), ...trigrams],
    },
  );
  return seams;
}
