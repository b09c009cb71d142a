import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { saveAuditEntries } from '../../../platform/audit/audit-store.ts';
import type { Reviewer } from '../require-open-submission.ts';
import { deleteWaiting } from '../../submissions/backflow-store.ts';
import { enterNextOffers, takeOverNextOffers } from '../../submissions/next-offers.ts';
import { saveDecisionRecords } from '../../undo/decision-record-store.ts';
import type { RejectMatchingBody, RejectMatchingResult } from './reject-matching-contract.ts';
import { countRejectable, rejectFirst, type RejectableFilter } from './reject-matching-store.ts';

/** Submissions per transaction. Other decisions wait for its audit rows, about 0.1 s. */
const BATCH = 250;
/** The call ends after this time and returns how many remain. The console times out after 20 s. */
const CALL_MS = 8_000;

/**
 * Rejects pending submissions that match a filter, oldest first, in batches, each with its audit row. Skips those
 * that another operator has claimed and those after `up_to`. Stops after some seconds; call again while `remaining`
 * is not 0. A dry run only counts. If the filter names a sender alone, also deletes that sender's back-flow waiting
 * behind submissions of others.
 */
export async function rejectMatching(
  db: Db,
  {
    filter,
    reason = '',
    up_to: upTo = new Date().toISOString(),
    dry_run: isDryRun,
    ...body
  }: RejectMatchingBody,
  operator: Reviewer,
  signal: AbortSignal,
): Promise<RejectMatchingResult> {
  const wanted: RejectableFilter = { ...filter, state: 'pending', upTo };
  const bulkId = isDryRun ? null : (body.bulk_id ?? uuidV7());
  const reviewer = { ...operator, bulkId: bulkId ?? undefined };
  let rejected = 0;
  if (!isDryRun) {
    const { account_id: accountId } = filter;
    const isWholeSender = Object.entries(filter).every(
      ([name, value]) => name === 'account_id' || name === 'waiting' || value === undefined,
    );
    if (accountId !== undefined && isWholeSender) await deleteWaiting(db, accountId);
    const until = performance.now() + CALL_MS;
    for (let count = BATCH; count === BATCH && performance.now() < until; rejected += count) {
      signal.throwIfAborted();
      count = await retryTransaction(db, (tx) => rejectBatch(tx, wanted, reason, reviewer));
    }
  }
  const counted = await countRejectable(db, wanted, reviewer.operatorId);
  return { dry_run: isDryRun, bulk_id: bulkId, up_to: upTo, rejected, ...counted };
}

async function rejectBatch(
  tx: Tx,
  wanted: RejectableFilter,
  reason: string,
  reviewer: Reviewer,
): Promise<number> {
  const { operatorId, author } = reviewer;
  await takeOverNextOffers(tx);
  const ids = await rejectFirst(tx, wanted, { reason, operatorId }, BATCH);
  await enterNextOffers(tx, ids);
  await saveDecisionRecords(tx, reviewer, ids);
  const decision = { before: { status: 'pending' }, after: { status: 'rejected', reason } };
  await saveAuditEntries(
    tx,
    author,
    ids.map((id) => ({ action: 'submission.rejected', entityId: id, ...decision })),
  );
  return ids.length;
}
