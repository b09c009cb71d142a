/** Operators, their sessions in the console, and their ready-made reasons. */
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
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from './column-types.ts';

/** What an operator may sign in with: a password, a provider of OpenID Connect, or the code of an emergency. */
export const SIGN_INS = ['password', 'provider', 'emergency'] as const;

/** An operator of the console. The e-mail is trimmed and lower-cased. */
export const operators = pgTable(
  'operators',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** Argon2id in its encoded form. */
    passwordHash: text().notNull(),
    role: text({ enum: ['reviewer', 'editor', 'admin'] }).notNull(),
    /** Secret of the one-time codes, which sign-in requires once `totp_confirmed_at` is set. */
    totpSecret: bytes(),
    totpConfirmedAt: instant(),
    /** Time step of the last used code, so that no code works twice. */
    totpLastStep: bigint({ mode: 'number' }),
    disabledAt: instant(),
    lastLoginAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('operators_email_key').on(t.email),
    check('operators_email_form', sql`${t.email} = lower(btrim(${t.email})) and length(${t.email}) <= 254`),
    check('operators_role_known', sql`${t.role} in ('reviewer','editor','admin')`),
  ],
);

/** A signed-in browser. Only the SHA-256 of the cookie's token is stored. */
export const operatorSessions = pgTable(
  'operator_sessions',
  {
    tokenHash: bytes().primaryKey(),
    operatorId: uuid().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** Renewed while the operator works. A session ends 30 minutes after it, or 12 hours after `created_at`. */
    lastSeenAt: instant().notNull().defaultNow(),
    /** What the operator signed in with. */
    beganBy: text({ enum: SIGN_INS }).notNull().default('password'),
    /** Ends an emergency session earlier than others. */
    endsAt: instant(),
  },
  (t) => [
    reference('operator_sessions_operator_id_fkey', t.operatorId, operators.id).onDelete('cascade'),
    index('operator_sessions_operator_id_idx').on(t.operatorId, t.createdAt),
    check('operator_sessions_token_hash_length', sql`length(${t.tokenHash}) = 32`),
    check('operator_sessions_began_by_known', sql`${t.beganBy} in ('password','provider','emergency')`),
  ],
);

/** Who an operator is at a provider of OpenID Connect. An e-mail may change hands there; this does not. */
export const operatorIdentities = pgTable(
  'operator_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    operatorId: uuid().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'operator_identities_pkey', columns: [t.issuer, t.subject] }),
    reference('operator_identities_operator_id_fkey', t.operatorId, operators.id).onDelete('cascade'),
    index('operator_identities_operator_id_idx').on(t.operatorId),
    check('operator_identities_length', sql`length(${t.issuer}) <= 500 and length(${t.subject}) <= 255`),
  ],
);

/** Lets an operator in without the provider, by a code that works once. Only the SHA-256 of the code is stored. */
export const operatorEmergencies = pgTable(
  'operator_emergencies',
  {
    operatorId: uuid().primaryKey(),
    codeHash: bytes().notNull(),
    openedAt: instant().notNull().defaultNow(),
    /** The end of the code, and of the session that it begins. */
    endsAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    reference('operator_emergencies_operator_id_fkey', t.operatorId, operators.id).onDelete('cascade'),
    unique('operator_emergencies_code_hash_key').on(t.codeHash),
    check('operator_emergencies_code_hash_length', sql`length(${t.codeHash}) = 32`),
  ],
);

/** Addresses (keyed hashes) of an operator's sign-ins. They are not locked by failures from other addresses. */
export const operatorAddresses = pgTable(
  'operator_addresses',
  {
    operatorId: uuid().notNull(),
    addressHash: bytes().notNull(),
    signedInAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'operator_addresses_pkey', columns: [t.operatorId, t.addressHash] }),
    reference('operator_addresses_operator_id_fkey', t.operatorId, operators.id).onDelete('cascade'),
    check('operator_addresses_hash_length', sql`length(${t.addressHash}) = 32`),
  ],
);

/** Ready-made reasons for rejections, ordered by `place`. A rejected submission keeps its text. */
export const rejectReasons = pgTable(
  'reject_reasons',
  {
    id: uuid().primaryKey(),
    text: text().notNull(),
    place: integer().notNull(),
    retiredAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [index('reject_reasons_place_idx').on(t.place, t.id)],
);

/** Not used: processes of releases before this one still read it, so a later release drops it. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    list: text().notNull(),
    name: text().notNull(),
    params: jsonb().$type<Record<string, string>>().notNull(),
    isShared: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    reference('saved_views_owner_id_fkey', t.ownerId, operators.id).onDelete('cascade'),
    unique('saved_views_owner_id_list_name_key').on(t.ownerId, t.list, t.name),
    index('saved_views_shared_idx')
      .on(t.list)
      .where(sql`is_shared`),
    check('saved_views_name_length', sql`length(${t.name}) between 1 and 80`),
  ],
);
