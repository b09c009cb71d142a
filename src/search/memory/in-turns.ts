import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Work that stops now and then, where others could have their turn. Between two stops nothing of what it reads may change: it
 * either runs through, or changes wait until it has ended.
 */
export type InTurns<T> = Generator<void, T, void>;

/** Names or products that are passed between two stops: about a millisecond. */
export const TURN = 8_192;
/** Milliseconds of work after which all else that waits has its turn. */
const TURN_MS = 10;

/** Does all of it in one go. */
export function runThrough<T>(work: InTurns<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Lets the process answer others every `TURN_MS`.
 * @throws the reason of the signal, when nobody waits any more
 */
export async function runInTurns<T>(work: InTurns<T>, signal: AbortSignal): Promise<T> {
  try {
    for (let started = performance.now(); ;) {
      const { done, value } = work.next();
      if (done) return value;
      if (performance.now() - started < TURN_MS) continue;
      await nextTurn();
      signal.throwIfAborted();
      started = performance.now();
    }
  } finally {
    // One that is given up tidies up what it has counted so far.
    work.return(undefined as T);
  }
}

/** One after the other, in the order of the calls. */
export function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}
