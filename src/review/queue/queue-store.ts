import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { listContent } from '../submissions/submission-content.ts';
import { buildCondition, buildOrder, isClaimed, isWaiting, kindOf } from './queue-condition.ts';
import { listRisks } from './risk-contract.ts';
import { countMatches } from './queue-count-store.ts';
import { ANSWER_DAYS } from '../submissions/messages/message-contract.ts';
import { CLAIM_MINUTES, type Claim, type QueuedSubmission, type QueueFilters } from './queue-contract.ts';

const emailOf = (column: SQL) =>
  sql<string | null>`(select email from operators where operators.id = ${column})`;

export const submissionColumns = {
  row: submissions,
  kind: kindOf,
  isClaimed,
  isWaiting,
  claimEmail: emailOf(sql`submissions.claimed_by`),
  assigneeEmail: emailOf(sql`submissions.assigned_to`),
  reviewerEmail: emailOf(sql`submissions.reviewed_by`),
  // As `findTarget` chooses: by barcode, else by id, and what a merged one has become.
  productName: sql<string | null>`(
    select coalesce(kept.name, named.name)
    from products named left join products kept on kept.id = named.merged_into_id
    where named.id = coalesce(
      (select product_id from barcodes where barcodes.gtin14 = submissions.gtin14), submissions.product_id))`,
};

export interface SubmissionRow {
  row: typeof submissions.$inferSelect;
  kind: string | null;
  isClaimed: boolean;
  isWaiting: boolean;
  claimEmail: string | null;
  assigneeEmail: string | null;
  reviewerEmail: string | null;
  productName: string | null;
}

export async function listQueue(
  db: Db | Tx,
  { sort, ...filter }: QueueFilters,
  operatorId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: QueuedSubmission[]; total: number; total_at_least: boolean }> {
  const { count, isExact } = await countMatches(db, filter, operatorId);
  const rows = await db
    .select(submissionColumns)
    .from(submissions)
    .where(buildCondition(filter, operatorId))
    .orderBy(...buildOrder(sort))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(buildQueuedSubmission), total: count, total_at_least: !isExact };
}

export function buildQueuedSubmission({
  row,
  kind,
  isWaiting: waits,
  assigneeEmail,
  reviewerEmail,
  productName,
  ...claim
}: SubmissionRow): QueuedSubmission {
  const content = listContent(row.content);
  const text = (name: string) => {
    const value = content[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    id: row.id,
    source: row.source,
    status: row.status,
    kind,
    gtin: row.gtin14 && displayGtin(row.gtin14),
    product_id: row.productId,
    product_name: productName,
    name: text('name'),
    brand: text('brand'),
    category: text('category'),
    fields: Object.keys(content),
    claim: claim.isClaimed ? buildClaim(row.claimedBy, claim.claimEmail, row.claimedAt) : null,
    assigned_to:
      row.assignedTo !== null && assigneeEmail !== null
        ? { operator_id: row.assignedTo, email: assigneeEmail }
        : null,
    risks: listRisks(row.risk),
    asked_at: row.askedAt?.toISOString() ?? null,
    waits_until:
      waits && row.askedAt ? new Date(row.askedAt.getTime() + ANSWER_DAYS * 86_400_000).toISOString() : null,
    answered_at: row.answeredAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    reviewed_by: reviewerEmail,
    reason: row.reason,
    result_product_id: row.resultProductId,
  };
}

function buildClaim(operatorId: string | null, email: string | null, claimedAt: Date | null): Claim | null {
  if (!operatorId || !email || !claimedAt) return null;
  return {
    operator_id: operatorId,
    email,
    claimed_at: claimedAt.toISOString(),
    expires_at: new Date(claimedAt.getTime() + CLAIM_MINUTES * 60_000).toISOString(),
  };
}
