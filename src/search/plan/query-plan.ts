import { NONE, or } from './filter.ts';
import { SHORTEST_CODE, wordsOf } from '../../text/fold-text.ts';
import { planDigits } from './plan-digits.ts';
import { planOneWord } from './plan-one-word.ts';
import { planWords } from './plan-words.ts';
import type { QueryPlan } from './candidate-group.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';

/**
 * How to find the documents that match a text. Pure: the text and the vocabulary decide. Undefined when a text cannot
 * be planned: it has no letters or digits.
 */
export function planQuery(text: string, vocabulary: Vocabulary): QueryPlan | undefined {
  const [word, ...others] = new Set(wordsOf(text));
  if (word === undefined) return undefined;
  if (text.length < SHORTEST_CODE && /^\d+$/.test(text)) return planDigits(text, vocabulary);
  if (others.length > 0) return planWords([word, ...others], queryTrigrams(text), vocabulary);
  const plan = planOneWord(word, queryTrigrams(word), vocabulary);
  if (text === word) return plan;
  // With a sign beside it, or twice, the text is not in every name that has the word inside another.
  return { ...plan, certain: NONE, possible: or(plan.certain, plan.possible) };
}
