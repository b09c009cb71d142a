import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { isClaimed } from '../queue/queue-condition.ts';
import type { Submission } from '../decisions/review-store.ts';
import type { WaitingSubmission } from './decision-record-store.ts';

/**
 * Takes the lock of the audit log before rows change whose triggers lock the sender's counters. Every decision takes both
 * in this order; in the other order two of one sender could deadlock. Held until the transaction ends.
 */
export async function lockAuditLog(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('factshelf.audit_log'))`);
}

/** Makes a submission pending again, at its old place in the queue. */
export async function savePending(tx: Tx, id: string): Promise<void> {
  await tx
    .update(submissions)
    .set({
      status: 'pending',
      reviewedBy: null,
      reviewedAt: null,
      isDecidedByRule: false,
      reason: null,
      resultProductId: null,
      claimedBy: null,
      claimedAt: null,
    })
    .where(eq(submissions.id, id));
}

/** Returns a pending submission that conflicts with this one: the same content, or for back-flow the same barcode. */
export async function findTwin(
  tx: Tx,
  { id, source, contentHash, gtin14 }: Submission,
): Promise<string | undefined> {
  const isSame = source === 'public' ? sql`content_hash = ${contentHash}` : sql`gtin14 = ${gtin14}`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from submissions where status = 'pending' and source = ${source} and ${isSame} and id <> ${id}`);
  return rows[0]?.id;
}

/**
 * Removes the submission that replaced a rejected one from the queue, unless an operator has claimed it. It was
 * inserted in the transaction of the rejection, so both times are equal.
 */
export async function takeEntered(
  tx: Tx,
  { id, gtin14 }: Submission,
): Promise<Omit<WaitingSubmission, 'created_at'> | undefined> {
  const { rows } = await tx.execute<Omit<WaitingSubmission, 'created_at'> & Record<string, unknown>>(sql`
    delete from submissions where id = (
      select id from submissions where gtin14 = ${gtin14} and source = 'backflow' and status = 'pending'
        and account_id is not null and id <> ${id} and not ${isClaimed}
        and created_at = (select reviewed_at from submissions where id = ${id})
      for update skip locked)
    returning id, gtin14, account_id, content, encode(content_hash, 'hex') as content_hash, request_id`);
  return rows[0];
}
