import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';

type Day = ReviewStats['by_operator'][number];

export interface Work {
  approved: number;
  rejected: number;
  undone: number;
}

export interface OperatorWork extends Work {
  actor: string;
  email: string;
}

const DAY_MS = 86_400_000;

/** Returns every day of a period as `YYYY-MM-DD`, including days without a decision. */
export function listDays({ from, to }: { from: string; to: string }): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Sums each operator's work over the period, most work first. */
export function sumByOperator(days: readonly Day[]): OperatorWork[] {
  const actors = [...new Set(days.map(({ actor }) => actor))];
  return actors
    .map((actor) => {
      const own = days.filter((day) => day.actor === actor);
      return { actor, email: own[0] ? nameActor(own[0]) : actor, ...sum(own) };
    })
    .toSorted((a, b) => countAll(b) - countAll(a));
}

export const nameActor = ({ actor, operator_email: email, rule_name: rule }: Omit<Day, keyof Work>) =>
  email ?? (rule === null ? actor : `rule “${rule}”`);

export function sum(days: readonly Work[]): Work {
  const add = (name: keyof Work) => days.reduce((total, day) => total + day[name], 0);
  return { approved: add('approved'), rejected: add('rejected'), undone: add('undone') };
}

export const countDecisions = ({ approved, rejected }: Work): number => approved + rejected;

const countAll = (work: Work) => countDecisions(work) + work.undone;
