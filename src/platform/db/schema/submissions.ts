/** Submissions and the decisions about them. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes, instant, reference } from './column-types.ts';
import { operators } from './operators.ts';
import { products } from './catalogue.ts';
import { reviewRules } from './review-rules.ts';

/**
 * The review queue. Only claim, questions and decision of a pending submission change. `content` holds the submitted
 * fields by wire name as the endpoint validated them. Barcode, product id and e-mail have their own columns.
 */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid().primaryKey(),
    source: text({ enum: ['public', 'backflow'] }).notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** The submitted barcode, padded to 14 digits. */
    gtin14: text(),
    /** The product that the contributor named by id. */
    productId: uuid(),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the content, to refuse an identical pending submission. */
    contentHash: bytes().notNull(),
    /** Never public. Erased 90 days after the review, or after a year without one. */
    contactEmail: text(),
    /** Keyed hash of the client's address. Erased together with the contact address. */
    addressHash: bytes(),
    /** The account whose key sent it: back-flow, or a submission of an app that speaks another service's dialect. */
    accountId: uuid(),
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
    /** The operator who works on it; a claim lapses after `CLAIM_MINUTES`. */
    claimedBy: uuid(),
    claimedAt: instant(),
    /**
     * The operator who is to decide it; others are not led to it. A trigger clears it when the operator is disabled.
     */
    assignedTo: uuid(),
    /** Risk at arrival of approving it unseen (see `queue/risk-contract.ts`). The default leaves it to `rate_submission`. */
    risk: smallint().notNull().default(-1),
    /** The folded name of `content`; null also where a process before migration 0018 took it in. */
    nameKey: text(),
    /** SHA-256 of the token with which the contributor answers questions; null: it takes no answers. */
    answerTokenHash: bytes(),
    /** When the open question was asked. */
    askedAt: instant(),
    /** When the last question was answered; null while another is open. */
    answeredAt: instant(),
    reviewedBy: uuid(),
    reviewedAt: instant(),
    /** A rule decided it. Such decisions make no record of their sender. */
    isDecidedByRule: boolean().notNull().default(false),
    /** Why it was rejected. */
    reason: text(),
    /** The product that was created or completed. */
    resultProductId: uuid(),
  },
  (t) => [
    reference('submissions_product_id_fkey', t.productId, products.id).onDelete('set null'),
    reference('submissions_result_product_id_fkey', t.resultProductId, products.id).onDelete('set null'),
    reference('submissions_account_id_fkey', t.accountId, accounts.id).onDelete('set null'),
    reference('submissions_claimed_by_fkey', t.claimedBy, operators.id).onDelete('set null'),
    reference('submissions_assigned_to_fkey', t.assignedTo, operators.id).onDelete('set null'),
    reference('submissions_reviewed_by_fkey', t.reviewedBy, operators.id).onDelete('set null'),
    // These two indexes decide races: the second of two identical submissions finds the first.
    uniqueIndex('submissions_pending_content_key')
      .on(t.contentHash)
      .where(sql`status = 'pending' and source = 'public'`),
    uniqueIndex('submissions_pending_backflow_key')
      .on(t.gtin14)
      .where(sql`status = 'pending' and source = 'backflow'`),
    index('submissions_status_idx').on(t.status, t.createdAt, t.id),
    index('submissions_source_idx').on(t.status, t.source, t.createdAt, t.id),
    index('submissions_address_hash_idx')
      .on(t.addressHash)
      .where(sql`status = 'approved'`),
    index('submissions_created_at_idx').on(t.createdAt, t.id),
    index('submissions_account_id_idx')
      .on(t.accountId, t.status, t.createdAt, t.id)
      .where(sql`account_id is not null`),
    index('submissions_claimed_at_idx')
      .on(t.claimedAt)
      .where(sql`claimed_by is not null and status = 'pending'`),
    index('submissions_assigned_to_idx')
      .on(t.assignedTo, t.createdAt, t.id)
      .where(sql`assigned_to is not null and status = 'pending'`),
    index('submissions_unassigned_idx')
      .on(t.createdAt, t.id)
      .where(sql`assigned_to is null and status = 'pending'`),
    index('submissions_risk_idx')
      .on(t.risk.desc(), t.createdAt, t.id)
      .where(sql`status = 'pending'`),
    index('submissions_asked_at_idx')
      .on(t.createdAt, t.id)
      .where(sql`asked_at is not null and status = 'pending'`),
    index('submissions_answered_at_idx')
      .on(t.createdAt, t.id)
      .where(sql`answered_at is not null and status = 'pending'`),
    index('submissions_contact_email_idx')
      .on(t.contactEmail, t.createdAt, t.id)
      .where(sql`contact_email is not null`),
    index('submissions_gtin14_idx').on(t.gtin14),
    // MD5, so that a name of any length can be indexed.
    index('submissions_pending_name_idx')
      .on(sql`md5(lower(content->>'name'))`, t.createdAt, t.id)
      .where(sql`status = 'pending'`),
    index('submissions_pending_name_key_idx')
      .on(sql`md5(name_key)`, t.createdAt, t.id)
      .where(sql`status = 'pending'`),
    index('submissions_product_id_idx').on(t.productId),
    index('submissions_result_product_id_idx').on(t.resultProductId),
    index('submissions_reviewed_at_idx').on(t.reviewedAt),
    check('submissions_source_known', sql`${t.source} in ('public','backflow')`),
    check('submissions_status_known', sql`${t.status} in ('pending','approved','rejected')`),
    check('submissions_gtin14_form', sql`${t.gtin14} ~ '^[0-9]{14}$'`),
    check('submissions_reviewed_together', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
    check('submissions_rejected_has_reason', sql`${t.status} <> 'rejected' or ${t.reason} is not null`),
  ],
);

