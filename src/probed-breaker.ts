import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { Metrics } from './metrics.ts';

/** In a row, unless something else is said. */
const FAILURES = 3;

export interface ProbedBreakerOptions {
  /** What it guards, as the metric shows it. */
  name: string;
  /** Asked from time to time while the server is not used; resolves when it can be used again. */
  probe: () => Promise<unknown>;
  probeEveryMs?: number | undefined;
  /** Failures in a row after which it is not used. */
  failures?: number;
  /** Whether an error speaks against the server; all do unless given. */
  isFailure?: (error: unknown) => boolean;
  onOpen?: () => void;
  onClose?: () => void;
  metrics: Pick<Metrics, 'breakerOpen'>;
}

export interface ProbedBreaker {
  /** The server is not to be used: it failed too often in a row, and no probe has succeeded since. */
  isOpen(): boolean;
  /** What `work` gives, or its error. Ask `isOpen` first. */
  execute<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * A circuit breaker that no caller ever waits for. Half open, cockatiel lets all callers wait for the one that tries;
 * here only the probe tries, and callers go another way until it has succeeded.
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
  // A probe that fails opens the breaker again, and so leads to the next one.
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
