import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../../platform/http/api-error.ts';

/** How many, within how many seconds. */
export interface GuardFigure {
  most: number;
  seconds: number;
}

export interface LoginGuardFigures {
  /** Requests to register, account and regenerate, by address. */
  requests: GuardFigure;
  /** Wrong passwords, by e-mail and by address. */
  emailFailures: GuardFigure;
  addressFailures: GuardFigure;
}

const QUARTER_S = 900;

export const LOGIN_GUARD_FIGURES: LoginGuardFigures = {
  requests: { most: 10, seconds: 60 },
  emailFailures: { most: 5, seconds: QUARTER_S },
  addressFailures: { most: 20, seconds: QUARTER_S },
};

export interface LoginGuard {
  /** @throws ApiError `rate_limited` when the address has asked too often */
  admitRequest(address: string): Promise<void>;
  /**
   * Runs a check of credentials that gives undefined for wrong ones. It counts as a failure from its start, so that
   * parallel guesses cannot outrun the count, and no more when it succeeds or breaks off. `isLast` tells the check that
   * its failure would be the one that locks the e-mail.
   * @throws ApiError `rate_limited`, without running it, after too many failures; it passes at the latest when
   * the window that began with the first of them ends
   */
  countFailures<T>(
    attempt: { email: string; address: string },
    check: (isLast: boolean) => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

/**
 * Counts in Redis when there is one, else, and whenever Redis does not answer, in this process: unlike the limits of
 * the public reads this guard never lets everybody pass. `nameAddress` gives the name an address is counted under;
 * guards of different `prefix` know nothing of each other.
 */
export function createLoginGuard(
  redis: Redis | undefined,
  figures: LoginGuardFigures = LOGIN_GUARD_FIGURES,
  nameAddress: (address: string) => Promise<string> = (address) => Promise.resolve(address),
  prefix = 'login',
): LoginGuard {
  const requests = createCounter(redis, `${prefix}:requests`, figures.requests);
  const emailFailures = createCounter(redis, `${prefix}:email`, figures.emailFailures);
  const addressFailures = createCounter(redis, `${prefix}:address`, figures.addressFailures);

  return {
    admitRequest: async (address) => void (await take(requests, await nameAddress(address))),
    async countFailures({ email, address: given }, check) {
      const address = await nameAddress(given);
      const account = createHash('sha256').update(email).digest('base64url');
      await take(addressFailures, address);
      let left: number;
      try {
        left = await take(emailFailures, account);
      } catch (error) {
        // Refused before it was tried: no failure of this address, which may be that of many.
        await addressFailures.reward(address);
        throw error;
      }
      const withdraw = async () =>
        void (await Promise.all([emailFailures.reward(account), addressFailures.reward(address)]));
      let found;
      try {
        found = await check(left === 0);
      } catch (error) {
        await withdraw();
        throw error;
      }
      if (found !== undefined)
        await Promise.all([emailFailures.delete(account), addressFailures.reward(address)]);
      return found;
    },
  };
}

type Counter = RateLimiterMemory | RateLimiterRedis;

/** Counts in Redis when there is one, else, and whenever Redis does not answer, in this process. */
export function createCounter(
  redis: Redis | undefined,
  name: string,
  { most, seconds }: GuardFigure,
): Counter {
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
 * Counts one; how many are left.
 * @throws ApiError `rate_limited`, which says `why` and when to try again
 */
export async function take(counter: Counter, key: string, why = 'Too many attempts.'): Promise<number> {
  try {
    const { remainingPoints } = await counter.consume(key);
    return remainingPoints;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new ApiError('rate_limited', `${why} Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
