import type { Logger } from 'pino';
import type { WakeUpQueue } from '../src/platform/job-queue/wake-up-queue.ts';
import { startLoop, UNTIL_WOKEN_MS, type RunningLoop } from '../src/platform/start-loop.ts';
import type { Tracing } from '../src/platform/tracing/tracing.ts';
import type { WriterLock } from './writer-lock.ts';

/** Pause between wake-ups: an import commits many times a second, and one look finds all marks. */
const REST_MS = 200;

interface ForwardOptions {
  /** Its connection listens. If the connection is lost, so is the lock, and the next holder begins with a full check. */
  lock: WriterLock;
  queue: WakeUpQueue;
  /** Wakes the indexer without a job. */
  wake: () => void;
  tracing: Tracing;
  signal: AbortSignal;
  logger: Logger;
}

/** Turns every change into a wake-up job. While the queue is unavailable, wakes the indexer directly. */
export function forwardChanges({ lock, queue, wake, tracing, signal, logger }: ForwardOptions): RunningLoop {
  const forwarding = startLoop({
    name: 'waking the indexer',
    everyMs: UNTIL_WOKEN_MS,
    startAfterMs: UNTIL_WOKEN_MS,
    leastRestMs: REST_MS,
    async work() {
      if (!(await queue.wake())) wake();
    },
    signal,
    logger,
  });
  lock.listen((traceparent) => tracing.inTrace(traceparent, forwarding.wake));
  return forwarding;
}