/** Messages about a submission: notes of operators, questions to its contributor, and answers. */
export const submissionMessages = pgTable(
  'submission_messages',
  {
    id: uuid().primaryKey(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['note', 'question', 'answer'] }).notNull(),
    text: text().notNull(),
    /** Null: the contributor. */
    operatorId: uuid().references(() => operators.id, { onDelete: 'set null' }),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('submission_messages_submission_id_idx').on(t.submissionId, t.createdAt, t.id),
    check('submission_messages_kind_known', sql`${t.kind} in ('note','question','answer')`),
  ],
);

/** What undoing a decision needs, saved with the decision. The row of an undone decision stays without that content. */
export const decisionRecords = pgTable(
  'decision_records',
  {
    /** Increases in the order of decisions. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    submissionId: uuid().notNull(),
    /** Groups decisions made together. */
    bulkId: uuid(),
    operatorId: uuid().notNull(),
    /** The rule that decided in the name of the operator who switched it on. */
    ruleId: uuid(),
    /** Set for approvals. The product may be deleted. */
    productId: uuid(),
    productVersion: integer(),
    isNewProduct: boolean(),
    /** What the approval changed (`ProductDifference`). */
    difference: jsonb(),
    /** Back-flow items that waited for the barcode, and were dropped when it entered the catalogue. */
    waiting: jsonb(),
    decidedAt: instant().notNull().defaultNow(),
    undoneAt: instant(),
  },
  (t) => [
    reference('decision_records_submission_id_fkey', t.submissionId, submissions.id).onDelete('cascade'),
    uniqueIndex('decision_records_standing_key')
      .on(t.submissionId)
      .where(sql`undone_at is null`),
    index('decision_records_submission_id_idx').on(t.submissionId),
    index('decision_records_bulk_id_idx')
      .on(t.bulkId, t.id)
      .where(sql`bulk_id is not null`),
    reference('decision_records_rule_id_fkey', t.ruleId, reviewRules.id).onDelete('set null'),
    index('decision_records_rule_id_idx')
      .on(t.ruleId, t.id)
      .where(sql`rule_id is not null`),
  ],
);

/**
 * Number of submissions: the sum over the slots. Triggers of `submissions` update it in the same transaction.
 * Connections write to different slots, so that they do not wait for each other; a single slot may be negative.
 */
export const submissionCounts = pgTable(
  'submission_counts',
  {
    status: text().notNull(),
    source: text().notNull(),
    hasGtin: boolean().notNull(),
    slot: smallint().notNull(),
    entries: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'submission_counts_pkey', columns: [t.status, t.source, t.hasGtin, t.slot] })],
);

/** Submissions that arrived while an automatic rule existed and that rules have not seen yet. Kept by a trigger. */
export const reviewRuleMarks = pgTable('review_rule_marks', { submissionId: uuid().primaryKey() }, (t) => [
  reference('review_rule_marks_submission_id_fkey', t.submissionId, submissions.id).onDelete('cascade'),
]);
