import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../engines/engine-error.ts';
import type { IndexWriter } from '../engines/index-engine.ts';

/** An engine that answers again has by then taken whatever was on the way to it. */
const QUIET_MS = 1_000;

/**
 * Keeps requests in order. One that broke off, or the last one of a writer that died, may still be on its way to the
 * engine: a newer request, sent at once, could arrive first, and be overwritten.
 */
export interface SendGate {
  /** Resolves when nothing can be on its way any more. Everything that writes to the engine passes here first. */
  pass(): Promise<void>;
  /** Something may be on its way. */
  shut(): void;
  /** Sends something; when it is unsure whether it arrived, the gate is shut behind it. */
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
