import { wordsOf } from './fold-text.ts';
import { planOneWord } from './plan-one-word.ts';
import { planHalves, planWords } from './plan-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { queryTrigrams } from './word-similarity.ts';

/** Documents to fetch by quality, best first. */
export interface CandidateGroup {
  /** A filter expression of the index. */
  filter: string;
  /** No document of this group that is in none before it has a greater similarity. */
  bound: number;
}

/** From here on a word may be two that were written as one. */
const LONG_WORD = 7;

export interface QueryPlan {
  /** In order of falling bound. */
  groups: CandidateGroup[];
  /** The documents that match, as nearly as a filter can say. */
  matching: string | undefined;
}

/**
 * How to find the documents that match a text. Pure: the text and the vocabulary decide. Undefined when a text cannot
 * be planned: it has no letters or digits.
 */
export function planQuery(text: string, vocabulary: Vocabulary): QueryPlan | undefined {
  const [word, ...others] = new Set(wordsOf(text));
  if (word === undefined) return undefined;
  if (others.length > 0) return planWords([word, ...others], queryTrigrams(text), vocabulary);
  const plan = planOneWord(word, queryTrigrams(word), vocabulary);
  if (word.length < LONG_WORD) return plan;
  const halves = planHalves(word, queryTrigrams(word), vocabulary);
  return { ...plan, groups: [...plan.groups, ...halves].sort((a, b) => b.bound - a.bound) };
}
