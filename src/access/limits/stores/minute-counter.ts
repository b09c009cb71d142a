import { buildWindow, type LimitWindow } from './limit-window.ts';

/** Counts a call in the current clock minute and returns its number in that minute, from 1. */
type CountInMinute = (key: string) => LimitWindow & { count: number };

/** Counts in this process only. Counts of past minutes are dropped. */
export function createMinuteCounter(now: () => number = Date.now): CountInMinute {
  let minute = 0;
  let counts = new Map<string, number>();
  return (key) => {
    const window = buildWindow(Math.floor(now() / 1_000));
    if (window.minute !== minute) {
      minute = window.minute;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { ...window, count };
  };
}
