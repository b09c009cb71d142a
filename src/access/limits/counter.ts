import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyCalls } from '../../platform/http/api-error.ts';
import type { Figure } from './limits.ts';

export type Counter = RateLimiterMemory | RateLimiterRedis;

/**
 * Counts in Redis if there is one. Counts in this process otherwise, and while Redis does not answer: it never fails
 * open.
 */
export function createCounter(redis: Redis | undefined, name: string, { most, seconds }: Figure): Counter {
  const figures = { keyPrefix: name, points: most, duration: seconds };
  const inProcess = new RateLimiterMemory(figures);
  if (!redis) return inProcess;
  return new RateLimiterRedis({
    ...figures,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inProcess,
  });
}

/**
 * Counts one call and returns what is left.
 * @throws ApiError `rate_limited` with `why` and the time of a retry
 */
export async function take(
  counter: Counter,
  key: string,
  why = 'Too many attempts.',
): Promise<RateLimiterRes> {
  try {
    return await counter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw tooManyCalls(`${why} Try again in ${seconds} s.`, seconds, {
      headers: describeLimit(counter, error),
    });
  }
}

/** Returns the rate-limit headers. */
export function describeLimit({ points }: Counter, state: RateLimiterRes): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(points),
    'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + Math.max(0, state.msBeforeNext)) / 1_000)),
  };
}
