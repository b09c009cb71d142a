import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleAll,
  isBulkheadRejectedError,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import type { Logger } from 'pino';
import { ApiError } from '../http/api-error.ts';
import type { Metrics } from '../metrics.ts';
import type { EnginePage, EngineQuery, PlanningEngine, SearchEngine } from './search-engine.ts';

const PATIENCE_MS = 800;
/** More at once would only share the same processors, and leave none for barcode lookups. */
const PLANNED_AT_ONCE = 4;
const PLANNED_WAITING = 200;
const EXACT_AT_ONCE = 4;
const EXACT_WAITING = 40;
const TRY_AGAIN_MS = 1_000;
/** A search like any other, in the place of a caller's. */
const PROBE: EngineQuery = { text: '', digits: undefined, filters: {}, offset: 0, limit: 1 };

/**
 * The planning engine, and the exact one for what it hands over and when it fails or takes longer than 800 ms: after
 * three such failures in a row it is not asked for a second, then tried again, whether or not anybody searches, so
 * that the meter does not say for a whole quiet night that it fails. Each answers four at a time with a line
 * behind them, so that searches never take every processor and connection from the barcode lookups; beyond that a
 * caller gets 503, never an empty page.
 */
export function fallBackTo(
  exact: SearchEngine,
  planning: PlanningEngine,
  metrics: Metrics,
  logger: Logger,
): SearchEngine {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: TRY_AGAIN_MS,
    breaker: new ConsecutiveBreaker(3),
  });
  let isFailing = false;
  let probing: NodeJS.Timeout | undefined;
  metrics.breakerOpen.set({ breaker: 'search_engine' }, 0);
  breaker.onBreak(() => {
    metrics.breakerOpen.set({ breaker: 'search_engine' }, 1);
    // A try that fails opens it again, and so leads to the next one.
    clearTimeout(probing);
    probing = setTimeout(probe, TRY_AGAIN_MS + 50).unref();
    if (!isFailing) logger.warn('Meilisearch fails: the Postgres engine answers searches');
    isFailing = true;
  });
  breaker.onReset(() => {
    metrics.breakerOpen.set({ breaker: 'search_engine' }, 0);
    logger.info('Meilisearch answers searches again');
    isFailing = false;
  });
  const guarded = wrap(breaker, timeout(PATIENCE_MS, TimeoutStrategy.Aggressive));
  const probe = () =>
    void guarded.execute(({ signal }) => planning.search(PROBE, signal)).catch(() => undefined);
  const few = bulkhead(EXACT_AT_ONCE, EXACT_WAITING);
  const line = bulkhead(PLANNED_AT_ONCE, PLANNED_WAITING);

  const plan = async (
    ...[query, signal]: Parameters<SearchEngine['search']>
  ): Promise<EnginePage | undefined> => {
    try {
      return await line.execute(
        () => guarded.execute(({ signal: limited }) => planning.search(query, limited), signal),
        signal,
      );
    } catch (error) {
      if (signal.aborted || isBulkheadRejectedError(error)) throw error;
      metrics.searchFallbacks.inc({ reason: error instanceof TaskCancelledError ? 'slow' : 'failed' });
      logger.debug({ err: error }, 'search falls back to Postgres');
      return undefined;
    }
  };

  return {
    name: planning.name,
    async search(query, signal) {
      try {
        return (await plan(query, signal)) ?? (await few.execute(() => exact.search(query, signal), signal));
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
