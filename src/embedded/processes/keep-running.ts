import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A child process, or the server in it. */
export interface Part {
  pid: number;
  exited: Promise<void>;
  /** Stops it gracefully, and forcibly after some time. Resolves when the process has ended. */
  stop(): Promise<void>;
  /** Kills it at once, without waiting. */
  kill(): void;
}

interface KeptPart<P extends Part> {
  first: P;
  stop(): Promise<void>;
  kill(): void;
}

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * Starts a part, and restarts it whenever it ends before `stop`. The first delay is 1 s. It doubles up to 30 s if the
 * part lived less than 30 s. Throws if the first start fails.
 */
export async function keepRunning<P extends Part>(
  name: string,
  start: () => Promise<P>,
  logger: Logger,
): Promise<KeptPart<P>> {
  const first = await start();
  const stopping = new AbortController();
  let current: P = first;
  const watch = async () => {
    for (let delayMs = FIRST_DELAY_MS, startedAt = Date.now(); ; startedAt = Date.now()) {
      await current.exited;
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > LONGEST_DELAY_MS) delayMs = FIRST_DELAY_MS;
      logger.error({ part: name, pid: current.pid, restart_in_ms: delayMs }, 'ended unexpectedly');
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS);
      try {
        current = await start();
        // `stop` was called during the start and only saw the ended part.
        if (stopping.signal.aborted) await current.stop();
      } catch (error) {
        // `current` is still the ended part, so the loop retries after the delay.
        logger.error({ part: name, err: error }, 'could not be started');
      }
    }
  };
  const watching = watch();
  return {
    first,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
    kill: () => {
      stopping.abort();
      current.kill();
    },
  };
}
