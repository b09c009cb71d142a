import type { Logger } from 'pino';
import { createWakeSignal } from './wake-signal.ts';

export const DAY_MS = 86_400_000;
const RETRY_MS = 60_000;
/** The least time between two runs, however often it is woken. */
const LEAST_REST_MS = 1_000;

/**
 * Runs the work now, and again `everyMs` after each end, or a minute after a failure; `wake` runs it sooner. Several
 * processes may run it, and a stop may interrupt it, so the work must be idempotent. `name` appears in the log.
 */
export function repeatWork(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { wake(): void; close(): void } {
  const closing = createWakeSignal();
  const due = createWakeSignal();
  const stopping = new AbortController();
  const isClosed = () => stopping.signal.aborted;
  const run = async (): Promise<void> => {
    while (!isClosed()) {
      let restMs = everyMs;
      try {
        await work();
      } catch (error) {
        if (isClosed()) return;
        logger.warn({ err: error }, `${name} failed: next try in a minute`);
        restMs = RETRY_MS;
      }
      await closing.wait(LEAST_REST_MS);
      if (!isClosed()) await due.wait(restMs - LEAST_REST_MS);
    }
  };
  void run();
  return {
    wake: () => due.wake(),
    close() {
      stopping.abort();
      closing.wake();
      due.wake();
    },
  };
}
