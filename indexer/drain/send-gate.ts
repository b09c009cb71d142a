import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../../src/search/engines/engine-error.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';

/** Once the engine answers again, every request still on its way arrives within this time. */
const QUIET_MS = 1_000;

/**
 * Keeps requests in order. A request that was cut off, or the last one of a writer that died, may still be on its way
 * to the engine. A newer request sent at once could arrive first and be overwritten.
 */
export interface SendGate {
  /** Resolves when no stray request can be on its way. Every write to the engine calls this first. */
  pass(): Promise<void>;
  /** Records that a stray request may be on its way. */
  shut(): void;
  /** Sends a request; if it is unclear whether it arrived, shuts the gate. */
  send<T>(request: () => Promise<T>): Promise<T>;
}

export function createSendGate(index: IndexWriter, signal: AbortSignal): SendGate {
  let mayHaveStrays = true;
  return {
    async pass() {
      if (!mayHaveStrays) return;
      await index.findState();
      await sleep(QUIET_MS, undefined, { signal });
      await index.settleOrder(signal);
      mayHaveStrays = false;
    },
    shut() {
      mayHaveStrays = true;
    },
    async send(request) {
      try {
        return await request();
      } catch (error) {
        const status = statusOf(error);
        if (status === undefined || status >= 500) mayHaveStrays = true;
        throw error;
      }
    },
  };
}
