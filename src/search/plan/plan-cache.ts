import { LRUCache } from 'lru-cache';
import type { QueryPlan } from './candidate-group.ts';
import { planQuery } from './query-plan.ts';
import { MAX_PLANS, SHORT_PLAN_MS, SHORT_TEXT_CHARACTERS } from '../planner-limits.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/**
 * Plans of the last texts. The next page of a search, and a search that many people make, need not be planned again.
 * A plan is made anew as soon as the vocabulary has grown, that of one or two letters `SHORT_PLAN_MS` later at the most.
 */
export function createPlanCache(vocabulary: Vocabulary): (text: string) => QueryPlan | undefined {
  const plans = new LRUCache<string, { plan: QueryPlan | undefined; size: number; at: number }>({
    max: MAX_PLANS,
  });
  return (text) => {
    const known = plans.get(text);
    const size = vocabulary.size();
    const at = performance.now();
    const mayBeOlder = text.length <= SHORT_TEXT_CHARACTERS;
    if (known && (known.size === size || (mayBeOlder && at - known.at < SHORT_PLAN_MS))) return known.plan;
    const plan = planQuery(text, vocabulary);
    plans.set(text, { plan, size, at });
    return plan;
  };
}
