import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { Metrics } from './metrics.ts';

/** The default of `failures`. */
const FAILURES = 3;

interface ProbedBreakerOptions {
  /** The guarded server, as the metric names it. */
  name: string;
  /** Called from time to time while the breaker is open; resolves when the server works again. */
  probe: () => Promise<unknown>;
  probeEveryMs?: number | undefined;
  /** Failures in a row that open the breaker. */
  failures?: number;
  /** Whether an error counts as a failure of the server; by default every error does. */
  isFailure?: (error: unknown) => boolean;
  onOpen?: () => void;
  onClose?: () => void;
  metrics: Pick<Metrics, 'breakerOpen'>;
}

interface ProbedBreaker {
  /** Whether the server must not be used: it failed too often in a row, and no probe has succeeded since. */
  isOpen(): boolean;
  /** Runs `work` and counts its failure. Check `isOpen` first. */
  execute<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Returns a circuit breaker that no caller ever waits for. When half open, cockatiel makes all callers wait for the one
 * that tries; here only the probe tries, and callers take their fallback until it has succeeded.
 */
export function createProbedBreaker(options: ProbedBreakerOptions): ProbedBreaker {
  const { name, probe, probeEveryMs = 1_000, failures = FAILURES, isFailure = () => true, metrics } = options;
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: 0,
    breaker: new ConsecutiveBreaker(failures),
  });
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let isClosed = false;

  metrics.breakerOpen.set({ breaker: name }, 0);
  breaker.onReset(() => {
    isOpen = false;
    metrics.breakerOpen.set({ breaker: name }, 0);
    options.onClose?.();
  });
  // A failed probe opens the breaker again, which schedules the next probe.
  breaker.onBreak(() => {
    const isNew = !isOpen;
    isOpen = true;
    metrics.breakerOpen.set({ breaker: name }, 1);
    clearTimeout(timer);
    if (isNew) options.onOpen?.();
    if (isClosed) return;
    timer = setTimeout(() => void breaker.execute(probe).catch(() => undefined), probeEveryMs).unref();
  });

  return {
    isOpen: () => breaker.state !== CircuitState.Closed,
    execute: (work) => breaker.execute(work),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
