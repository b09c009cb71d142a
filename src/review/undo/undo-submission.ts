import { forgetUndoneAddress } from '../../access/limits/good-address-store.ts';
import type { ProductChange } from '../../catalog/difference/product-change-contract.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { mayActAs } from '../../platform/http/callers/operator.ts';
import { saveAuditEntries, type AuditEntry } from '../../platform/audit/audit-store.ts';
import { reopenPictures } from '../pictures/picture-store.ts';
import { noSuchSubmission, type Reviewer } from '../decisions/require-open-submission.ts';
import { lockSubmission, type Submission } from '../decisions/review-store.ts';
import { lockRule } from '../rules/rule-store.ts';
import { stopUndoneRule } from '../rules/change-rules.ts';
import type { SubmissionRow } from '../queue/queue-store.ts';
import {
  closeDecisionRecord,
  findDecisionRecord,
  saveWaiting,
  type DecisionRecord,
} from './decision-record-store.ts';
import { findTwin, lockAuditLog, savePending, takeEntered } from './reopen-store.ts';
import { undoProduct } from './undo-product.ts';
import type { Undone } from './undo-contract.ts';

const NO_CHANGE: ProductChange = {
  changes: [],
  source_changes: [],
  quality_score: { before: null, after: null },
};

/**
 * Undoes a decision in one transaction with its audit rows: the submission is pending again, and what an approval
 * wrote is restored. Values without a later claim are restored even if others changed the product since. A later
 * decision is never overwritten.
 * @throws ApiError `not_found`, `forbidden` (decided by another operator, and this one is no editor), `invalid_state`
 * with `details.reason` (pending, not recorded, changed since, …), `duplicate_submission`
 */
export async function undoSubmission(db: Db, id: string, reviewer: Reviewer): Promise<Undone> {
  return await retryTransaction(db, (tx) => undoInTransaction(tx, id, reviewer));
}

async function undoInTransaction(tx: Tx, id: string, reviewer: Reviewer): Promise<Undone> {
  const submission = requireDecided(await lockSubmission(tx, id));
  const { status } = submission;
  requireRight(submission, reviewer);
  const record = await findDecisionRecord(tx, id);
  if (!record) {
    throw new ApiError('invalid_state', 'This decision cannot be taken back: there is no record of it.', {
      details: { reason: 'not_recorded', status },
    });
  }
  // Lock the rule before the audit log, as automatic decisions do.
  const rule = record.ruleId === null ? undefined : await lockRule(tx, record.ruleId);
  const undone = status === 'approved' ? await undoProduct(tx, submission, record) : undefined;
  await reopenSubmission(tx, submission, record);
  const stopped = rule ? await stopUndoneRule(tx, rule) : [];
  await saveAuditEntries(tx, reviewer.author, [
    ...(undone?.audit ?? []),
    describeUndo(submission),
    ...stopped,
  ]);
  return {
    id,
    status: 'pending',
    undone: status,
    product_id: record.productId,
    is_product_removed: undone?.isRemoved ?? false,
    ...(undone?.change ?? NO_CHANGE),
  };
}

type Decided = Submission & { status: 'approved' | 'rejected' };

function requireDecided(submission: SubmissionRow | undefined | 'locked'): Decided {
  if (submission === 'locked') {
    throw new ApiError('invalid_state', 'Another operator is deciding this submission at this moment.');
  }
  if (!submission) throw noSuchSubmission();
  const { row } = submission;
  const { status } = row;
  if (status === 'pending') {
    throw new ApiError('invalid_state', 'This submission is pending: there is no decision to take back.', {
      details: { reason: 'pending', status },
    });
  }
  return { ...row, status };
}

function requireRight({ reviewedBy }: Decided, { operatorId, role }: Reviewer): void {
  if (reviewedBy === operatorId || mayActAs(role, 'editor')) return;
  throw new ApiError('forbidden', 'Another operator decided this: undoing it needs the role editor.');
}

/**
 * Runs last, because it locks the audit log. Back-flow that the approval dropped waits again, and so does the
 * submission that a rejection let into the queue.
 */
async function reopenSubmission(tx: Tx, submission: Decided, record: DecisionRecord): Promise<void> {
  await reopenPictures(tx, submission.id);
  await lockAuditLog(tx);
  const entered =
    submission.status === 'rejected' && submission.gtin14 !== null
      ? await takeEntered(tx, submission)
      : undefined;
  const twinId = await findTwin(tx, submission);
  if (twinId !== undefined) {
    throw new ApiError('duplicate_submission', 'The same was submitted again and is pending: decide that.', {
      details: { submission_id: twinId },
    });
  }
  await savePending(tx, submission.id);
  if (submission.status === 'approved' && submission.addressHash !== null)
    await forgetUndoneAddress(tx, submission.addressHash);
  await saveWaiting(tx, [
    ...(entered ? [{ ...entered, created_at: cameInAt(entered.id) }] : []),
    ...(record.waiting ?? []),
  ]);
  await closeDecisionRecord(tx, record.id);
}

/** Returns the time in an id (UUID version 7), so that a submission that waits again keeps its place. */
function cameInAt(id: string): string {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString();
}

function describeUndo({ id, status, reason, resultProductId }: Decided): AuditEntry {
  return {
    action: 'submission.undone',
    entityId: id,
    before: status === 'approved' ? { status, product_id: resultProductId } : { status, reason },
    after: { status: 'pending' },
  };
}
