import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { operators } from '../../platform/db/schema/operators.ts';

/** Locks the assignee's row, so that the account cannot be disabled meanwhile. Returns whether it is active. */
export async function lockActiveOperator(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: operators.id })
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.disabledAt)))
    .for('share');
  return rows.length === 1;
}

/** Locks and returns those submissions that are pending. */
export async function lockPending(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; assignedTo: string | null }[]> {
  return await tx
    .select({ id: submissions.id, assignedTo: submissions.assignedTo })
    .from(submissions)
    .where(and(inArray(submissions.id, [...ids]), eq(submissions.status, 'pending')))
    .orderBy(asc(submissions.id))
    .for('update');
}

export async function saveAssignment(
  tx: Tx,
  ids: readonly string[],
  operatorId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(submissions)
    .set({ assignedTo: operatorId })
    .where(inArray(submissions.id, [...ids]));
}
