import type { Redis } from 'ioredis';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { type Addresses, networkBucketOf } from './addresses.ts';
import { createCounter, describeLimit, take } from './counter.ts';
import { NETWORK_TIMES, type Figure } from './limits.ts';

/**
 * Counts anonymous calls per address (IPv6: /64) and, for IPv6, also per /48, since one customer may own a whole /48.
 * An address that operators approved a submission from does not count for its /48.
 */
interface AddressCounter {
  /**
   * Counts one call and returns what the address has left. Calls with different `of` are counted separately.
   * @throws ApiError `rate_limited`
   */
  take(address: string, of?: string): Promise<RateLimiterRes>;
  /** Undoes one call of `take`. */
  reward(address: string, of?: string): Promise<void>;
  /** Resets the count of the address, but not that of its network. */
  forget(address: string, of?: string): Promise<void>;
  /** Refuses the address for this many seconds. */
  block(address: string, seconds: number): Promise<void>;
  /** Returns the rate-limit headers for the address. */
  describe(state: RateLimiterRes): Record<string, string>;
}

interface CounterOptions {
  redis: Redis | undefined;
  addresses: Addresses;
  /** Separates this counter from others. */
  name: string;
  /** Limit of one address. */
  figure: Figure;
  /** Limit of a network; by default `NETWORK_TIMES` that of an address. */
  mostOfNetwork?: number;
  /** First words of the error message. */
  why?: string;
}

export function createAddressCounter(options: CounterOptions): AddressCounter {
  const { redis, addresses, name, figure, why = 'Too many attempts' } = options;
  const { mostOfNetwork = NETWORK_TIMES * figure.most } = options;
  const ofAddress = createCounter(redis, `${name}:address`, figure);
  const ofNetwork = createCounter(redis, `${name}:network`, { ...figure, most: mostOfNetwork });

  /** Returns the network that the address also counts for, unless the address is good. */
  const findNetwork = async (address: string) => {
    const network = networkBucketOf(address);
    return network === undefined || (await addresses.isGood(address)) ? undefined : network;
  };
  const keyOf = async (bucket: string, of = '') => of + (await addresses.nameOf(bucket));
  return {
    async take(address, of) {
      const key = await keyOf(address, of);
      // The address is checked first, so that calls refused here do not count for the network.
      const state = await take(ofAddress, key, `${why} from this address.`);
      const network = await findNetwork(address);
      if (network === undefined) return state;
      try {
        await take(ofNetwork, await keyOf(network, of), `${why} from the network ${network}.`);
      } catch (error) {
        await ofAddress.reward(key);
        throw error;
      }
      return state;
    },
    async reward(address, of) {
      await ofAddress.reward(await keyOf(address, of));
      const network = await findNetwork(address);
      if (network !== undefined) await ofNetwork.reward(await keyOf(network, of));
    },
    forget: async (address, of) => void (await ofAddress.delete(await keyOf(address, of))),
    block: async (address, seconds) => void (await ofAddress.block(await keyOf(address), seconds)),
    describe: (state) => describeLimit(ofAddress, state),
  };
}
