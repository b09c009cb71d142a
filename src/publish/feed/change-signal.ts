import { setTimeout as sleep } from 'node:timers/promises';
import type { Hearer } from '../../platform/db/notifications/notification-listener.ts';

export interface ChangeSignal {
  /** Returns a counter for `wait`. Take it before a read, so that `wait` notices a signal during that read. */
  seen(): number;
  /** Resolves when there may be positions after `seen`, after `ms`, when `signal` is aborted, or when it is closed. */
  wait(seen: number, ms: number, signal: AbortSignal): Promise<void>;
  hearer: Hearer;
  isClosed(): boolean;
  /** Ends all waits; later calls do not wait. */
  close(): void;
}

/**
 * Returns a signal for new positions, on which the process’s callers wait. They hold no connection while they wait: one shared
 * connection listens. Notifications within `gatherMs` are combined into one.
 */
export function createChangeSignal(gatherMs: number): ChangeSignal {
  let told = 0;
  let bell = new AbortController();
  let isClosed = false;
  let gathering: NodeJS.Timeout | undefined;
  const ring = () => {
    gathering = undefined;
    told += 1;
    bell.abort();
    if (!isClosed) bell = new AbortController();
  };
  const gather = () => {
    gathering ??= setTimeout(ring, gatherMs).unref();
  };
  return {
    seen: () => told,
    async wait(seen, ms, signal) {
      if (seen !== told || isClosed) return;
      // A timer instead of `AbortSignal.timeout`: in Node 20 such a signal may be garbage-collected while only
      // `AbortSignal.any` refers to it, and then never aborts.
      await sleep(ms, undefined, {
        signal: AbortSignal.any([signal, bell.signal]),
        ref: false,
      }).catch(() => undefined);
    },
    hearer: { channel: 'product_changes_stamped', onChange: gather, onGap: gather },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      clearTimeout(gathering);
      ring();
    },
  };
}
