import type { ReviewStats } from '../../src/review/statistics/review-stats-contract.ts';

type Day = ReviewStats['by_operator'][number];

export type Work = Pick<Day, 'approved' | 'rejected' | 'undone'>;

/** Sums the work of each operator and rule over the days, most work first. */
export function sumByOperator(days: readonly Day[]): (Work & { actor: string; email: string })[] {
  const sums = new Map<string, Work & { actor: string; email: string }>();
  for (const { actor, operator_email: operator, rule_name: rule, ...day } of days) {
    const email = operator ?? (rule === null ? actor : `rule “${rule}”`);
    const sum = sums.get(actor) ?? { actor, email, approved: 0, rejected: 0, undone: 0 };
    sum.approved += day.approved;
    sum.rejected += day.rejected;
    sum.undone += day.undone;
    sums.set(actor, sum);
  }
  return [...sums.values()].toSorted((a, b) => countAll(b) - countAll(a));
}

const countAll = ({ approved, rejected, undone }: Work) => approved + rejected + undone;
