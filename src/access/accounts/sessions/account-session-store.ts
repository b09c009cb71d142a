import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { accounts, accountSessions, apiKeys } from '../../../platform/db/schema/accounts.ts';
import { isAliveIn, isStaleIn, moveIdleTimeOn, saveSessionRow } from '../../session-rows.ts';

/** A further sign-in ends the oldest session of the account. */
const SESSIONS = { sessions: accountSessions, owner: 'account_id', most: 5 } as const;

const isAlive = isAliveIn(accountSessions);

export interface SessionAccount {
  id: string;
  email: string;
  passwordHash: string;
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
      passwordHash: accounts.passwordHash,
      tier: accounts.tier,
      keyId: apiKeys.id,
      isStale: isStaleIn(accountSessions),
    })
    .from(accountSessions)
    .innerJoin(accounts, eq(accounts.id, accountSessions.accountId))
    .leftJoin(apiKeys, and(eq(apiKeys.accountId, accounts.id), isNull(apiKeys.revokedAt)))
    .where(and(eq(accountSessions.tokenHash, tokenHash), isAlive));
  if (!row) return undefined;
  const { isStale, ...account } = row;
  if (isStale) await moveIdleTimeOn(db, accountSessions, tokenHash);
  return account;
}

/** Begins a session of an account. */
export const saveAccountSession = (tx: Tx, accountId: string, tokenHash: Buffer) =>
  saveSessionRow(tx, SESSIONS, accountId, tokenHash);

export async function deleteAccountSession(db: Db | Tx, tokenHash: Buffer): Promise<void> {
  await db.delete(accountSessions).where(eq(accountSessions.tokenHash, tokenHash));
}

/** Ends all sessions of an account, because its password was replaced. */
export async function deleteSessionsOfAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(accountSessions).where(eq(accountSessions.accountId, accountId));
}
