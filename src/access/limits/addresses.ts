import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db/client.ts';
import { hasBeenGood } from './good-address-store.ts';
import { findAddressSecret } from './usage-store.ts';

/** Names and reputations of client addresses. Methods take an address bucket (see `clientBucket`). */
export interface Addresses {
  /** Returns the name under which an address is counted and stored: a keyed hash in hexadecimal. */
  nameOf(address: string): Promise<string>;
  /** Returns whether operators approved a submission from it (see `hasBeenGood`). False while the database is down. */
  isGood(address: string): Promise<boolean>;
}

export function createAddresses(db: Db): Addresses {
  let secret: Buffer | undefined;
  const nameOf = async (address: string): Promise<string> => {
    secret ??= await findAddressSecret(db);
    if (!secret) throw new Error('this installation has no key for address hashes: migrate its database');
    return hashAddress(address, secret);
  };
  return {
    nameOf,
    isGood: async (address) => hasBeenGood(db, await nameOf(address)).catch(() => false),
  };
}

/** Returns the stored form of an address. Keyed, because an attacker could hash every possible address. */
export function hashAddress(addressBucket: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(addressBucket).digest('hex');
}

/**
 * Returns the /48 of an IPv6 /64 bucket (see `clientBucket`). One customer may own a /48, and with it 65,536 buckets.
 * Undefined for IPv4, where one customer owns few addresses.
 */
export function networkBucketOf(addressBucket: string): string | undefined {
  if (!addressBucket.endsWith('::/64')) return undefined;
  return `${addressBucket.split(':').slice(0, 3).join(':')}::/48`;
}
