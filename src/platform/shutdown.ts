import type { Logger } from 'pino';

interface ShutdownStep {
  name: string;
  /** A returned promise is awaited. */
  run: () => unknown;
}

/**
 * Runs the steps one after the other on SIGTERM, SIGINT, or when the parent process is gone; then the process exits. A
 * failed step does not stop the next one. After `deadlineMs` the process exits in any case.
 */
export function shutDownOnSignal(steps: ShutdownStep[], logger: Logger, deadlineMs = 9_000): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => {
      logger.error('not stopped in time: exiting now');
      process.exit(1);
    }, deadlineMs).unref();
    for (const step of steps) {
      try {
        await step.run();
      } catch (error) {
        logger.warn({ err: error, step: step.name }, 'a step of the shutdown failed');
      }
    }
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.on('disconnect', () => void stop('parent gone'));
  // The parent may have ended before this process listened. Without a parent that listens it is undefined.
  if (process.send && !process.connected) void stop('parent gone');
}
