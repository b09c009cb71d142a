import type { Logger } from 'pino';

export const DAY_MS = 86_400_000;
const RETRY_MS = 60_000;

/**
 * Runs the work now, and again `everyMs` after each end, or a minute after a failure. Several processes may run it,
 * and a stop may interrupt it, so the work must be idempotent. `name` appears in the log.
 */
export function repeatWork(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const runIn = (ms: number): void => {
    if (!isClosed) timer = setTimeout(run, ms).unref();
  };
  const run = (): void => {
    work().then(
      () => runIn(everyMs),
      (error: unknown) => {
        if (isClosed) return;
        logger.warn({ err: error }, `${name} failed: next try in a minute`);
        runIn(RETRY_MS);
      },
    );
  };
  run();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
