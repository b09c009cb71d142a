import type { Redis } from 'ioredis';
import { createAddressCounter } from '../limits/address-counter.ts';
import type { Addresses } from '../limits/addresses.ts';
import { createCounter, take } from '../limits/counter.ts';

/** Limits of new accounts. */
export interface RegistrationFigures {
  /** Per address (IPv6: /64) and day. */
  perAddress: number;
  /** Per IPv6 /48 and day. */
  perNetwork: number;
  /** Per second, over all callers. */
  perSecond: number;
}

export interface RegistrationLimits {
  /**
   * Runs a registration. It counts for the day of its address and network from its start, so that parallel ones
   * cannot outrun the count. A failure is not counted.
   * @throws ApiError `rate_limited`, without running it, after too many registrations
   */
  run<T>(address: string, register: () => Promise<T>): Promise<T>;
}

const DAY_S = 86_400;

export function createRegistrationLimits(
  redis: Redis | undefined,
  addresses: Addresses,
  { perAddress, perNetwork, perSecond }: RegistrationFigures,
): RegistrationLimits {
  const days = createAddressCounter({
    redis,
    addresses,
    name: 'registrations',
    figure: { most: perAddress, seconds: DAY_S },
    mostOfNetwork: perNetwork,
    why: 'Too many accounts were registered in a day',
  });
  const ofAll = createCounter(redis, 'registrations:all', { most: perSecond, seconds: 1 });
  return {
    async run(address, register) {
      // Checked first: it is the cheapest check, and refuses most of a distributed flood.
      await take(ofAll, 'all', 'Too many registrations at this moment.');
      await days.take(address);
      try {
        return await register();
      } catch (error) {
        await days.reward(address);
        throw error;
      }
    },
  };
}
