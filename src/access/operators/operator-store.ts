import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { operators } from '../../platform/db/schema/operators.ts';
import { isAlive } from './sessions/session-store.ts';

export type StoredOperator = typeof operators.$inferSelect;

/** `email` in its one form (see `normaliseEmail`). */
export async function findOperatorByEmail(db: Db | Tx, email: string): Promise<StoredOperator | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.email, email));
  return row;
}

export async function findOperator(db: Db | Tx, id: string): Promise<StoredOperator | undefined> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id));
  return row;
}

/**
 * The operator with his row locked: whatever signs him in, or changes what he may, waits for this transaction. What only
 * names him does not: an approval does so with the audit log in its hand, for which this transaction may wait.
 */
export async function lockOperator(tx: Tx, id: string): Promise<StoredOperator | undefined> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('no key update');
  return row;
}

/** The same, with every active admin, in one order: who changes what admins are takes turns. */
export async function lockOperatorAndAdmins(tx: Tx, id: string): Promise<StoredOperator[]> {
  return await tx
    .select()
    .from(operators)
    .where(or(eq(operators.id, id), and(eq(operators.role, 'admin'), isNull(operators.disabledAt))))
    .orderBy(asc(operators.id))
    .for('no key update');
}

/** False when there is an operator of this e-mail already, also one that another transaction has just made. */
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

/** Changes the columns given; the operator's row must be locked. */
export async function saveOperatorChange(
  tx: Tx,
  id: string,
  change: Partial<Omit<StoredOperator, 'id' | 'email' | 'createdAt'>>,
): Promise<void> {
  await tx.update(operators).set(change).where(eq(operators.id, id));
}

export interface ListedOperator extends StoredOperator {
  /** How many sessions are alive. */
  sessions: number;
}

/** By e-mail; all of them when no page is given. */
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
