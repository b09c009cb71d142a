import type { Redis } from 'ioredis';
import { networkBucketOf } from '../limits/network-bucket.ts';
import { createCounter, take } from './passwords/login-guard.ts';

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

/** Counted as attempts to log in are: in Redis when there is one, else in this process, and never not at all. */
export function createRegistrationLimits(
  redis: Redis | undefined,
  figures: RegistrationFigures,
  nameAddress: (address: string) => Promise<string> = (address) => Promise.resolve(address),
): RegistrationLimits {
  const { perAddress, perNetwork, perSecond } = figures;
  const ofAddress = createCounter(redis, 'registrations:address', { most: perAddress, seconds: DAY_S });
  const ofNetwork = createCounter(redis, 'registrations:network', { most: perNetwork, seconds: DAY_S });
  const ofAll = createCounter(redis, 'registrations:all', { most: perSecond, seconds: 1 });

  return {
    async run(address, register) {
      // First, as it refuses most of a flood that comes from everywhere, at the least cost.
      await take(ofAll, 'all', 'Too many register at this moment.');
      const network = networkBucketOf(address);
      const days = [
        { counter: ofAddress, name: await nameAddress(address), from: 'this address' },
        ...(network === undefined
          ? []
          : [{ counter: ofNetwork, name: await nameAddress(network), from: `the network ${network}` }]),
      ];
      const taken: typeof days = [];
      try {
        for (const day of days) {
          await take(day.counter, day.name, `Too many accounts were registered from ${day.from} in a day.`);
          taken.push(day);
        }
        return await register();
      } catch (error) {
        await Promise.all(taken.map(({ counter, name }) => counter.reward(name)));
        throw error;
      }
    },
  };
}
