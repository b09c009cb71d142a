import { planQuery, type QueryPlan } from './query-plan.ts';
import type { Vocabulary } from './vocabulary.ts';

const MOST_PLANS = 300;

/**
 * Plans of the last texts. The next page of a search, and a search that many people make, need not be planned again.
 * A plan is made anew as soon as the vocabulary has grown.
 */
export function createPlanCache(vocabulary: Vocabulary): (text: string) => QueryPlan | undefined {
  const plans = new Map<string, { plan: QueryPlan | undefined; size: number }>();
  return (text) => {
    const known = plans.get(text);
    plans.delete(text);
    const size = vocabulary.size();
    const entry = known?.size === size ? known : { plan: planQuery(text, vocabulary), size };
    // The last used come last; the first is the one to forget.
    plans.set(text, entry);
    if (plans.size > MOST_PLANS) plans.delete(plans.keys().next().value as string);
    return entry.plan;
  };
}
