import type { Db } from '../../platform/db/client.ts';
import { takeNext } from './next-submission-store.ts';
import { buildSummary } from './queue-store.ts';
import { noSuchSubmission, requireOpenSubmission } from '../decisions/require-open-submission.ts';
import type { Claim, QueueFilters, TakeNextBody, ClaimedSubmission } from './queue-contract.ts';
import { deleteClaim, findSubmission, saveClaim } from '../decisions/review-store.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type Author } from '../../platform/audit/audit-store.ts';
import type { AssignBody, Assignment } from './assign-contract.ts';
import { lockActiveOperator, lockPending, saveAssignment } from './assign-store.ts';

interface ClaimAnswer {
  id: string;
  claim: Claim | null;
}

/**
 * Claims a submission: other operators see for `CLAIM_MINUTES` that it is being worked on. Claiming again restarts the
 * time.
 * @throws ApiError `not_found`; `invalid_state` if decided, or if claimed by another operator and `force` is not set
 */
export async function claimSubmission(
  db: Db,
  id: string,
  operatorId: string,
  force: boolean,
): Promise<ClaimAnswer> {
  const isSaved = await saveClaim(db, id, operatorId, force);
  const submission = await findSubmission(db, id);
  if (!isSaved) requireOpenSubmission(submission, operatorId);
  if (!submission) throw noSuchSubmission();
  return { id, claim: buildSummary(submission).claim };
}

/** Gives up the operator's own claim; another operator's claim stays. */
export async function releaseSubmission(db: Db, id: string, operatorId: string): Promise<ClaimAnswer> {
  await deleteClaim(db, id, operatorId);
  const submission = await findSubmission(db, id);
  if (!submission) throw noSuchSubmission();
  return { id, claim: buildSummary(submission).claim };
}

/** Claims the next submission that no other operator has. `id` is null if none is left. */
export async function claimNext(
  db: Db,
  filters: QueueFilters,
  operatorId: string,
  body: TakeNextBody,
): Promise<ClaimedSubmission> {
  const id = await takeNext(db, filters, operatorId, body);
  const submission = id === undefined ? undefined : await findSubmission(db, id);
  return submission
    ? { id: submission.row.id, claim: buildSummary(submission).claim }
    : { id: null, claim: null };
}

/**
 * Assigns submissions to an operator. Other operators are not led to them, but may still decide them.
 * @throws ApiError `not_found` if the operator does not exist or is disabled
 */
export async function assignSubmissions(
  db: Db,
  { ids, operator_id: operatorId }: AssignBody,
  author: Author,
): Promise<Assignment> {
  return await retryTransaction(db, async (tx) => {
    if (operatorId !== null && !(await lockActiveOperator(tx, operatorId))) {
      throw new ApiError('not_found', 'There is no operator with this id, or it is disabled.');
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
        entityId: id,
        before: { assigned_to: assignedTo },
        after: { assigned_to: operatorId },
      })),
    );
    const done = new Set(found.map(({ id }) => id));
    return { done: done.size, refused: [...new Set(ids)].filter((id) => !done.has(id)) };
  });
}
