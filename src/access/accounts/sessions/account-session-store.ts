import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { accounts, accountSessions, apiKeys } from '../../../platform/db/schema/accounts.ts';
import { isAliveIn } from '../../operators/sessions/session-store.ts';

/** Per account; a further sign-in ends the oldest session. */
const MAX_SESSIONS = 5;

const isAlive = isAliveIn(accountSessions);

export interface SessionAccount {
  id: string;
  email: string;
  tier: string;
  /** Id of the active key, or null. */
  keyId: string | null;
}

/** Returns the account of a live session, and renews its idle time at most once a minute. */
export async function findSessionAccount(
  db: Db | Tx,
  tokenHash: Buffer,
): Promise<SessionAccount | undefined> {
  const [row] = await db
    .select({
      id: accounts.id,
      email: accounts.email,
      tier: accounts.tier,
      keyId: apiKeys.id,
      isStale: sql<boolean>`${accountSessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(accountSessions)
    .innerJoin(accounts, eq(accounts.id, accountSessions.accountId))
    .leftJoin(apiKeys, and(eq(apiKeys.accountId, accounts.id), isNull(apiKeys.revokedAt)))
    .where(and(eq(accountSessions.tokenHash, tokenHash), isAlive));
  if (!row) return undefined;
  const { isStale, ...account } = row;
  if (isStale) {
    await db
      .update(accountSessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(accountSessions.tokenHash, tokenHash));
  }
  return account;
}

/** Begins a session. Deletes the account's oldest sessions, and all expired ones. */
export async function saveAccountSession(tx: Tx, accountId: string, tokenHash: Buffer): Promise<void> {
  const now = sql`clock_timestamp()`;
  await tx.insert(accountSessions).values({ accountId, tokenHash, createdAt: now, lastSeenAt: now });
  await tx.execute(sql`
    DELETE FROM account_sessions WHERE NOT (${isAlive}) OR token_hash IN (
      SELECT token_hash FROM account_sessions WHERE account_id = ${accountId}
      ORDER BY created_at DESC, token_hash OFFSET ${MAX_SESSIONS})`);
}

export async function deleteAccountSession(db: Db | Tx, tokenHash: Buffer): Promise<void> {
  await db.delete(accountSessions).where(eq(accountSessions.tokenHash, tokenHash));
}

/** Ends all sessions of an account, because its password was replaced. */
export async function deleteSessionsOfAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(accountSessions).where(eq(accountSessions.accountId, accountId));
}
