import { z } from 'zod';
import { keyFields } from '../../access/accounts/keys/describe-key.ts';
import { senderSchema } from '../senders/sender-contract.ts';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { textWithoutNul } from '../../platform/text/text-contract.ts';

const key = z.object(keyFields);

const accountFields = {
  id: z.uuid(),
  email: z.string(),
  tier: z.string().meta({ example: 'registered' }),
  status: z.enum(['active', 'blocked']),
  created_at: z.iso.datetime(),
  blocked_at: z.iso.datetime().nullable(),
  email_confirmed_at: z.iso.datetime().nullable().meta({
    description: 'When its holder was confirmed to own the e-mail; null: anybody may have registered it',
  }),
  awaits_confirmation: z.boolean().meta({ description: 'Its key is refused until the e-mail is confirmed' }),
  key: key.nullable().meta({ description: 'The active key, else the one that was revoked last' }),
  quota: z.object({
    limit: z.number().int().nullable().meta({ description: 'null: no limit' }),
    used: z.number().int().meta({ description: 'Up to 10 seconds behind' }),
    remaining: z.number().int().nullable(),
  }),
  rate_limit: z.object({ per_minute: z.number().int().nullable().meta({ description: 'null: no limit' }) }),
  calls_today: z.number().int().meta({ description: 'Since midnight UTC' }),
};

export const adminAccountSchema = z.object(accountFields).meta({ id: 'AdminAccount' });

export const adminAccountPageSchema = pageOf(adminAccountSchema).meta({ id: 'AdminAccountPage' });

export const adminAccountDetailSchema = z
  .object({
    ...accountFields,
    keys: z.array(key).meta({ description: 'The last 50, the newest first' }),
    usage_days: z
      .array(z.object({ day: z.iso.date(), calls: z.number().int() }))
      .meta({ description: 'The last 30 days (UTC) that had calls, the newest first' }),
    sender: senderSchema.meta({ description: 'The outcome of its back-flow' }),
  })
  .meta({ id: 'AdminAccountDetail' });

/** Filters of the list of accounts. */
const accountFilters = {
  q: textWithoutNul(254)
    .optional()
    .meta({ description: 'Part of an e-mail address, or the first characters of a key (`pfk_…`)' }),
  tier: textWithoutNul(60).optional(),
  status: z.enum(['active', 'blocked'], { error: 'must be active or blocked' }).optional(),
};

const ACCOUNT_SORTS = [
  '-created',
  'created',
  'email',
  '-email',
  'tier',
  '-tier',
  'calls_today',
  '-calls_today',
] as const;

export const accountListQuerySchema = z.object({
  ...pagingQuery,
  ...accountFilters,
  sort: z
    .enum(ACCOUNT_SORTS, { error: `must be one of ${ACCOUNT_SORTS.join(', ')}` })
    .default('-created')
    .meta({ description: 'Equal values: the newest first' }),
});

export const accountChangeSchema = z
  .strictObject({
    tier: z.string().meta({ maxLength: 60, example: 'partner' }),
    holder_known: z
      .boolean()
      .default(false)
      .meta({ description: 'You know that the holder of the account is the owner of its e-mail' }),
  })
  .meta({ id: 'AccountChange' });

export const handedOverSchema = z
  .object({
    code: z.string().meta({
      description: 'Shown this once: its owner sets a password with it at `/api/v1/account/password`',
    }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'HandedOver' });

export const newKeySchema = z
  .strictObject({
    email: z.string().meta({ maxLength: 254, example: 'shop@example.org' }),
    tier: z.string().meta({ maxLength: 60, example: 'partner' }),
    replace: z.boolean().default(false).meta({ description: 'Revoke the active key of the account' }),
  })
  .meta({ id: 'NewKey' });

export const issuedKeySchema = z
  .object({
    api_key: z.string().meta({ description: 'Shown this once' }),
    account_id: z.uuid(),
    email: z.string(),
    is_new_account: z.boolean(),
    revoked_prefix: z.string().nullable().meta({ description: 'Of the key that it replaces' }),
    password: handedOverSchema,
  })
  .meta({ id: 'IssuedKey' });

export const leakedKeySchema = z
  .strictObject({ key: z.string().meta({ maxLength: 100, description: 'The whole text of the key' }) })
  .meta({ id: 'LeakedKey' });

export const revokedKeySchema = z
  .object({ id: z.uuid(), account_id: z.uuid(), prefix: z.string(), revoked_at: z.iso.datetime() })
  .meta({ id: 'RevokedKey' });

export type AccountListQuery = z.output<typeof accountListQuerySchema>;
export type AdminAccount = z.output<typeof adminAccountSchema>;
export type AdminAccountDetail = z.output<typeof adminAccountDetailSchema>;
