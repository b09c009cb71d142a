import { createHmac, createSecretKey } from 'node:crypto';
import type { Db } from '../../platform/db/client.ts';
import { hasBeenGood } from './good-address-store.ts';
import { findAddressSecret } from './usage-store.ts';

/**
 * Returns the name under which an address bucket is counted and stored: a hash in hexadecimal. It is keyed, because an
 * attacker could hash every possible address.
 */
export type NameAddress = (addressBucket: string) => string;

/** Names and reputations of client addresses. Methods take an address bucket (see `clientBucket`). */
export interface Addresses {
  nameOf(address: string): Promise<string>;
  /** Returns whether operators approved a submission from it (see `hasBeenGood`). False while the database is down. */
  isGood(address: string): Promise<boolean>;
}

export function createAddresses(db: Db): Addresses {
  const findNames = createNaming(db);
  const nameOf = async (address: string) => (await findNames())(address);
  return {
    nameOf,
    isGood: async (address) => hasBeenGood(db, await nameOf(address)).catch(() => false),
  };
}

/** Returns a function that reads the key of this installation once, and resolves to the names. */
export function createNaming(db: Db): () => Promise<NameAddress> {
  let found: Promise<NameAddress> | undefined;
  const read = async (): Promise<NameAddress> => {
    const secret = await findAddressSecret(db);
    if (!secret) throw new Error('this installation has no key for address hashes: migrate its database');
    // If Node gets bytes, it makes a key of them at each hash, which takes nine times as long.
    const key = createSecretKey(secret);
    return (addressBucket) => createHmac('sha256', key).update(addressBucket).digest('hex');
  };
  return () =>
    (found ??= read().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
}

/**
 * Returns the /48 of an IPv6 /64 bucket (see `clientBucket`). One customer may own a /48, and with it 65,536 buckets.
 * Undefined for IPv4, where one customer owns few addresses.
 */
export function networkBucketOf(addressBucket: string): string | undefined {
  if (!addressBucket.endsWith('::/64')) return undefined;
  return `${addressBucket.split(':').slice(0, 3).join(':')}::/48`;
}
