import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../../../src/access/accounts/keys/change-keys.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import type { LimitCheck, LimitSubject } from '../../../src/access/limits/stores/limit-store.ts';

/** Stores an account of this tier, without a usable password, and returns its id. */
export async function insertAccount(db: Db, tier = 'registered'): Promise<string> {
  const id = uuidv7();
  // By the columns that every release has: a drill runs an older one.
  await db.execute(
    sql`insert into accounts (id, email, password_hash, tier) values (${id}, ${`${id}@example.org`}, 'none', ${tier})`,
  );
  return id;
}

/** Returns an address that no other test uses. */
export function newAddress(): LimitSubject {
  return { kind: 'address', id: randomBytes(32).toString('hex') };
}

/** The same with an active key, whose text is returned too. */
export async function insertKey(db: Db, tier = 'registered'): Promise<{ accountId: string; key: string }> {
  const accountId = await insertAccount(db, tier);
  const key = await db.transaction((tx) => issueKey(tx, accountId, { actor: 'test' }));
  return { accountId, key };
}

/** A call of this subject that uses quota; without limits unless they are given. */
export function callOf(subject: LimitSubject, limits: Partial<LimitCheck> = {}): LimitCheck {
  return { subject, perMinute: null, cumulative: null, quota: 'take', ...limits };
}

/** How long stores wait in tests: a busy machine must not turn a test of exactness into one of failing open. */
export const TEST_PATIENCE_MS = 10_000;

/** Reads the limit headers of an answer; NaN for missing ones. */
export function figuresOf({ headers }: Pick<Response, 'headers'>) {
  return {
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
    reset: Number(headers['x-ratelimit-reset']),
    quota: Number(headers['x-quota-limit']),
    used: Number(headers['x-quota-used']),
    left: Number(headers['x-quota-remaining']),
  };
}
