/** Submissions, and what operators decided about them. */
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
 * The review queue. Only the claim, the questions and the decision of a submission change; a decided one does not change.
 * `content` holds the submitted fields by their wire names, as the public endpoint checked them, except the barcode, the
 * product id and the e-mail, which have columns of their own.
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
    /** The product the contributor means to complete, named by id. */
    productId: uuid(),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the content: an identical pending submission is refused. */
    contentHash: bytes().notNull(),
    /** Never public; erased 90 days after the review, or after a year without one. */
    contactEmail: text(),
    /** Keyed hash of the network address that it came from; erased as the contact address is. */
    addressHash: bytes(),
    /** The account whose key sent a back-flow item. */
    accountId: uuid(),
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
    /** Who works on the submission; a claim lapses after 15 minutes. */
    claimedBy: uuid(),
    claimedAt: instant(),
    /** Who is to decide the submission; others are not led to it. A trigger clears it when the operator is disabled. */
    assignedTo: uuid(),
    /** The risk of approving the submission unseen, as it came in: see `queue/risk-contract.ts`. Set by trigger. */
    risk: smallint().notNull().default(0),
    /** SHA-256 of the token with which its contributor answers questions; null: nobody can. */
    answerTokenHash: bytes(),
    /** Since when a question to the contributor is open. */
    askedAt: instant(),
    /** When the last question was answered; null again when another is asked. */
    answeredAt: instant(),
    reviewedBy: uuid(),
    reviewedAt: instant(),
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
    // These two decide races: the second of two identical submissions finds the first.
    uniqueIndex('submissions_pending_content_key')
      .on(t.contentHash)
      .where(sql`status = 'pending' and source = 'public'`),
    uniqueIndex('submissions_pending_backflow_key')
      .on(t.gtin14)
      .where(sql`status = 'pending' and source = 'backflow'`),
    index('submissions_status_idx').on(t.status, t.createdAt, t.id),
    index('submissions_source_idx').on(t.status, t.source, t.createdAt, t.id),
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
    // The same name, of whatever length the stored one is.
    index('submissions_pending_name_idx')
      .on(sql`md5(lower(content->>'name'))`, t.createdAt, t.id)
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

/** Messages about a submission: notes among operators, questions to its contributor, and his answers. */
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

/**
 * What taking a decision back needs, written with the decision. Of a decision that was taken back the row stays, without
 * its content.
 */
export const decisionRecords = pgTable(
  'decision_records',
  {
    /** In the order in which decisions were made. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    submissionId: uuid().notNull(),
    /** Of decisions that were made together. */
    bulkId: uuid(),
    operatorId: uuid().notNull(),
    /** The rule that decided for the operator, who had switched it on. */
    ruleId: uuid(),
    /** Of an approval. The product may be gone. */
    productId: uuid(),
    productVersion: integer(),
    isNewProduct: boolean(),
    /** What the approval changed (`ProductDifference`). */
    difference: jsonb(),
    /** The back-flow items that waited for this barcode, and were dropped as it came into the catalogue. */
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
 * How many submissions there are: the sum over the slots. Triggers of `submissions` keep it, in the transaction of the
 * change. A connection writes to a slot of its own, more or less, so that writers do not wait for one row; one slot
 * alone may be below 0.
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

/** Submissions that came in while a rule decided by itself, and were not yet looked at. A trigger keeps it. */
export const reviewRuleMarks = pgTable('review_rule_marks', { submissionId: uuid().primaryKey() }, (t) => [
  reference('review_rule_marks_submission_id_fkey', t.submissionId, submissions.id).onDelete('cascade'),
]);
