import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type Author } from '../../platform/audit/audit-store.ts';
import type { AssignBody, Assignment } from './assign-contract.ts';
import { lockActiveOperator, lockPending, saveAssignment } from './assign-store.ts';

/**
 * Assigns submissions to an operator: others are not led to them, but may still decide them.
 * @throws ApiError `not_found`: no operator, or one who is disabled
 */
export async function assignSubmissions(
  db: Db,
  { ids, operator_id: operatorId }: AssignBody,
  author: Author,
): Promise<Assignment> {
  return await retryTransaction(db, async (tx) => {
    if (operatorId !== null && !(await lockActiveOperator(tx, operatorId))) {
      throw new ApiError('not_found', 'There is no operator with this id, or he is disabled.');
    }
    const found = await lockPending(tx, ids);
    const changed = found.filter(({ assignedTo }) => assignedTo !== operatorId);
    await saveAssignment(
      tx,
      changed.map(({ id }) => id),
      operatorId,
    );
    await saveAuditEntries(
      tx,
      author,
      changed.map(({ id, assignedTo }) => ({
        action: 'submission.assigned',
        entity: 'submission',
        entityId: id,
        before: { assigned_to: assignedTo },
        after: { assigned_to: operatorId },
      })),
    );
    const done = new Set(found.map(({ id }) => id));
    return { done: done.size, refused: [...new Set(ids)].filter((id) => !done.has(id)) };
  });
}
