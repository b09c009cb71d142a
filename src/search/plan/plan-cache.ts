import type { QueryPlan } from './candidate-group.ts';
import { planQuery } from './query-plan.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { MAX_PLANS, SHORT_PLAN_MS, SHORT_TEXT_CHARACTERS } from '../planner-limits.ts';

/**
 * Plans of the last texts. The next page of a search, and a search that many people make, need not be planned again.
 * A plan is made anew as soon as the vocabulary has grown, that of one or two letters after 10 s at the latest.
 */
export function createPlanCache(vocabulary: Vocabulary): (text: string) => QueryPlan | undefined {
  const plans = new Map<string, { plan: QueryPlan | undefined; size: number; at: number }>();
  return (text) => {
    const known = plans.get(text);
    plans.delete(text);
    const size = vocabulary.size();
    const at = performance.now();
    const isGoodEnough =
      known &&
      (known.size === size || (text.length <= SHORT_TEXT_CHARACTERS && at - known.at < SHORT_PLAN_MS));
    const entry = isGoodEnough ? known : { plan: planQuery(text, vocabulary), size, at };
    // The last used come last; the first is the one to forget.
    plans.set(text, entry);
    if (plans.size > MAX_PLANS) plans.delete(plans.keys().next().value as string);
    return entry.plan;
  };
}
