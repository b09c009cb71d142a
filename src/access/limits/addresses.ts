import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db/client.ts';
import { hasBeenGood } from './good-address-store.ts';
import { findAddressSecret } from './usage-store.ts';

/** The addresses that strangers come from. All take an address as a bucket (see `clientBucket`). */
export interface Addresses {
  /** Returns the name that an address is counted and stored under: a keyed hash, in hexadecimal digits. */
  nameOf(address: string): Promise<string>;
  /** Returns whether operators approved a submission from it before (see `hasBeenGood`). False while the database is away. */
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

/** The stored form of an address. Without the key it cannot be guessed, although addresses are few enough to try all. */
export function hashAddress(addressBucket: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(addressBucket).digest('hex');
}
