import { setImmediate as nextTurn } from 'node:timers/promises';
import { LEAST_SEARCH_MS } from '../search-limits.ts';

/**
 * Work that stops now and then, where others could have their turn. Between two stops nothing of what it reads may change: it
 * either runs through, or changes wait until it has ended. At a stop it hears whether its time is up: then a search ends each
 * of its steps with what it has.
 */
export type InTurns<T> = Generator<void, T, boolean>;

/** Names or products that are passed between two stops: about a millisecond. */
export const TURN = 8_192;
/** Milliseconds of work after which all else that waits has its turn. */
const TURN_MS = 10;

/** Does all of it in one go. */
export function runThrough<T>(work: InTurns<T>, isTimeUp = false): T {
  for (;;) {
    const { done, value } = work.next(isTimeUp);
    if (done) return value;
  }
}

/**
 * Lets the process answer others every `TURN_MS`. Its time is up at `dueAt` (by `performance.now()`), but not before it has had
 * `LEAST_SEARCH_MS`.
 * @throws the reason of the signal, when nobody waits any more
 */
export async function runInTurns<T>(
  work: InTurns<T>,
  signal: AbortSignal,
  dueAt: number = Infinity,
): Promise<T> {
  try {
    let now = performance.now();
    const endsAt = Math.max(dueAt, now + LEAST_SEARCH_MS);
    for (let started = now; ;) {
      const { done, value } = work.next(now >= endsAt);
      if (done) return value;
      now = performance.now();
      if (now - started < TURN_MS) continue;
      await nextTurn();
      signal.throwIfAborted();
      now = performance.now();
      started = now;
    }
  } finally {
    // One that is given up tidies up what it has counted so far.
    work.return(undefined as T);
  }
}
