import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { isConnectionRefused } from './db/database-error.ts';
import { createWakeSignal } from './wake-signal.ts';

export const DAY_MS = 86_400_000;
/** For `everyMs`: runs only when woken. */
export const UNTIL_WOKEN_MS = 2 ** 30;
const RETRY_MS = 60_000;
/** After a failure a wake-up does not run the work sooner than this. */
const LEAST_AFTER_FAILURE_MS = 1_000;

/** What to do about failures. */
export interface Trouble {
  /** Returns how many milliseconds to rest before the next try. */
  report(error: unknown): number | Promise<number>;
  /** Called after each success. */
  over(): void;
}

export interface Loop {
  /** The name in the log and in the list of background work in docs/runbook.md. */
  name: string;
  /**
   * Several processes may run it, and a stop may interrupt it, so it must be idempotent. Returns how long to rest if not
   * `everyMs`; after 0 it runs again at once.
   */
  work: (signal: AbortSignal) => Promise<number | void>;
  /** The rest after a run. */
  everyMs: number;
  /** The wait before the first run: none unless given. */
  startAfterMs?: number;
  /** The least rest, however often it is woken. */
  leastRestMs?: number | (() => number);
  /** By default the log has each failure, and the next try is a minute later. */
  trouble?: Trouble;
  /** Stops it as well. */
  signal?: AbortSignal;
  logger: Logger;
}

export interface RunningLoop {
  /** Ends the rest. The next run belongs to the trace of the caller. */
  wake: () => void;
  /** Runs the work no more. Resolves when the run under way has ended. */
  close: () => Promise<void>;
}

/** Repeats work in the background while the process lives. */
export function startLoop(loop: Loop): RunningLoop {
  const { name, work, everyMs, startAfterMs, leastRestMs = 0, logger } = loop;
  const trouble = loop.trouble ?? {
    report(error) {
      // The listener for notifications says once that the database is away, instead of each loop.
      const level = isConnectionRefused(error) ? 'debug' : 'warn';
      logger[level]({ err: error }, `${name} failed: next try in a minute`);
      return RETRY_MS;
    },
    over: () => undefined,
  };
  const leastRest = () => (typeof leastRestMs === 'number' ? leastRestMs : leastRestMs());
  const stopping = new AbortController();
  if (loop.signal?.aborted) stopping.abort();
  const { signal } = stopping;
  const stopped = createWakeSignal();
  const due = createWakeSignal();
  const alone = AsyncLocalStorage.snapshot();
  let next = alone;

  /** Returns how long to rest, and how much of that in spite of wake-ups. */
  async function runOnce(): Promise<[restMs: number, leastMs: number]> {
    const inTrace = next;
    next = alone;
    try {
      const restMs = (await inTrace(work, signal)) ?? everyMs;
      trouble.over();
      return [restMs, leastRest()];
    } catch (error) {
      if (signal.aborted) return [0, 0];
      return [await trouble.report(error), Math.max(leastRest(), LEAST_AFTER_FAILURE_MS)];
    }
  }

  async function run(): Promise<void> {
    if (startAfterMs !== undefined && !signal.aborted) await due.wait(startAfterMs);
    while (!signal.aborted) {
      const [restMs, leastMs] = await runOnce();
      if (restMs === 0) continue;
      const heldMs = Math.min(restMs, leastMs);
      if (heldMs > 0) await stopped.wait(heldMs);
      if (!signal.aborted) await due.wait(restMs - heldMs);
    }
  }

  const done = run();
  const close = async () => {
    stopping.abort();
    stopped.wake();
    due.wake();
    await done;
  };
  loop.signal?.addEventListener('abort', () => void close());
  const wake = () => {
    next = AsyncLocalStorage.snapshot();
    due.wake();
  };
  return { wake, close };
}
