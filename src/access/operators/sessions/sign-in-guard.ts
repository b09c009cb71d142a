import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createAddressCounter } from '../../limits/address-counter.ts';
import type { Addresses } from '../../limits/addresses.ts';
import { createCounter } from '../../limits/counter.ts';
import { checkCounted, takeKnownPlace, type CountedFailure } from '../../limits/failures.ts';
import { SIGN_IN_FIGURES, type SignInFigures } from '../../limits/limits.ts';

export interface Attempt {
  email: string;
  /** The address bucket of the request. */
  address: string;
  /** Name of a known session, device or address of this operator (see `findKnownPlace`), or undefined. */
  knownPlace: string | undefined;
}

export interface AttemptState {
  /** Whether a failure would be the first that counts, which gets an audit row. */
  isFirst: boolean;
  /** Whether a failure would lock the place or the e-mail. */
  isLast: boolean;
  /** Seconds for which unknown places are locked for the e-mail, unless a one-time code is given too. */
  lockedForS: number | undefined;
}

/**
 * Slows down guessing of operators' passwords without locking operators out: failures lock the place that they come
 * from. A place that an operator signed in from before has its own counter, so that strangers elsewhere cannot lock
 * it.
 */
export interface SignInGuard {
  /**
   * Runs a check of credentials, which returns undefined for wrong ones. It counts as a failure from its start, so
   * that parallel guesses cannot outrun the count. Success or an error withdraws the failure.
   * @throws ApiError `rate_limited`, without running the check, after too many failures of the place or its address
   */
  countFailures<T>(
    attempt: Attempt,
    check: (state: AttemptState) => Promise<T | undefined>,
  ): Promise<T | undefined>;
  /** The same for a sign-in at the provider, which names no e-mail: its failures count for the address alone. */
  countOfAddress<T>(address: string, check: () => Promise<T | undefined>): Promise<T | undefined>;
  /** The same for emergency codes. Other failures of the address do not count: those may be why there is a code. */
  countEmergencies<T>(address: string, check: () => Promise<T | undefined>): Promise<T | undefined>;
}

interface Taken extends CountedFailure {
  isFirst: boolean;
  isLast: boolean;
  lockedForS?: number;
}

export function createSignInGuard(
  redis: Redis | undefined,
  addresses: Addresses,
  figures: SignInFigures = SIGN_IN_FIGURES,
): SignInGuard {
  const prefix = 'operator-login';
  const byAddress = createAddressCounter({
    redis,
    addresses,
    name: `${prefix}:failures`,
    figure: figures.address,
  });
  const byEmergency = createAddressCounter({
    redis,
    addresses,
    name: `${prefix}:emergency`,
    figure: figures.emergency,
  });
  const byPlace = createAddressCounter({ redis, addresses, name: `${prefix}:place`, figure: figures.place });
  const byKnownPlace = createCounter(redis, `${prefix}:known`, figures.place);
  const byEmail = createCounter(redis, `${prefix}:email`, figures.unknown);

  async function takeUnknown(account: string, address: string): Promise<Taken> {
    await byAddress.take(address);
    let ofPlace: RateLimiterRes;
    try {
      ofPlace = await byPlace.take(address, account);
    } catch (error) {
      // The attempt was refused before it was tried, so it does not count for the address, which many may share.
      await byAddress.reward(address);
      throw error;
    }
    const withdraw = (): Promise<unknown> =>
      Promise.all([byAddress.reward(address), byPlace.reward(address, account), byEmail.reward(account)]);
    try {
      const { consumedPoints, remainingPoints } = await byEmail.consume(account);
      return {
        isFirst: consumedPoints === 1,
        isLast: ofPlace.remainingPoints === 0 || remainingPoints === 0,
        withdraw,
        forgive: () => Promise.all([withdraw(), byPlace.forget(address, account)]),
      };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const lockedForS = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      return { isFirst: false, isLast: false, lockedForS, withdraw, forgive: withdraw };
    }
  }

  async function countBy<T>(counter: typeof byAddress, address: string, check: () => Promise<T | undefined>) {
    await counter.take(address);
    const withdraw = () => counter.reward(address);
    return await checkCounted({ withdraw, forgive: withdraw }, check);
  }

  return {
    async countFailures({ email, address, knownPlace }, check) {
      const account = createHash('sha256').update(email).digest('base64url');
      const taken: Taken =
        knownPlace === undefined
          ? await takeUnknown(account, address)
          : await takeKnownPlace(byKnownPlace, account, knownPlace);
      return await checkCounted(taken, () => check({ ...taken, lockedForS: taken.lockedForS }));
    },
    countOfAddress: (address, check) => countBy(byAddress, address, check),
    countEmergencies: (address, check) => countBy(byEmergency, address, check),
  };
}
