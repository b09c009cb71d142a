import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { enterNextOffers } from '../submissions/next-offers.ts';
import { saveDecisionRecords } from '../undo/decision-record-store.ts';
import { describeRule, requireOpenSubmission, type Reviewer } from './require-open-submission.ts';
import type { Rejection } from './review-contract.ts';
import { lockSubmission, saveDecision } from './review-store.ts';

/**
 * Rejects a submission. Its contributor can read the reason.
 * @throws ApiError `not_found`, `invalid_state` (decided, claimed by another operator)
 */
export async function rejectSubmission(
  db: Db,
  id: string,
  reason: string,
  reviewer: Reviewer,
): Promise<Rejection> {
  return await retryTransaction(db, (tx) => rejectInTransaction(tx, id, reason, reviewer));
}

export async function rejectInTransaction(
  tx: Tx,
  id: string,
  reason: string,
  reviewer: Reviewer,
): Promise<Rejection> {
  const { operatorId, author } = reviewer;
  requireOpenSubmission(await lockSubmission(tx, id), operatorId);
  await saveDecision(tx, id, { status: 'rejected', reason }, reviewer);
  await enterNextOffers(tx, [id]);
  await saveDecisionRecords(tx, reviewer, [id]);
  await saveAuditEntry(tx, author, {
    action: 'submission.rejected',
    entityId: id,
    before: { status: 'pending' },
    after: { status: 'rejected', reason, ...describeRule(reviewer) },
  });
  return { id, status: 'rejected', reason };
}
