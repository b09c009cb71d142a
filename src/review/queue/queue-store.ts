import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { listContent } from '../submissions/submission-content.ts';
import { buildCondition, isClaimed, isWaiting, kindOf, namedProduct } from './queue-condition.ts';
import { QUEUE_ORDERS } from './queue-orders.ts';
import { suggestDecisions } from '../rules/suggest-decisions.ts';
import { buildQueueRow, rowColumns } from './queue-row.ts';
import { listRisks } from './risk-contract.ts';
import { countMatches } from './queue-count-store.ts';
import { ANSWER_DAYS } from '../submissions/messages/message-contract.ts';
import {
  CLAIM_MINUTES,
  type Claim,
  type QueuedSubmission,
  type QueueFilters,
  type SubmissionSummary,
} from './queue-contract.ts';

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
  ruleName: sql<
    string | null
  >`(select name from decision_records r join review_rules on review_rules.id = r.rule_id
    where r.submission_id = submissions.id and r.undone_at is null)`,
  productName: sql<string | null>`(
    select coalesce(kept.name, named.name)
    from products named left join products kept on kept.id = named.merged_into_id
    where named.id = ${namedProduct})`,
};

export interface SubmissionRow {
  row: typeof submissions.$inferSelect;
  kind: string | null;
  isClaimed: boolean;
  isWaiting: boolean;
  claimEmail: string | null;
  assigneeEmail: string | null;
  reviewerEmail: string | null;
  ruleName: string | null;
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
    .select({ ...submissionColumns, ...rowColumns })
    .from(submissions)
    .where(buildCondition(filter, operatorId))
    .orderBy(QUEUE_ORDERS[sort].order)
    .limit(limit)
    .offset(offset);
  const suggested = await suggestDecisions(
    db,
    rows.map(({ row }) => row.id),
  );
  const items = rows.map((row) => {
    const submission = buildSummary(row);
    return {
      ...submission,
      ...buildQueueRow(row, submission),
      suggested: suggested.get(submission.id) ?? null,
    };
  });
  return { items, total: count, total_at_least: !isExact };
}

export function buildSummary({
  row,
  kind,
  isWaiting: waits,
  assigneeEmail,
  reviewerEmail,
  ruleName,
  productName,
  ...claim
}: SubmissionRow): SubmissionSummary {
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
    decided_by_rule: ruleName,
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
