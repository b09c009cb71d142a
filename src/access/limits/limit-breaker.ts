import type { Logger } from 'pino';
import type { Metrics } from '../../platform/metrics.ts';
import { createProbedBreaker } from '../../platform/probed-breaker.ts';

const LOG_EVERY_MS = 60_000;

interface LimitBreakerOptions {
  /** Called at intervals while the breaker is open; resolves when the store works again. */
  probe: () => Promise<void>;
  metrics: Pick<Metrics, 'limiterFailures' | 'breakerOpen'>;
  logger: Logger;
  probeEveryMs?: number;
}

export interface LimitBreaker {
  /**
   * Returns the result of `work`. Undefined when it fails, or when the breaker is open after three failures in a row.
   */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
  close(): void;
}

/** A circuit breaker for the counter store, so that calls do not each wait for a dead store. */
export function createLimitBreaker(options: LimitBreakerOptions): LimitBreaker {
  const { probe, probeEveryMs, metrics, logger } = options;
  const breaker = createProbedBreaker({ name: 'counter_store', probe, probeEveryMs, metrics });
  let passedSinceLog = 0;
  let loggedAt = -Infinity;

  const report = (reason: 'failed' | 'not_tried', error?: unknown) => {
    metrics.limiterFailures.inc({ reason });
    passedSinceLog += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn(
      { err: error, calls: passedSinceLog },
      'the counter store fails: calls pass without quotas, and this process alone counts their minutes',
    );
    loggedAt = performance.now();
    passedSinceLog = 0;
  };

  return {
    async run(work) {
      if (breaker.isOpen()) {
        report('not_tried');
        return undefined;
      }
      try {
        return await breaker.execute(work);
      } catch (error) {
        report('failed', error);
        return undefined;
      }
    },
    close: () => breaker.close(),
  };
}
