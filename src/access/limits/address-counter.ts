import type { Redis } from 'ioredis';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Addresses } from './addresses.ts';
import { createCounter, describeLimit, take, type Figure } from './counter.ts';
import { networkBucketOf } from './network-bucket.ts';

/** So many times what one address may do, the /48 of an IPv6 address may. */
const NETWORK_TIMES = 4;

/**
 * Counts what strangers do, under one rule: by their address (IPv6: /64) and, for IPv6, by their network (/48) as well, which one
 * customer may hold whole. An address that has been good before is spared what its neighbours do.
 */
interface AddressCounter {
  /**
   * Counts one call and returns what is left to the address. Calls with another `of` are counted apart.
   * @throws ApiError `rate_limited`
   */
  take(address: string, of?: string): Promise<RateLimiterRes>;
  /** Takes one back. */
  reward(address: string, of?: string): Promise<void>;
  /** Forgets what was counted of the address alone. */
  forget(address: string, of?: string): Promise<void>;
  /** Refuses the address for so many seconds. */
  block(address: string, seconds: number): Promise<void>;
  /** Returns the headers that tell of the limit of the address. */
  describe(state: RateLimiterRes): Record<string, string>;
}

interface CounterOptions {
  redis: Redis | undefined;
  addresses: Addresses;
  /** Keeps it apart from other counters. */
  name: string;
  /** Of one address. */
  figure: Figure;
  /** As many may come from a network; `NETWORK_TIMES` those of an address unless given. */
  mostOfNetwork?: number;
  /** Begins the refusal. */
  why?: string;
}

export function createAddressCounter(options: CounterOptions): AddressCounter {
  const { redis, addresses, name, figure, why = 'Too many attempts' } = options;
  const { mostOfNetwork = NETWORK_TIMES * figure.most } = options;
  const ofAddress = createCounter(redis, `${name}:address`, figure);
  const ofNetwork = createCounter(redis, `${name}:network`, { ...figure, most: mostOfNetwork });

  /** The network that an address counts for, too. */
  const findNetwork = async (address: string) => {
    const network = networkBucketOf(address);
    return network === undefined || (await addresses.isGood(address)) ? undefined : network;
  };
  const keyOf = async (bucket: string, of = '') => of + (await addresses.nameOf(bucket));
  return {
    async take(address, of) {
      const key = await keyOf(address, of);
      // First, so that what is refused here does not count for the network.
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
