import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUpQueue } from '../src/platform/job-queue/wake-up-queue.ts';
import { createWakeSignal } from '../src/platform/wake-signal.ts';
import type { WriterLock } from './writer-lock.ts';

/** Pause between wake-ups: an import commits many times a second, and one look finds all marks. */
const REST_MS = 200;
const UNTIL_WOKEN_MS = 2 ** 30;

interface ForwardOptions {
  /** Its connection listens. If the connection is lost, so is the lock, and the next holder begins with a full check. */
  lock: WriterLock;
  queue: WakeUpQueue;
  /** Wakes the indexer without a job. */
  wake: () => void;
  signal: AbortSignal;
}

/** Turns every change into a wake-up job. While the queue is unavailable, wakes the indexer directly. */
export async function forwardChanges({ lock, queue, wake, signal }: ForwardOptions): Promise<void> {
  const changed = createWakeSignal();
  lock.listen(() => changed.wake());
  signal.addEventListener('abort', () => changed.wake());
  while (!signal.aborted) {
    await changed.wait(UNTIL_WOKEN_MS);
    if (!signal.aborted && !(await queue.wake())) wake();
    await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
  }
}
