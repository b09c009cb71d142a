/** Webhooks and their deliveries. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes, instant, reference } from './column-types.ts';

export const WEBHOOK_EVENTS = [
  'products.changed',
  'submission.approved',
  'submission.rejected',
  'submission.reopened',
] as const;

/** Sent before any other event. Its answer proves that the receiver wants events. */
export const CHALLENGE = 'webhook.challenge';

/** An address of an account that receives events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    url: text().notNull(),
    /** Host and port of the URL, by which concurrent requests per receiver are limited. */
    host: text().notNull(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Stored in plain, because signing needs the secret itself. */
    secret: bytes().notNull(),
    /** The previous secret, with which deliveries are also signed until it expires. */
    previousSecret: bytes(),
    previousSecretEndsAt: instant(),
    /** `active` receives events; `unverified` only receives the challenge. */
    state: text({ enum: ['unverified', 'active', 'off'] })
      .notNull()
      .default('unverified'),
    /** Why it is off: it answered 410, it failed for `OFF_AFTER_DAYS`, or its owner or an operator switched it off. */
    offReason: text({ enum: ['gone', 'failing', 'owner', 'operator'] }),
    offAt: instant(),
    /** The first failure since the last accepted delivery. */
    failingSince: instant(),
    /** Feed position up to which it has been notified; null: not notified of products yet. */
    feedEpoch: text(),
    feedPosition: bigint({ mode: 'number' }),
    /** When it was last notified of products. */
    feedToldAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    reference('webhooks_account_id_fkey', t.accountId, accounts.id).onDelete('cascade'),
    index('webhooks_account_id_idx').on(t.accountId, t.createdAt, t.id),
    check('webhooks_state_known', sql`${t.state} in ('unverified','active','off')`),
    check('webhooks_off_has_reason', sql`(${t.state} = 'off') = (${t.offReason} is not null)`),
  ],
);

/** One event for one webhook. This table is the queue of deliveries. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id` of every attempt. */
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid().notNull(),
    event: text({ enum: [...WEBHOOK_EVENTS, CHALLENGE] }).notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** The trace of the transaction that created it (`createDb`). */
    traceparent: text().default(sql`nullif(current_setting('factshelf.traceparent', true), '')`),
    status: text({ enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    /** When the next attempt is due; during an attempt, when another process may retry. Null: finished. */
    dueAt: instant().defaultNow(),
    /** Finished attempts since it was created or replayed. */
    attempts: integer().notNull().default(0),
    lastAttemptAt: instant(),
    /** HTTP status of the last answer, or null. */
    lastStatus: smallint(),
    /** Why the last attempt failed (`FAILURES`). */
    lastFailure: text(),
  },
  (t) => [
    reference('webhook_deliveries_webhook_id_fkey', t.webhookId, webhooks.id).onDelete('cascade'),
    index('webhook_deliveries_due_idx')
      .on(t.webhookId, t.dueAt)
      .where(sql`due_at is not null`),
    index('webhook_deliveries_list_idx').on(t.webhookId, t.createdAt, t.id),
    index('webhook_deliveries_created_at_idx').on(t.createdAt),
    check('webhook_deliveries_status_known', sql`${t.status} in ('pending','delivered','failed')`),
    check('webhook_deliveries_pending_is_due', sql`(${t.status} = 'pending') = (${t.dueAt} is not null)`),
  ],
);
