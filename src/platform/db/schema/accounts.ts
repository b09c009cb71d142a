/** Accounts, their keys, the limits of tiers, usage, and answers kept for repeats of writes. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from './column-types.ts';

/** Limits of a tier's callers; null: no limit. Reloaded every few seconds, so a change needs no restart. */
export const tiers = pgTable(
  'tiers',
  {
    code: text().primaryKey(),
    perMinute: integer(),
    /** Calls over the lifetime of an account or an anonymous address. */
    cumulative: bigint({ mode: 'number' }),
    /** Back-flow items accepted per account and day (UTC); 0: none may be sent. */
    backflowPerDay: integer(),
    /** Back-flow items per account that may wait at once, in the queue or behind another submission. */
    backflowPending: integer(),
  },
  (t) => [
    check('tiers_per_minute_positive', sql`${t.perMinute} > 0`),
    check('tiers_cumulative_positive', sql`${t.cumulative} >= 0`),
  ],
);

/** A registered account. The e-mail is trimmed and lower-cased. Usage belongs to the account, not to a key. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** Argon2id in its encoded form. */
    passwordHash: text().notNull(),
    tier: text()
      .notNull()
      .default('registered')
      .references(() => tiers.code, { onUpdate: 'cascade' }),
    /** A blocked account gets no new key. */
    blockedAt: instant(),
    /** When the holder was confirmed to own `email`: by a mailed code or by an operator. */
    emailConfirmedAt: instant(),
    /** True: its keys are refused until the e-mail is confirmed. */
    awaitsConfirmation: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('accounts_email_key').on(t.email),
    index('accounts_tier_idx').on(t.tier),
    check('accounts_email_form', sql`${t.email} = lower(btrim(${t.email})) and length(${t.email}) <= 254`),
  ],
);

/** One-time codes of an account, stored as SHA-256. At most one per kind; a new one replaces the old one. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    accountId: uuid().notNull(),
    /** `confirmation` of the e-mail, or `password`: sets a password without the old one. */
    kind: text().$type<AccountTokenKind>().notNull(),
    hash: bytes().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'account_tokens_pkey', columns: [t.accountId, t.kind] }),
    reference('account_tokens_account_id_fkey', t.accountId, accounts.id).onDelete('cascade'),
    unique('account_tokens_hash_key').on(t.hash),
    check('account_tokens_kind_known', sql`${t.kind} in ('confirmation', 'password')`),
    check('account_tokens_hash_length', sql`length(${t.hash}) = 32`),
  ],
);

export type AccountTokenKind = 'confirmation' | 'password';

/** A browser that is signed in to `/account`. Only the SHA-256 of the cookie's token is stored. */
export const accountSessions = pgTable(
  'account_sessions',
  {
    tokenHash: bytes().primaryKey(),
    accountId: uuid().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** Idle and total time are those of `operator_sessions`. */
    lastSeenAt: instant().notNull().defaultNow(),
  },
  (t) => [
    reference('account_sessions_account_id_fkey', t.accountId, accounts.id).onDelete('cascade'),
    index('account_sessions_account_id_idx').on(t.accountId, t.createdAt),
    check('account_sessions_token_hash_length', sql`length(${t.tokenHash}) = 32`),
  ],
);

/** API keys, stored as SHA-256. A unique index allows one active key per account. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Name given by the owner. */
    name: text(),
    /** The first 8 characters, by which a key is recognised. */
    prefix: text().notNull(),
    hash: bytes().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  (t) => [
    unique('api_keys_hash_key').on(t.hash),
    uniqueIndex('api_keys_one_active_key')
      .on(t.accountId)
      .where(sql`revoked_at is null`),
    index('api_keys_account_id_idx').on(t.accountId),
    check('api_keys_hash_length', sql`length(${t.hash}) = 32`),
  ],
);

/** Calls that an account has used of its cumulative quota. Never decreases. */
export const accountUsage = pgTable(
  'account_usage',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    used: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [check('account_usage_not_negative', sql`${t.used} >= 0`)],
);

/** Calls per account and day (UTC). A trigger adds every increase of `account_usage.used`. */
export const accountUsageDays = pgTable(
  'account_usage_days',
  {
    accountId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'account_usage_days_pkey', columns: [t.accountId, t.day] }),
    reference('account_usage_days_account_id_fkey', t.accountId, accounts.id).onDelete('cascade'),
    index('account_usage_days_day_idx').on(t.day),
  ],
);

/** Usage of anonymous callers by a keyed hash of the address. No address is stored. */
export const addressUsage = pgTable(
  'address_usage',
  {
    addressHash: bytes().primaryKey(),
    used: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [check('address_usage_not_negative', sql`${t.used} >= 0`)],
);

/** Secrets that this installation generated, such as the key of the address hashes. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
});

/** Writes of the last day that came with an `Idempotency-Key`. Neither the key nor a readable answer is stored. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Derived from the caller and the key. */
    id: bytes().primaryKey(),
    /** Id of the account, or the keyed hash of an address. */
    caller: text().notNull(),
    /** Derived from the caller, the key and the request. */
    requestHash: bytes().notNull(),
    /** The run of the write. A run whose row has another one has lost the key, and must not commit. */
    runId: uuid().notNull(),
    /** When another run may take over a key without an answer, because the process of this one has died. */
    runEndsAt: instant().notNull(),
    /** Encrypted with a key derived from the caller, the key and the request. Null: the write is running. */
    answer: bytes(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('idempotency_keys_caller_idx').on(t.caller, t.createdAt),
    index('idempotency_keys_created_at_idx').on(t.createdAt),
  ],
);
