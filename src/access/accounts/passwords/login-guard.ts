import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createAddressCounter } from '../../limits/address-counter.ts';
import type { Addresses } from '../../limits/addresses.ts';
import { createCounter, take } from '../../limits/counter.ts';
import { checkCounted, takeKnownPlace, type CountedFailure } from '../../limits/failures.ts';
import { LOGIN_FIGURES, type Figure, type LoginFigures } from '../../limits/limits.ts';

export interface LoginGuard {
  /** @throws ApiError `rate_limited` after too many requests from the address */
  admitRequest(address: string): Promise<void>;
  /**
   * Runs a check of credentials, which returns undefined for wrong ones. It counts as a failure from its start, so
   * that parallel guesses cannot outrun the count. Success or an error withdraws the failure. `knownPlace`: a browser
   * that the account signed in with before. Its failures are counted separately, so that strangers' guesses do not
   * lock it.
   * @throws ApiError `rate_limited`, without running the check, after too many failures. It ends at the latest with
   * the window that began at the first failure.
   */
  countFailures<T>(
    attempt: { email: string; address: string; knownPlace?: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

export function createLoginGuard(
  redis: Redis | undefined,
  addresses: Addresses,
  figures: LoginFigures = LOGIN_FIGURES,
): LoginGuard {
  const ofAddress = (name: string, figure: Figure) =>
    createAddressCounter({ redis, addresses, name: `login:${name}`, figure });
  const requests = ofAddress('requests', figures.requests);
  const addressFailures = ofAddress('failures', figures.addressFailures);
  const emailFailures = createCounter(redis, 'login:email', figures.emailFailures);
  const knownFailures = createCounter(redis, 'login:known', figures.emailFailures);

  async function takeUnknown(account: string, address: string): Promise<CountedFailure> {
    await addressFailures.take(address);
    try {
      await take(emailFailures, account);
    } catch (error) {
      // The attempt was refused before it was tried, so it does not count for the address, which many may share.
      await addressFailures.reward(address);
      throw error;
    }
    return {
      withdraw: () => Promise.all([emailFailures.reward(account), addressFailures.reward(address)]),
      forgive: () => Promise.all([emailFailures.delete(account), addressFailures.reward(address)]),
    };
  }

  return {
    admitRequest: async (address) => void (await requests.take(address)),
    async countFailures({ email, address, knownPlace }, check) {
      const account = createHash('sha256').update(email).digest('base64url');
      const taken =
        knownPlace === undefined
          ? await takeUnknown(account, address)
          : await takeKnownPlace(knownFailures, account, knownPlace);
      return await checkCounted(taken, check);
    },
  };
}
