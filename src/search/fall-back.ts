import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBulkheadRejectedError,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/database-error.ts';
import { ApiError } from '../http/api-error.ts';
import type { Metrics } from '../metrics.ts';
import type { SearchEngine } from './search-engine.ts';

/**
 * `preferred`, and `exact` in its place when it fails or takes longer than 800 ms: after three such failures in a row
 * it is not asked for a second, then tried again. The exact engine answers four at a time with a short line behind
 * them; beyond that a caller gets 503, never an empty page.
 */
export function fallBackTo(
  exact: SearchEngine,
  preferred: SearchEngine,
  metrics: Metrics,
  logger: Logger,
): SearchEngine {
  // A database that is away is not the engine's failure, and asking the exact engine would not help.
  const breaker = circuitBreaker(
    handleWhen((error) => !isDatabaseUnavailable(error) && !(error instanceof ApiError)),
    { halfOpenAfter: 1_000, breaker: new ConsecutiveBreaker(3) },
  );
  breaker.onBreak(() => logger.warn('Meilisearch fails: the Postgres engine answers searches'));
  breaker.onReset(() => logger.info('Meilisearch answers searches again'));
  const guarded = wrap(breaker, timeout(800, TimeoutStrategy.Aggressive));
  const few = bulkhead(4, 20);
  return {
    name: preferred.name,
    async search(query, signal) {
      try {
        return await guarded.execute(({ signal: limited }) => preferred.search(query, limited), signal);
      } catch (error) {
        if (signal.aborted || isDatabaseUnavailable(error) || error instanceof ApiError) throw error;
        const reason = error instanceof TaskCancelledError ? 'slow' : 'failed';
        metrics.searchFallbacks.inc({ reason });
        logger.debug({ err: error }, 'search falls back to Postgres');
      }
      try {
        return await few.execute(() => exact.search(query, signal));
      } catch (error) {
        if (!isBulkheadRejectedError(error)) throw error;
        throw new ApiError('unavailable', 'Search is busy. Try again in a moment.', {
          headers: { 'Retry-After': '1' },
          cause: error,
        });
      }
    },
  };
}
