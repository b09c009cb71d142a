import { setTimeout as sleep } from 'node:timers/promises';
import type { Hearer } from '../../db/notifications/notification-listener.ts';

export interface ChangeSignal {
  /** What `wait` compares with: taken before a read, it tells what came during that read. */
  seen(): number;
  /** Resolves when there is something after `seen`, or may be; after `ms`; when `signal` is aborted; and when it is closed. */
  wait(seen: number, ms: number, signal: AbortSignal): Promise<void>;
  hearer: Hearer;
  isClosed(): boolean;
  /** Nobody waits any more. */
  close(): void;
}

/**
 * Tells those of a process who wait that positions were given. They hold no connection meanwhile; one that all share
 * listens. What came together, within `gatherMs`, is one call of the bell.
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
      // By a timer of its own: what `AbortSignal.timeout` makes is never aborted once it is only known to `AbortSignal.any`
      // and the garbage is collected (Node 20).
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
