import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll } from 'cockatiel';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';

const LOG_EVERY_MS = 60_000;

export interface LimitBreakerOptions {
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

/** Lets calls pass while the counter store is away, and keeps them from waiting for it one after the other. */
export function createLimitBreaker(options: LimitBreakerOptions): LimitBreaker {
  const { probe, metrics, logger, probeEveryMs = 1_000 } = options;
  // Half open, cockatiel lets all callers wait for the one that tries. Here only the probe tries: requests are turned
  // away as long as the state is not closed, so the breaker itself need not wait.
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 0, breaker: new ConsecutiveBreaker(3) });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let passedSinceLog = 0;
  let loggedAt = -Infinity;

  // A probe that fails opens the breaker again, and so leads to the next one.
  metrics.breakerOpen.set({ breaker: 'counter_store' }, 0);
  breaker.onReset(() => metrics.breakerOpen.set({ breaker: 'counter_store' }, 0));
  breaker.onBreak(() => {
    metrics.breakerOpen.set({ breaker: 'counter_store' }, 1);
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void breaker.execute(probe).catch(() => undefined), probeEveryMs).unref();
  });

  const report = (reason: 'failed' | 'not_tried', error?: unknown) => {
    metrics.limiterFailures.inc({ reason });
    passedSinceLog += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn(
      { err: error, calls: passedSinceLog },
      'the counter store fails: calls pass without limits and quotas',
    );
    loggedAt = performance.now();
    passedSinceLog = 0;
  };

  return {
    async run(work) {
      if (breaker.state !== CircuitState.Closed) {
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
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
