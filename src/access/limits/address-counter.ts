import type { Redis } from 'ioredis';
import type { Addresses } from './addresses.ts';
import { createCounter, describeLimit, take, type Figure } from './counter.ts';
import { networkBucketOf } from './network-bucket.ts';

/** So many times what one address may do, the /48 of an IPv6 address may. */
const NETWORK_TIMES = 4;

/**
 * Counts what strangers do, under one rule: by their address (IPv6: /64) and, for IPv6, by their network (/48) as well, which one
 * customer may hold whole. An address that has been good before is spared what its neighbours do.
 */
export interface AddressCounter {
  /**
   * Counts one. Returns the headers that tell of the limit of the address.
   * @throws ApiError `rate_limited`
   */
  take(address: string): Promise<Record<string, string>>;
  /** Takes one back. */
  reward(address: string): Promise<void>;
  /** Refuses the address for so many seconds. */
  block(address: string, seconds: number): Promise<void>;
}

export interface CounterOptions {
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
  return {
    async take(address) {
      const key = await addresses.nameOf(address);
      // First, so that what is refused here does not count for the network.
      const state = await take(ofAddress, key, `${why} from this address.`);
      const network = await findNetwork(address);
      if (network === undefined) return describeLimit(ofAddress, state);
      try {
        await take(ofNetwork, await addresses.nameOf(network), `${why} from the network ${network}.`);
      } catch (error) {
        await ofAddress.reward(key);
        throw error;
      }
      return describeLimit(ofAddress, state);
    },
    async reward(address) {
      await ofAddress.reward(await addresses.nameOf(address));
      const network = await findNetwork(address);
      if (network !== undefined) await ofNetwork.reward(await addresses.nameOf(network));
    },
    block: async (address, seconds) =>
      void (await ofAddress.block(await addresses.nameOf(address), seconds)),
  };
}
