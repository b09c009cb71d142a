import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { submissions } from '../../db/contribution-schema.ts';
import { containsPattern } from '../../text/like-pattern.ts';
import { displayGtin } from '../../catalog/barcodes/gtin.ts';
import {
  CLAIM_MINUTES,
  type Claim,
  type QueueCounts,
  type QueueEntry,
  type QueueFilters,
} from '../review/review-contract.ts';

// Columns are named with their table: without a join the query builder leaves it out, and a subquery takes its own.

/** Nobody is kept from an entry for longer than a claim lasts. */
export const isClaimed = sql<boolean>`(submissions.claimed_by is not null and submissions.status = 'pending'
  and submissions.claimed_at > now() - make_interval(mins => ${CLAIM_MINUTES}))`;

/** By the offered category, else by the category of the product it is about. */
const kindOf = sql<string | null>`coalesce(
  (select archive_kind from categories where code = submissions.content->>'category'),
  (select c.archive_kind from barcodes b join products p on p.id = b.product_id join categories c on c.id = p.category_id
   where b.gtin14 = submissions.gtin14),
  (select c.archive_kind from products p join categories c on c.id = p.category_id
   where p.id = submissions.product_id))`;

const emailOf = (column: SQL) =>
  sql<string | null>`(select email from operators where operators.id = ${column})`;

export const entryColumns = {
  row: submissions,
  kind: kindOf,
  isClaimed,
  claimEmail: emailOf(sql`submissions.claimed_by`),
  reviewerEmail: emailOf(sql`submissions.reviewed_by`),
};

export interface EntryRow {
  row: typeof submissions.$inferSelect;
  kind: string | null;
  isClaimed: boolean;
  claimEmail: string | null;
  reviewerEmail: string | null;
}

export async function listQueue(
  db: Db | Tx,
  filters: QueueFilters,
  operatorId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: QueueEntry[]; total: number }> {
  const condition = buildCondition(filters, operatorId);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(submissions)
    .where(condition);
  const rows = await db
    .select(entryColumns)
    .from(submissions)
    .where(condition)
    .orderBy(...buildOrder(filters.sort))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(buildEntry), total: counted?.total ?? 0 };
}

/** The id of the first entry that nobody else works on, behind the given one when there is one. */
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
        buildCondition(filters, operatorId),
        sql`not (${isClaimed} and submissions.claimed_by <> ${operatorId})`,
        after === undefined ? undefined : isBehind,
      ),
    )
    .orderBy(...buildOrder(filters.sort))
    .limit(1);
  return row?.id;
}

/** How many entries each filter has: of every state, the others among those of the given state. */
export async function countQueue(
  db: Db | Tx,
  state: QueueFilters['state'],
  operatorId: string,
): Promise<QueueCounts> {
  const { rows: states } = await db.execute<{ status: string; count: number }>(
    sql`select status, count(*)::int from submissions group by status`,
  );
  const { rows } = await db.execute<{ name: string; value: string; count: number }>(sql`
    with entries as (
      select submissions.source as source, coalesce(${kindOf}, 'none') as kind,
        submissions.gtin14 is not null as has_gtin,
        case when not ${isClaimed} then 'nobody' when submissions.claimed_by = ${operatorId} then 'me'
          else 'others' end as claim,
        case when submissions.created_at > now() - interval '1 day' then 'under_1d'
          when submissions.created_at > now() - interval '7 days' then 'under_7d' else 'over_7d' end as age
      from submissions where ${state === 'all' ? sql`true` : sql`submissions.status = ${state}`})
    select 'source' as name, source as value, count(*)::int from entries group by source
    union all select 'kind', kind, count(*)::int from entries group by kind
    union all select 'gtin', case when has_gtin then 'with' else 'without' end, count(*)::int
      from entries group by has_gtin
    union all select 'claim', claim, count(*)::int from entries group by claim
    union all select 'age', age, count(*)::int from entries group by age`);
  const countsOf = (name: string) =>
    Object.fromEntries(rows.filter((row) => row.name === name).map(({ value, count }) => [value, count]));
  return {
    state: {
      pending: 0,
      approved: 0,
      rejected: 0,
      ...Object.fromEntries(states.map(({ status, count }) => [status, count])),
    },
    source: { public: 0, backflow: 0, ...countsOf('source') },
    kind: countsOf('kind'),
    gtin: { with: 0, without: 0, ...countsOf('gtin') },
    claim: { me: 0, others: 0, nobody: 0, ...countsOf('claim') },
    age: { under_1d: 0, under_7d: 0, over_7d: 0, ...countsOf('age') },
  };
}

function buildCondition(filters: QueueFilters, operatorId: string): SQL | undefined {
  const { state, source, kind, older_than, newer_than, has_gtin, claimed_by, q } = filters;
  return and(
    state === 'all' ? undefined : eq(submissions.status, state),
    source === undefined ? undefined : eq(submissions.source, source),
    kind === undefined ? undefined : kind === 'none' ? sql`${kindOf} is null` : sql`${kindOf} = ${kind}`,
    older_than === undefined ? undefined : sql`submissions.created_at <= now() - ${buildAge(older_than)}`,
    newer_than === undefined ? undefined : sql`submissions.created_at > now() - ${buildAge(newer_than)}`,
    has_gtin === undefined ? undefined : sql`(submissions.gtin14 is not null) = ${has_gtin}`,
    claimed_by === undefined ? undefined : buildClaimCondition(claimed_by, operatorId),
    q === undefined ? undefined : buildTextCondition(q),
  );
}

function buildAge(text: string): SQL {
  const hours = Number(text.slice(0, -1)) * (text.endsWith('d') ? 24 : 1);
  return sql`make_interval(hours => ${hours})`;
}

function buildClaimCondition(claimedBy: string, operatorId: string): SQL {
  if (claimedBy === 'nobody') return sql`not ${isClaimed}`;
  if (claimedBy === 'others') return sql`${isClaimed} and submissions.claimed_by <> ${operatorId}`;
  return sql`${isClaimed} and submissions.claimed_by = ${claimedBy === 'me' ? operatorId : claimedBy}`;
}

function buildTextCondition(text: string): SQL | undefined {
  const digits = text.replaceAll(/[ -]/g, '');
  return or(
    sql`submissions.content->>'name' ilike ${containsPattern(text)}`,
    sql`submissions.content->>'brand' ilike ${containsPattern(text)}`,
    /^\d+$/.test(digits) ? sql`submissions.gtin14 like ${containsPattern(digits)}` : undefined,
  );
}

function buildOrder(sort: QueueFilters['sort']): SQL[] {
  const direction = sort === 'oldest' ? sql`asc` : sql`desc`;
  return [sql`submissions.created_at ${direction}`, sql`submissions.id ${direction}`];
}

export function buildEntry({ row, kind, reviewerEmail, ...claim }: EntryRow): QueueEntry {
  const text = (name: string) => {
    const value = row.content[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    id: row.id,
    source: row.source,
    status: row.status,
    kind,
    gtin: row.gtin14 && displayGtin(row.gtin14),
    product_id: row.productId,
    name: text('name'),
    brand: text('brand'),
    category: text('category'),
    fields: Object.keys(row.content),
    claim: claim.isClaimed ? buildClaim(row.claimedBy, claim.claimEmail, row.claimedAt) : null,
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
