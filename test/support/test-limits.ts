import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../src/db/client.ts';
import { accounts } from '../../src/db/schema.ts';
import type { LimitSubject } from '../../src/limits/limit-store.ts';

/** Stores an account of this tier and returns its id. Nobody can log in to it. */
export async function insertAccount(db: Db, tier = 'registered'): Promise<string> {
  const id = uuidv7();
  await db.insert(accounts).values({ id, tier, email: `${id}@example.org`, passwordHash: 'none' });
  return id;
}

/** An address that nobody else counts against. */
export function newAddress(): LimitSubject {
  return { kind: 'address', id: randomBytes(32).toString('hex') };
}
