import { setTimeout as sleep } from 'node:timers/promises';

/** Does a piece of work, then rests. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Rests after each piece of work, so that all pieces together take this share of the time. The share also bounds the
 * CPU time in this process, in Postgres and in the engine, because only one of the three works at a time.
 */
export function createPace(share: number, signal: AbortSignal): Pace {
  return async (work) => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const result = await work();
    const restMs = (performance.now() - startedAt) * (1 / share - 1);
    if (restMs > 0) await sleep(restMs, undefined, { signal });
    return result;
  };
}
