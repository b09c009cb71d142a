import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operators, operatorSessions } from '../../../platform/db/schema/operators.ts';
import { isAliveIn, isStaleIn, moveIdleTimeOn, saveSessionRow } from '../../session-rows.ts';

/** A further sign-in ends the oldest session of the operator. */
const SESSIONS = { sessions: operatorSessions, owner: 'operator_id', most: 3 } as const;

/** Matches live rows of `operator_sessions`. */
export const isAlive = sql`${isAliveIn(operatorSessions)}
  and (${operatorSessions.endsAt} is null or ${operatorSessions.endsAt} > now())`;

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
      isStale: isStaleIn(operatorSessions),
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operatorSessions.tokenHash, tokenHash), isAlive, isNull(operators.disabledAt)));
  if (!row) return undefined;
  const { isStale, ...operator } = row;
  if (isStale) await moveIdleTimeOn(db, operatorSessions, tokenHash);
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

/** Begins a session of an operator, by a password unless `further` says otherwise. */
export async function saveSession(
  tx: Tx,
  operatorId: string,
  tokenHash: Buffer,
  further?: { beganBy: StoredSession['beganBy']; endsAt?: Date },
): Promise<void> {
  await saveSessionRow(tx, SESSIONS, operatorId, tokenHash);
  if (further)
    await tx.update(operatorSessions).set(further).where(eq(operatorSessions.tokenHash, tokenHash));
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
