import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operators, operatorSessions } from '../../../platform/db/schema/operators.ts';
import { isAliveIn, isStaleIn, moveIdleTimeOn, saveSessionRow } from '../../session-rows.ts';

/** A further sign-in ends the oldest session of the operator. */
const SESSIONS = { sessions: operatorSessions, owner: 'operator_id', most: 3 } as const;

/** Of a row of `operator_sessions`. */
export const isAlive = isAliveIn(operatorSessions);

/** The operator of a live session, which moves its idle time on, at most once a minute. */
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

/** Which of these sessions live, by their hash in hexadecimal digits. Asking keeps none of them alive. */
export async function findLiveSessions(db: Db | Tx, tokenHashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db
    .select({ tokenHash: operatorSessions.tokenHash })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(inArray(operatorSessions.tokenHash, [...tokenHashes]), isAlive, isNull(operators.disabledAt)));
  return new Set(rows.map(({ tokenHash }) => tokenHash.toString('hex')));
}

export const saveSession = (tx: Tx, operatorId: string, tokenHash: Buffer) =>
  saveSessionRow(tx, SESSIONS, operatorId, tokenHash);

export async function deleteSession(db: Db | Tx, tokenHash: Buffer): Promise<void> {
  await db.delete(operatorSessions).where(eq(operatorSessions.tokenHash, tokenHash));
}

/**
 * Signs an operator out everywhere, or everywhere but here: after a change of password or role, and when he is
 * disabled. Returns how many sessions that ended.
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

/** The live sessions of an operator, the newest first. */
export async function listSessions(db: Db | Tx, operatorId: string): Promise<StoredSession[]> {
  return await db
    .select()
    .from(operatorSessions)
    .where(and(eq(operatorSessions.operatorId, operatorId), isAlive))
    .orderBy(desc(operatorSessions.createdAt));
}
