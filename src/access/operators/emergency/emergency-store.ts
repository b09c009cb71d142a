import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operatorEmergencies, operators } from '../../../platform/db/schema/operators.ts';

const isOpen = gt(operatorEmergencies.endsAt, sql`now()`);

/** Replaces an earlier emergency of the operator, used or not. */
export async function saveEmergency(
  tx: Tx,
  row: { operatorId: string; codeHash: Buffer; endsAt: Date },
): Promise<void> {
  const values = { ...row, openedAt: sql`now()`, usedAt: null };
  await tx
    .insert(operatorEmergencies)
    .values(values)
    .onConflictDoUpdate({ target: operatorEmergencies.operatorId, set: values });
}

/** Returns the id of the operator whose code it is, used or not. */
export async function findOperatorOfEmergency(tx: Tx, codeHash: Buffer): Promise<string | undefined> {
  const [row] = await tx
    .select({ operatorId: operatorEmergencies.operatorId })
    .from(operatorEmergencies)
    .where(eq(operatorEmergencies.codeHash, codeHash));
  return row?.operatorId;
}

/** Uses a code up, and returns its end. Undefined if it is unknown, used, or has ended. */
export async function useEmergency(tx: Tx, codeHash: Buffer): Promise<Date | undefined> {
  const { endsAt, usedAt } = operatorEmergencies;
  const [row] = await tx
    .update(operatorEmergencies)
    .set({ usedAt: sql`now()` })
    .where(and(eq(operatorEmergencies.codeHash, codeHash), isNull(usedAt), isOpen))
    .returning({ endsAt });
  return row?.endsAt;
}

/** Returns false if the operator has no emergency that is open. */
export async function deleteEmergency(tx: Tx, operatorId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(operatorEmergencies)
    .where(and(eq(operatorEmergencies.operatorId, operatorId), isOpen));
  return rowCount === 1;
}

/** Returns the emergencies that are open, by their end. */
export async function listEmergencies(db: Db | Tx): Promise<{ email: string; endsAt: Date }[]> {
  return await db
    .select({ email: operators.email, endsAt: operatorEmergencies.endsAt })
    .from(operatorEmergencies)
    .innerJoin(operators, eq(operators.id, operatorEmergencies.operatorId))
    .where(isOpen)
    .orderBy(asc(operatorEmergencies.endsAt));
}
