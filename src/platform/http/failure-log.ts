import type { Logger } from 'pino';
import { databaseErrorOf } from '../db/database-error.ts';

const QUIET_MS = 10_000;

interface FailureLog {
  /** Logs a failure unless one of its kind was logged and has come again since, never more than 10 s apart. */
  report(level: 'warn' | 'error', message: string, error: unknown, more?: object): void;
}

/**
 * While a server is away or its disk is full, the same failure comes with every call. It is one line when it begins, and
 * one, with how often it came, when it has not come for 10 s. Failures are told apart by message and by the code of their
 * cause.
 */
export function createFailureLog(logger: Logger, quietMs = QUIET_MS): FailureLog {
  const current = new Map<string, { times: number; quiet: NodeJS.Timeout }>();
  return {
    report(level, message, error, more = {}) {
      const cause: { code?: string; message?: string } = databaseErrorOf(error) ?? {
        message: error instanceof Error ? error.message : String(error),
      };
      // An error of several attempts has no words of its own.
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
