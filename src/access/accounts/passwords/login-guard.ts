import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { createAddressCounter } from '../../limits/address-counter.ts';
import type { Addresses } from '../../limits/addresses.ts';
import { createCounter, take, type Figure } from '../../limits/counter.ts';
import { checkCounted, takeKnownPlace, type CountedFailure } from '../../limits/failures.ts';

export interface LoginGuardFigures {
  /** Requests to register, account and regenerate, by address. */
  requests: Figure;
  /** Wrong passwords, by e-mail and by address. */
  emailFailures: Figure;
  addressFailures: Figure;
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
   * parallel guesses cannot outrun the count, and no more when it succeeds or breaks off. `knownPlace`: the name of a browser
   * that the account signed in with before, whose failures are counted apart: guesses of strangers do not lock it.
   * @throws ApiError `rate_limited`, without running it, after too many failures; it passes at the latest when
   * the window that began with the first of them ends
   */
  countFailures<T>(
    attempt: { email: string; address: string; knownPlace?: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

export function createLoginGuard(
  redis: Redis | undefined,
  addresses: Addresses,
  figures: LoginGuardFigures = LOGIN_GUARD_FIGURES,
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
      // Refused before it was tried: no failure of this address, which may be that of many.
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
