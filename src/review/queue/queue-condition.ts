import { containsPattern } from '../../platform/text/like-pattern.ts';
import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { factsObject } from '../../facts/state/stored-facts.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { ANSWER_DAYS } from '../submissions/messages/message-contract.ts';
import {
  GOOD_APPROVAL_RATE,
  MIN_DECIDED,
  POOR_APPROVAL_RATE,
  type RECORDS,
} from '../senders/sender-contract.ts';
import { HIGH_RISK } from './risk-contract.ts';
import { CLAIM_MINUTES, type QueueFilters } from './queue-contract.ts';

// Columns carry their table name: without a join the query builder omits it, and a subquery would use its own column.

/** True until the claim lapses. */
export const isClaimed = sql<boolean>`(submissions.claimed_by is not null and submissions.status = 'pending'
  and submissions.claimed_at > now() - make_interval(mins => ${CLAIM_MINUTES}))`;

/** True while an answer of the contributor is awaited. */
export const isWaiting = sql<boolean>`(submissions.asked_at is not null and submissions.status = 'pending'
  and submissions.asked_at > now() - make_interval(days => ${ANSWER_DAYS}))`;

/** The archive kind of the submitted category, else of the product's category. */
export const kindOf = sql<string | null>`coalesce(
  (select archive_kind from categories where code = submissions.content->>'category'),
  (select c.archive_kind from barcodes b join products p on p.id = b.product_id join categories c on c.id = p.category_id
   where b.gtin14 = submissions.gtin14),
  (select c.archive_kind from products p join categories c on c.id = p.category_id
   where p.id = submissions.product_id))`;

export const hasPictures = sql<boolean>`exists (select from submission_pictures
  where submission_id = submissions.id and state <> 'taken_down')`;

const RISK_CONDITIONS = {
  high: sql`submissions.risk >= ${HIGH_RISK}`,
  some: sql`submissions.risk between 1 and ${HIGH_RISK - 1}`,
  none: sql`submissions.risk = 0`,
};

/** Id of the product that `findTarget` chooses: by barcode, else by id. May be a merged product. */
export const namedProduct = sql`coalesce(
  (select product_id from barcodes where barcodes.gtin14 = submissions.gtin14), submissions.product_id)`;

/** The product's current facts, by the wire names of submissions. */
export const currentFacts = sql`(
  select ${factsObject} || jsonb_build_object('brand', brands.name, 'category', categories.code)
  from products named join products p on p.id = coalesce(named.merged_into_id, named.id)
  left join food_details f on f.product_id = p.id left join brands on brands.id = p.brand_id
  left join categories on categories.id = p.category_id
  where named.id = ${namedProduct})`;

const approvalRate = sql`(approved::float8 / (approved + rejected))`;
const hasProven = sql`approved + rejected >= ${MIN_DECIDED}`;
const isOfAccounts = (condition: SQL) =>
  sql`submissions.account_id in (select account_id from backflow_senders where ${condition})`;
const RECORD_CONDITIONS = {
  good: isOfAccounts(sql`${hasProven} and ${approvalRate} >= ${GOOD_APPROVAL_RATE}`),
  fair: isOfAccounts(
    sql`${hasProven} and ${approvalRate} >= ${POOR_APPROVAL_RATE} and ${approvalRate} < ${GOOD_APPROVAL_RATE}`,
  ),
  poor: isOfAccounts(sql`${hasProven} and ${approvalRate} < ${POOR_APPROVAL_RATE}`),
  unproven: sql`(submissions.account_id is null or not ${isOfAccounts(hasProven)})`,
};

/** The value that the filter `record` compares with. */
export const recordOf = sql<(typeof RECORDS)[number]>`coalesce((
  select case when not (${hasProven}) then 'unproven' when ${approvalRate} >= ${GOOD_APPROVAL_RATE} then 'good'
    when ${approvalRate} >= ${POOR_APPROVAL_RATE} then 'fair' else 'poor' end
  from backflow_senders where backflow_senders.account_id = submissions.account_id), 'unproven')`;

