import type { Logger } from 'pino';
import { databaseErrorOf } from '../db/database-error.ts';

const QUIET_MS = 10_000;

interface FailureLog {
  /** Logs a failure, unless the same kind was logged and has kept recurring less than 10 s apart. */
  report(level: 'warn' | 'error', message: string, error: unknown, more?: object): void;
}

/**
 * Aggregates failures of an outage, which come with every call. Logs one line at the start, and one with the count
 * when the failure has not recurred for 10 s. Failures are grouped by message and by the code of their cause.
 */
export function createFailureLog(logger: Logger, quietMs = QUIET_MS): FailureLog {
  const current = new Map<string, { times: number; quiet: NodeJS.Timeout }>();
  return {
    report(level, message, error, more = {}) {
      const cause: { code?: string; message?: string } = databaseErrorOf(error) ?? {
        message: error instanceof Error ? error.message : String(error),
      };
      // An AggregateError has no message of its own.
      const reason = cause.message || cause.code || 'unknown';
      const kind = `${message} ${cause.code ?? reason}`;
      const known = current.get(kind);
      if (known) {
        known.times += 1;
        known.quiet.refresh();
        return;
      }
      logger[level]({ ...more, reason }, message);
      const end = () => {
        logger.info({ reason, times: current.get(kind)?.times }, `over: ${message}`);
        current.delete(kind);
      };
      current.set(kind, { times: 1, quiet: setTimeout(end, quietMs).unref() });
    },
  };
}
