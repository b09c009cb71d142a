import { oneOf } from './filter-expression.ts';
import { digitsOf, wordsOf } from '../../text/fold-text.ts';
import { MOST_PLANNED_DIGITS, planDigits } from './plan-digits.ts';
import { planOneWord } from './plan-one-word.ts';
import { planWords } from './plan-words.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';

/** Documents to fetch by quality, best first. */
export interface CandidateGroup {
  /** A filter expression of the index. */
  filter: string;
  /** No document of this group that is in none before it has a greater similarity. */
  bound: number;
  /** All its documents have just this similarity, or are also in a group of a greater bound. */
  isExact: boolean;
  /** All its documents match by a barcode, whatever their names are. */
  isByBarcode?: true;
}

export interface QueryPlan {
  /** To begin with: where the best products are, most likely. */
  first: CandidateGroup[];
  /** Groups that together hold every document of a greater similarity than this; in order of falling bound. */
  above(similarity: number): CandidateGroup[];
  /** Documents that match, whatever else they hold. */
  certain: string | undefined;
  /** Documents of which some match: as words tell they do, but not where in the name these stand. */
  possible: string | undefined;
  /** Documents that may match although their words fall short of it. */
  nearly(): string | undefined;
}

/**
 * How to find the documents that match a text. Pure: the text and the vocabulary decide. Undefined when a text cannot
 * be planned: it has no letters or digits.
 */
export function planQuery(text: string, vocabulary: Vocabulary): QueryPlan | undefined {
  const [word, ...others] = new Set(wordsOf(text));
  if (word === undefined) return undefined;
  if (text.length <= MOST_PLANNED_DIGITS && digitsOf(text) === text) return planDigits(text, vocabulary);
  if (others.length > 0) return planWords([word, ...others], queryTrigrams(text), vocabulary);
  const plan = planOneWord(word, queryTrigrams(word), vocabulary);
  if (text === word) return plan;
  // With a sign beside it, or twice, the text is not in every name that has the word inside another.
  return { ...plan, certain: undefined, possible: oneOf(plan.certain, plan.possible) };
}
