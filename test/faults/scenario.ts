import type { World } from './world.ts';

/** One figure of a scenario, beside what it has to be. */
export interface Finding {
  what: string;
  promised: string;
  measured: string;
  isKept: boolean;
  /** A duration, which depends on the machine. */
  isTiming: boolean;
}

export interface Scenario {
  /** F1, F2, … */
  id: string;
  title: string;
  /** Uses the running servers, and leaves them running. */
  run: (world: World, rounds: Rounds) => Promise<Finding[]>;
  /** Why this machine cannot run it. */
  cannotRun?: () => string | undefined;
}

/** How often a fault is repeated, and how long it lasts: `full` is what is promised, `short` a fifth of that or less. */
export type Rounds = <T>(full: T, short: T) => T;

export function atMost(what: string, limit: number, measured: number, unit: string): Finding {
  const isKept = measured <= limit;
  const isTiming = unit === 's' || unit === 'ms';
  return { what, promised: `<= ${limit} ${unit}`, measured: `${format(measured)} ${unit}`, isKept, isTiming };
}

export function exactly(what: string, expected: number | string, measured: number | string): Finding {
  const isKept = expected === measured;
  return { what, promised: String(expected), measured: String(measured), isKept, isTiming: false };
}

export function atLeast(what: string, least: number, measured: number, unit: string): Finding {
  const isKept = measured >= least;
  return {
    what,
    promised: `>= ${least} ${unit}`,
    measured: `${format(measured)} ${unit}`,
    isKept,
    isTiming: false,
  };
}

export function describeFinding({ what, promised, measured, isKept }: Finding): string {
  return `  ${isKept ? 'kept    ' : 'NOT KEPT'} ${what}: ${measured} (promised ${promised})`;
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
