import type { Logger } from 'pino';
import type { Metrics } from '../../platform/metrics.ts';
import { createProbedBreaker } from '../../platform/probed-breaker.ts';

const LOG_EVERY_MS = 60_000;

interface LimitBreakerOptions {
  /** Asked from time to time while the store is not used; resolves when it can be used again. */
  probe: () => Promise<void>;
  metrics: Pick<Metrics, 'limiterFailures' | 'breakerOpen'>;
  logger: Logger;
  probeEveryMs?: number;
}

export interface LimitBreaker {
  /** What `work` gives; undefined when it fails, or is not tried because it failed three times in a row. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
  close(): void;
}

/** Spares calls the counter store while it is away: none waits for it after the other. */
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
