import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operators, operatorSessions } from '../../../platform/db/schema/operators.ts';

/** A session ends after this time without use. */
export const IDLE_MINUTES = 30;
/** A session ends after this time even when used. */
export const TOTAL_HOURS = 12;
/** Per operator; a further sign-in ends the oldest session. */
const MAX_SESSIONS = 3;

/** Matches live sessions of operators or of accounts. */
export const isAliveIn = (sessions: { lastSeenAt: AnyPgColumn; createdAt: AnyPgColumn }) =>
  sql`${sessions.lastSeenAt} > now() - make_interval(mins => ${IDLE_MINUTES})
    and ${sessions.createdAt} > now() - make_interval(hours => ${TOTAL_HOURS})`;

/** Matches live rows of `operator_sessions`. */
export const isAlive = isAliveIn(operatorSessions);

/** Returns the operator of a live session, and renews its idle time at most once a minute. */
export async function findSessionOperator(
  db: Db | Tx,
  tokenHash: Buffer,
): Promise<{ id: string; email: string; role: 'reviewer' | 'editor' | 'admin' } | undefined> {
  const [row] = await db
    .select({
      id: operators.id,
      email: operators.email,
      role: operators.role,
      isStale: sql<boolean>`${operatorSessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operatorSessions.tokenHash, tokenHash), isAlive, isNull(operators.disabledAt)));
  if (!row) return undefined;
  const { isStale, ...operator } = row;
  if (isStale) {
    await db
      .update(operatorSessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(operatorSessions.tokenHash, tokenHash));
  }
  return operator;
}

/** Returns the live ones of these sessions, as hashes in hexadecimal. Does not renew their idle time. */
export async function findLiveSessions(db: Db | Tx, tokenHashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db
    .select({ tokenHash: operatorSessions.tokenHash })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(inArray(operatorSessions.tokenHash, [...tokenHashes]), isAlive, isNull(operators.disabledAt)));
  return new Set(rows.map(({ tokenHash }) => tokenHash.toString('hex')));
}

/** Begins a session. Deletes the operator's oldest sessions, and all expired ones. */
export async function saveSession(tx: Tx, operatorId: string, tokenHash: Buffer): Promise<void> {
  // Not now(): this transaction may have started before another sign-in that it waited for. The newest is kept.
  const now = sql`clock_timestamp()`;
  await tx.insert(operatorSessions).values({ operatorId, tokenHash, createdAt: now, lastSeenAt: now });
  await tx.execute(sql`
    DELETE FROM operator_sessions WHERE NOT (${isAlive}) OR token_hash IN (
      SELECT token_hash FROM operator_sessions WHERE operator_id = ${operatorId}
      ORDER BY created_at DESC, token_hash OFFSET ${MAX_SESSIONS})`);
}

export async function deleteSession(db: Db | Tx, tokenHash: Buffer): Promise<void> {
  await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, tokenHash));
}

/**
 * Ends all sessions of an operator except `keptHash`, and returns how many. Called after a change of password or
 * role, and when the operator is disabled.
 */
export async function deleteSessionsOf(db: Db | Tx, operatorId: string, keptHash?: Buffer): Promise<number> {
  const { rowCount } = await db
    .delete(operatorSessions)
    .where(
      and(eq(operatorSessions.operatorId, operatorId), keptHash && ne(operatorSessions.tokenHash, keptHash)),
    );
  return rowCount ?? 0;
}

export type StoredSession = typeof operatorSessions.$inferSelect;

export async function findSession(db: Db | Tx, tokenHash: Buffer): Promise<StoredSession | undefined> {
  const [row] = await db.select().from(operatorSessions).where(eq(operatorSessions.tokenHash, tokenHash));
  return row;
}

/** Returns an operator's live sessions, newest first. */
export async function listSessions(db: Db | Tx, operatorId: string): Promise<StoredSession[]> {
  return await db
    .select()
    .from(operatorSessions)
    .where(and(eq(operatorSessions.operatorId, operatorId), isAlive))
    .orderBy(desc(operatorSessions.createdAt));
}
