import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { accounts, accountUsage, apiKeys, tiers } from '../../platform/db/schema/accounts.ts';
import type { Account } from './account-contract.ts';
import { describeKey } from './keys/describe-key.ts';

export type StoredAccount = typeof accounts.$inferSelect;

/** `email`: normalised (see `normaliseEmail`). */
export async function findAccountByEmail(db: Db | Tx, email: string): Promise<StoredAccount | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row;
}

export async function findAccountEmail(db: Db | Tx, id: string): Promise<string | undefined> {
  const [row] = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id));
  return row?.email;
}

/** Locks the account's row, so that other changes of its keys or state wait for this transaction. */
export async function lockAccount(tx: Tx, id: string): Promise<StoredAccount | undefined> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  return row;
}

/** Returns false when an account with this e-mail exists, or a concurrent transaction has just created one. */
export async function saveAccount(
  tx: Tx,
  account: Pick<StoredAccount, 'id' | 'email' | 'passwordHash' | 'tier'> &
    Partial<Pick<StoredAccount, 'awaitsConfirmation' | 'emailConfirmedAt'>>,
): Promise<boolean> {
  const saved = await tx
    .insert(accounts)
    .values(account)
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id });
  return saved.length === 1;
}

/** Stores a new hash of the same password, unless the old one was replaced meanwhile. */
export async function savePasswordHash(
  db: Db | Tx,
  account: Pick<StoredAccount, 'id' | 'passwordHash'>,
  newHash: string,
): Promise<void> {
  await db
    .update(accounts)
    .set({ passwordHash: newHash })
    .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, account.passwordHash)));
}

/** Replaces the password unconditionally. */
export async function saveNewPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
}

/** Marks the holder's e-mail as confirmed, so that the account's keys work. */
export async function saveConfirmation(tx: Tx, id: string): Promise<void> {
  await tx
    .update(accounts)
    .set({ emailConfirmedAt: new Date(), awaitsConfirmation: false })
    .where(eq(accounts.id, id));
}

export async function saveAccountTier(tx: Tx, id: string, tier: string): Promise<void> {
  await tx.update(accounts).set({ tier }).where(eq(accounts.id, id));
}

/** `blockedAt` null unblocks the account. */
export async function saveAccountBlock(tx: Tx, id: string, blockedAt: Date | null): Promise<void> {
  await tx.update(accounts).set({ blockedAt }).where(eq(accounts.id, id));
}

/** Returns the account as its owner sees it, with the usage stored in Postgres. Undefined when it never had a key. */
export async function findAccount(db: Db | Tx, id: string): Promise<Account | undefined> {
  const [row] = await db
    .select({ account: accounts, key: apiKeys, tier: tiers, used: accountUsage.used })
    .from(accounts)
    .innerJoin(apiKeys, eq(apiKeys.accountId, accounts.id))
    .innerJoin(tiers, eq(tiers.code, accounts.tier))
    .leftJoin(accountUsage, eq(accountUsage.accountId, accounts.id))
    .where(eq(accounts.id, id))
    .orderBy(sql`${apiKeys.revokedAt} is null desc`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  if (!row) return undefined;
  const { account, key, tier, used } = row;
  const { id: keyId, prefix, ...state } = describeKey(key);
  return {
    email: account.email,
    key: { id: keyId, prefix, tier: account.tier, ...state },
    quota: buildQuota(tier.cumulative, used ?? 0),
    rate_limit: { per_minute: tier.perMinute },
    ...(account.awaitsConfirmation ? { awaits_confirmation: true as const } : {}),
  };
}

/** `remaining` is never negative, even when the limit was lowered below the usage. */
export function buildQuota(limit: number | null, used: number): Account['quota'] {
  return { limit, used, remaining: limit === null ? null : Math.max(0, limit - used) };
}
