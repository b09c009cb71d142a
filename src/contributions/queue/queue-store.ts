import { and, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { submissions } from '../../db/contribution-schema.ts';
import { displayGtin } from '../../catalog/barcodes/gtin.ts';
import { listContent } from '../offer-content.ts';
import { buildCondition, buildOrder, isClaimed, kindOf } from './queue-condition.ts';
import { countMatches } from './queue-count-store.ts';
import { CLAIM_MINUTES, type Claim, type QueueEntry, type QueueFilters } from '../review/review-contract.ts';

const emailOf = (column: SQL) =>
  sql<string | null>`(select email from operators where operators.id = ${column})`;

export const entryColumns = {
  row: submissions,
  kind: kindOf,
  isClaimed,
  claimEmail: emailOf(sql`submissions.claimed_by`),
  reviewerEmail: emailOf(sql`submissions.reviewed_by`),
  // As `findTarget` chooses: by barcode, else by id, and what a merged one has become.
  productName: sql<string | null>`(
    select coalesce(kept.name, named.name)
    from products named left join products kept on kept.id = named.merged_into_id
    where named.id = coalesce(
      (select product_id from barcodes where barcodes.gtin14 = submissions.gtin14), submissions.product_id))`,
};

export interface EntryRow {
  row: typeof submissions.$inferSelect;
  kind: string | null;
  isClaimed: boolean;
  claimEmail: string | null;
  reviewerEmail: string | null;
  productName: string | null;
}

export async function listQueue(
  db: Db | Tx,
  { sort, ...filter }: QueueFilters,
  operatorId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: QueueEntry[]; total: number; total_at_least: boolean }> {
  const { count, isExact } = await countMatches(db, filter, operatorId);
  const rows = await db
    .select(entryColumns)
    .from(submissions)
    .where(buildCondition(filter, operatorId))
    .orderBy(...buildOrder(sort))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(buildEntry), total: count, total_at_least: !isExact };
}

/**
 * The id of the first entry that nobody else works on, behind the given one when there is one. What waits for its contributor is
 * passed over, unless it is asked for.
 */
export async function findNextId(
  db: Db | Tx,
  filters: QueueFilters,
  operatorId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const direction = filters.sort === 'oldest' ? sql`>` : sql`<`;
  const isBehind = sql`(submissions.created_at, submissions.id) ${direction}
    (select created_at, id from submissions where id = ${after})`;
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        buildCondition({ ...filters, waiting: filters.waiting ?? false }, operatorId),
        sql`not (${isClaimed} and submissions.claimed_by <> ${operatorId})`,
        after === undefined ? undefined : isBehind,
      ),
    )
    .orderBy(...buildOrder(filters.sort))
    .limit(1);
  return row?.id;
}

export function buildEntry({ row, kind, reviewerEmail, productName, ...claim }: EntryRow): QueueEntry {
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
    asked_at: row.askedAt?.toISOString() ?? null,
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
