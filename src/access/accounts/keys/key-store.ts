import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { prepareStatement } from '../../../platform/db/prepare-statement.ts';
import { accounts, apiKeys } from '../../../platform/db/schema/accounts.ts';

export type StoredKey = typeof apiKeys.$inferSelect;

/** Channel on which processes learn that a key, or its account's rights, changed. */
export const KEY_CHANGES = 'api_key_changes';

interface ActiveKey {
  keyId: string;
  accountId: string;
  tier: string;
  /** True: the key is refused until the e-mail is confirmed. */
  awaitsConfirmation: boolean;
  /** Whether the stored `last_used_at` is more than a minute old. */
  isUseStale: boolean;
}

/** Returns the key with this hash, or undefined when it is unknown or revoked. */
export async function findActiveKey(db: Db | Tx, hash: Buffer): Promise<ActiveKey | undefined> {
  const [row] = await activeKey(db, { hash });
  return row;
}

const activeKey = prepareStatement<ActiveKey>(
  'find_active_key',
  sql`
    select ${apiKeys.id} as "keyId", ${apiKeys.accountId} as "accountId", ${accounts.tier} as tier,
      ${accounts.awaitsConfirmation} as "awaitsConfirmation",
      coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true) as "isUseStale"
    from ${apiKeys} join ${accounts} on ${accounts.id} = ${apiKeys.accountId}
    where ${apiKeys.hash} = ${sql.placeholder('hash')} and ${apiKeys.revokedAt} is null`,
);

export async function findKeyByHash(db: Db | Tx, hash: Buffer): Promise<StoredKey | undefined> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash));
  return row;
}

export async function findKey(db: Db | Tx, id: string): Promise<StoredKey | undefined> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row;
}

export async function saveKey(
  tx: Tx,
  key: Pick<StoredKey, 'id' | 'accountId' | 'name' | 'prefix' | 'hash'>,
): Promise<void> {
  // Not now(): this transaction may have started before another key that it waited for was created.
  await tx.insert(apiKeys).values({ ...key, createdAt: sql`clock_timestamp()` });
}

/** Records that a key is in use, at most once a minute over all processes. */
export async function saveKeyUse(db: Db | Tx, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), sql`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`));
}

/** Revokes the account's active key and returns it, if there is one. */
export async function saveRevocation(tx: Tx, accountId: string): Promise<StoredKey | undefined> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`clock_timestamp()` })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning();
  return row;
}

/** Names the account's active key and returns it, if there is one. */
export async function saveKeyName(
  tx: Tx,
  accountId: string,
  name: string | null,
): Promise<StoredKey | undefined> {
  const [row] = await tx
    .update(apiKeys)
    .set({ name })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning();
  return row;
}

/** Notifies every process when this transaction commits. */
export async function notifyKeyChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${KEY_CHANGES}, '')`);
}

export interface ListedKey extends StoredKey {
  email: string;
  tier: string;
  isBlocked: boolean;
}

/** Returns keys of all accounts or of one, newest first. */
export async function listKeys(db: Db | Tx, filter: { email?: string; limit: number }): Promise<ListedKey[]> {
  const rows = await db
    .select({ key: apiKeys, account: accounts })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(filter.email === undefined ? undefined : eq(accounts.email, filter.email))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(filter.limit);
  return rows.map(({ key, account }) => ({
    ...key,
    email: account.email,
    tier: account.tier,
    isBlocked: account.blockedAt !== null,
  }));
}

/** Returns the account's keys, newest first. */
export async function listAccountKeys(db: Db | Tx, accountId: string, limit: number): Promise<StoredKey[]> {
  return await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit);
}
