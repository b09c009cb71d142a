import type { Logger } from 'pino';
import type { ApiError } from './api-error.ts';

const EVERY_MS = 10_000;

/**
 * Tells of requests that are refused because too many come, or the answer came too late: one line at once for the first of a kind, then one every 10 s
 * with their number. A flood must not fill the log as well; the metrics count every answer by route and status.
 */
export function createShedLog(
  logger: Logger,
  everyMs = EVERY_MS,
): (error: ApiError, requestId: string) => void {
  // The texts are the program's own, so there are few.
  const kinds = new Map<string, { refused: number; loggedAt: number }>();
  return ({ message }, requestId) => {
    const kind = kinds.get(message) ?? { refused: 0, loggedAt: -Infinity };
    kinds.set(message, kind);
    kind.refused += 1;
    if (performance.now() - kind.loggedAt < everyMs) return;
    logger.warn({ reason: message, refused: kind.refused, request_id: requestId }, 'requests are refused');
    kind.loggedAt = performance.now();
    kind.refused = 0;
  };
}
