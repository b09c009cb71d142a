import type { Redis } from 'ioredis';
import { createAddressCounter } from '../limits/address-counter.ts';
import type { Addresses } from '../limits/addresses.ts';
import { createCounter, take } from '../limits/counter.ts';

/** How many accounts may be registered. */
export interface RegistrationFigures {
  /** From one address (IPv6: /64) in a day. */
  perAddress: number;
  /** From one IPv6 /48 in a day. */
  perNetwork: number;
  /** By all together, in a second. */
  perSecond: number;
}

export interface RegistrationLimits {
  /**
   * Runs a registration. It counts for the day of its address and network from its start, so that parallel ones cannot
   * outrun the count, and no more when it fails.
   * @throws ApiError `rate_limited`, without running it, when too many have registered
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
      // First, as it refuses most of a flood that comes from everywhere, at the least cost.
      await take(ofAll, 'all', 'Too many register at this moment.');
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
