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

const WINDOW_S = 60;

export interface LimitWindow {
  /** Minutes since 1970, which number the window. */
  minute: number;
  /** Its end in Unix seconds. */
  resetAtS: number;
  /** Seconds to its end: 1 to 60. */
  resetInS: number;
}

/** Returns the fixed window of one clock minute that a Unix second falls into. */
export function buildWindow(nowS: number): LimitWindow {
  const minute = Math.floor(nowS / WINDOW_S);
  const resetAtS = (minute + 1) * WINDOW_S;
  return { minute, resetAtS, resetInS: resetAtS - nowS };
}