/** The queue's filters without the order. */
export type QueueFilter = Omit<QueueFilters, 'sort'>;

export function buildCondition(filter: QueueFilter, operatorId: string): SQL | undefined {
  return and(buildIndexedCondition(filter, operatorId), buildReadCondition(filter));
}

/** Builds the filters that indexes of `submissions` can answer. */
export function buildIndexedCondition(filter: QueueFilter, operatorId: string): SQL | undefined {
  const {
    state,
    source,
    account_id,
    older_than,
    newer_than,
    has_gtin,
    claimed_by,
    waiting,
    answered,
    contact_of,
    assigned_to,
    risk,
    record,
  } = filter;
  return and(
    state === 'all' ? undefined : eq(submissions.status, state),
    source === undefined ? undefined : eq(submissions.source, source),
    account_id === undefined ? undefined : eq(submissions.accountId, account_id),
    contact_of === undefined
      ? undefined
      : sql`submissions.contact_email = (select one.contact_email from submissions one where one.id = ${contact_of})`,
    older_than === undefined ? undefined : sql`submissions.created_at <= now() - ${buildAge(older_than)}`,
    newer_than === undefined ? undefined : sql`submissions.created_at > now() - ${buildAge(newer_than)}`,
    has_gtin === undefined ? undefined : sql`(submissions.gtin14 is not null) = ${has_gtin}`,
    waiting === undefined ? undefined : waiting ? isWaiting : sql`not ${isWaiting}`,
    answered === undefined ? undefined : sql`(submissions.answered_at is not null) = ${answered}`,
    claimed_by === undefined || claimed_by === 'nobody'
      ? undefined
      : buildClaimCondition(claimed_by, operatorId),
    record === undefined ? undefined : RECORD_CONDITIONS[record],
    risk === undefined ? undefined : RISK_CONDITIONS[risk],
    assigned_to === undefined ? undefined : buildAssignmentCondition(assigned_to, operatorId),
  );
}

/** Builds the filters that have to read each submission, its product or its category. */
export function buildReadCondition({ kind, claimed_by, has_pictures, q }: QueueFilter): SQL | undefined {
  return and(
    has_pictures === undefined ? undefined : sql`(${hasPictures}) = ${has_pictures}`,
    kind === undefined ? undefined : kind === 'none' ? sql`${kindOf} is null` : sql`${kindOf} = ${kind}`,
    claimed_by === 'nobody' ? sql`not ${isClaimed}` : undefined,
    q === undefined ? undefined : buildTextCondition(q),
  );
}

function buildAge(text: string): SQL {
  const hours = Number(text.slice(0, -1)) * (text.endsWith('d') ? 24 : 1);
  return sql`make_interval(hours => ${hours})`;
}

function buildClaimCondition(claimedBy: string, operatorId: string): SQL {
  if (claimedBy === 'others') return sql`${isClaimed} and submissions.claimed_by <> ${operatorId}`;
  return sql`${isClaimed} and submissions.claimed_by = ${claimedBy === 'me' ? operatorId : claimedBy}`;
}

function buildAssignmentCondition(assignedTo: string, operatorId: string): SQL {
  if (assignedTo === 'nobody') return sql`submissions.assigned_to is null`;
  // The partial index on assigned submissions needs `is not null` spelled out.
  if (assignedTo === 'others') {
    return sql`submissions.assigned_to is not null and submissions.assigned_to <> ${operatorId}`;
  }
  return sql`submissions.assigned_to = ${assignedTo === 'me' ? operatorId : assignedTo}`;
}

function buildTextCondition(text: string): SQL | undefined {
  const digits = text.replaceAll(/[ -]/g, '');
  return or(
    sql`submissions.content->>'name' ilike ${containsPattern(text)}`,
    sql`submissions.content->>'brand' ilike ${containsPattern(text)}`,
    /^\d+$/.test(digits) ? sql`submissions.gtin14 like ${containsPattern(digits)}` : undefined,
  );
}
