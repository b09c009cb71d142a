import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { operators } from '../db/operator-schema.ts';

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

/** The operator with his row locked: whatever signs him in, or changes what he may, waits for this transaction. */
export async function lockOperator(tx: Tx, id: string): Promise<StoredOperator | undefined> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('update');
  return row;
}

/** Changes the columns given; the operator's row must be locked. */
export async function saveOperatorChange(
  tx: Tx,
  id: string,
  change: Partial<Omit<StoredOperator, 'id' | 'email' | 'createdAt'>>,
): Promise<void> {
  await tx.update(operators).set(change).where(eq(operators.id, id));
}
