import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { operators } from '../../platform/db/schema/operators.ts';
import { isAlive } from './sessions/session-store.ts';

export type StoredOperator = typeof operators.$inferSelect;

/** `email`: normalised (see `normaliseEmail`). */
export async function findOperatorByEmail(db: Db | Tx, email: string): Promise<StoredOperator | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.email, email));
  return row;
}

export async function findOperator(db: Db | Tx, id: string): Promise<StoredOperator | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id));
  return row;
}

/**
 * Locks the operator's row, so that sign-ins and changes of access wait for this transaction. References to the
 * operator do not wait (`no key update`). An approval makes one while it holds the audit log, for which this
 * transaction may wait.
 */
export async function lockOperator(tx: Tx, id: string): Promise<StoredOperator | undefined> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('no key update');
  return row;
}

/** Also locks every active admin, in one order, so that changes of admins take turns. */
export async function lockOperatorAndAdmins(tx: Tx, id: string): Promise<StoredOperator[]> {
  return await tx
    .select()
    .from(operators)
    .where(or(eq(operators.id, id), and(eq(operators.role, 'admin'), isNull(operators.disabledAt))))
    .orderBy(asc(operators.id))
    .for('no key update');
}

/** Returns false when an operator with this e-mail exists, or a concurrent transaction has just created one. */
export async function saveOperator(
  tx: Tx,
  operator: Pick<StoredOperator, 'id' | 'email' | 'passwordHash' | 'role'>,
): Promise<boolean> {
  const saved = await tx
    .insert(operators)
    .values(operator)
    .onConflictDoNothing({ target: operators.email })
    .returning({ id: operators.id });
  return saved.length === 1;
}

/** Updates the given columns. The operator's row must be locked. */
export async function saveOperatorChange(
  tx: Tx,
  id: string,
  change: Partial<Omit<StoredOperator, 'id' | 'email' | 'createdAt'>>,
): Promise<void> {
  await tx.update(operators).set(change).where(eq(operators.id, id));
}

export interface ListedOperator extends StoredOperator {
  /** Number of live sessions. */
  sessions: number;
}

/** Returns operators by e-mail, all of them by default. */
export async function listOperators(
  db: Db | Tx,
  page: { limit?: number; offset?: number; id?: string } = {},
): Promise<{ items: ListedOperator[]; total: number }> {
  const sessions = sql<number>`(
    select count(*)::int from operator_sessions where operator_id = ${operators.id} and ${isAlive})`;
  const wanted = page.id === undefined ? undefined : eq(operators.id, page.id);
  const rows = await db
    .select({ operator: operators, sessions })
    .from(operators)
    .where(wanted)
    .orderBy(asc(operators.email))
    .limit(page.limit ?? 1_000)
    .offset(page.offset ?? 0);
  const [counted] = await db.select({ total: count() }).from(operators).where(wanted);
  return {
    items: rows.map((row) => ({ ...row.operator, sessions: row.sessions })),
    total: counted?.total ?? 0,
  };
}
