/** Who is told of changes, and what was or is to be told. */
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

/** Sent before anything else: who answers it wants to be told. */
export const CHALLENGE = 'webhook.challenge';

/** An address of an account that is told of events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    url: text().notNull(),
    /** Host and port of the URL: how many requests one receiver gets at once is counted by it. */
    host: text().notNull(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Signing needs the secret itself, so it is stored as it is. */
    secret: bytes().notNull(),
    /** The one before, with which deliveries are signed as well until it ends. */
    previousSecret: bytes(),
    previousSecretEndsAt: instant(),
    /** Only an `active` one is told of events; an `unverified` one gets the challenge alone. */
    state: text({ enum: ['unverified', 'active', 'off'] })
      .notNull()
      .default('unverified'),
    /** Why it is off: it said 410, it failed for five days, its owner or an operator switched it off. */
    offReason: text({ enum: ['gone', 'failing', 'owner', 'operator'] }),
    offAt: instant(),
    /** The first failure since the last delivery that was taken. */
    failingSince: instant(),
    /** How far in the change feed it was told. Null: not told of products yet. */
    feedEpoch: text(),
    feedPosition: bigint({ mode: 'number' }),
    /** When it was last told of products. */
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

/** One event for one address. The queue itself: whoever delivers looks here for what is due. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id` of every attempt. */
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid().notNull(),
    event: text({ enum: [...WEBHOOK_EVENTS, CHALLENGE] }).notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    status: text({ enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    /** When the next attempt may begin; while one is under way, when another process may try. Null: none. */
    dueAt: instant().defaultNow(),
    /** Attempts that have ended, since it was made or replayed. */
    attempts: integer().notNull().default(0),
    lastAttemptAt: instant(),
    /** Of the last answer; null when there was none. */
    lastStatus: smallint(),
    /** Why the last attempt failed, as one of a few words. */
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
