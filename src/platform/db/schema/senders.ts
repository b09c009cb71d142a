/** Senders of submissions, and blocked senders. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes, instant, reference } from './column-types.ts';
import { submissions } from './submissions.ts';

/**
 * Counts of an account's back-flow by outcome, kept by triggers; decisions of rules are not among them. Senders lock
 * the row, so that caps are exact.
 */
export const backflowSenders = pgTable('backflow_senders', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  pending: integer().notNull().default(0),
  /** Number of its rows in `backflow_waiting`. */
  waiting: integer().notNull().default(0),
  /** The day (UTC) that `accepted` refers to. */
  day: date({ mode: 'string' }),
  accepted: integer().notNull().default(0),
  approved: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  /** Decisions about its submissions that were undone. */
  takenBack: integer().notNull().default(0),
});

/**
 * Back-flow items answered `duplicate` because another sender's submission is pending for the barcode. The
 * oldest one enters the queue when the last pending one is rejected; an approval deletes them (`next-offers.ts`).
 */
export const backflowWaiting = pgTable(
  'backflow_waiting',
  {
    /** Id of the submission that it becomes. */
    id: uuid().primaryKey(),
    gtin14: text().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    contentHash: bytes().notNull(),
    requestId: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('backflow_waiting_offer_key').on(t.gtin14, t.accountId),
    index('backflow_waiting_account_id_idx').on(t.accountId),
  ],
);

/**
 * Blocked senders: an account, or everybody who names the contact address of a submission. The block holds no copy of
 * the address, and ends when the submission's address is erased.
 */
export const senderBlocks = pgTable(
  'sender_blocks',
  {
    /** Also the bulk id under which the sender's pending submissions are rejected. */
    id: uuid().primaryKey(),
    accountId: uuid(),
    submissionId: uuid(),
    blockedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    reference('sender_blocks_account_id_fkey', t.accountId, accounts.id).onDelete('cascade'),
    reference('sender_blocks_submission_id_fkey', t.submissionId, submissions.id).onDelete('cascade'),
    unique('sender_blocks_account_id_key').on(t.accountId),
    unique('sender_blocks_submission_id_key').on(t.submissionId),
    check('sender_blocks_one_sender', sql`num_nonnulls(${t.accountId}, ${t.submissionId}) = 1`),
  ],
);

/**
 * Addresses (keyed hashes, as in `address_usage`) with an approved submission, for which room is reserved. Deleted
 * after half a year.
 */
export const goodAddresses = pgTable(
  'good_addresses',
  {
    addressHash: bytes().primaryKey(),
    lastGoodAt: instant().notNull().defaultNow(),
  },
  (t) => [check('good_addresses_hash_length', sql`length(${t.addressHash}) = 32`)],
);
