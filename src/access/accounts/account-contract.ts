import { z } from 'zod';
import { MAX_TYPED_CHARACTERS } from './email-address.ts';
import { keyFields } from './keys/describe-key.ts';
import { LEAST_CHARACTERS, MAX_CHARACTERS } from './passwords/password-rules.ts';

const email = z.string().meta({
  format: 'email',
  maxLength: MAX_TYPED_CHARACTERS,
  description: 'Upper and lower case are the same',
  example: 'ada@example.org',
});

export const registrationSchema = z
  .strictObject({
    email,
    password: z.string().meta({
      format: 'password',
      minLength: LEAST_CHARACTERS,
      maxLength: MAX_CHARACTERS,
      description: 'Any characters. The commonest passwords and the e-mail itself are refused.',
    }),
  })
  .meta({ id: 'Registration' });

export const credentialsSchema = z
  .strictObject({ email, password: z.string().meta({ format: 'password' }) })
  .meta({ id: 'Credentials' });

const code = z.string().max(200).meta({ description: 'Can be used once' });

export const confirmationSchema = z.strictObject({ code }).meta({ id: 'Confirmation' });

export const confirmedSchema = z.object({ email, confirmed: z.literal(true) }).meta({ id: 'Confirmed' });

export const confirmationMailSchema = z
  .object({ email, expires_at: z.iso.datetime().meta({ description: 'When the mailed code expires' }) })
  .meta({ id: 'ConfirmationMail' });

export const newPasswordSchema = z
  .strictObject({ code, password: registrationSchema.shape.password })
  .meta({ id: 'NewPassword' });

export const passwordSetSchema = z.object({ email }).meta({ id: 'PasswordSet' });

const { id, prefix, ...keyState } = keyFields;
const accountFields = {
  key: z
    .object({
      id,
      prefix,
      tier: z.string().meta({ example: 'registered' }),
      ...keyState,
    })
    .meta({ description: 'The active key, else the one that was revoked last' }),
  quota: z
    .object({
      limit: z.number().int().nullable().meta({ description: 'null: no limit' }),
      used: z.number().int(),
      remaining: z.number().int().nullable(),
    })
    .meta({ description: 'Calls over the lifetime of the account; a new key does not reset the count' }),
  rate_limit: z.object({
    per_minute: z.number().int().nullable().meta({ description: 'null: no limit', example: 600 }),
  }),
  awaits_confirmation: z
    .literal(true)
    .optional()
    .meta({ description: 'Only while the key is refused because the e-mail is not confirmed' }),
};

export const accountSchema = z.object({ email, ...accountFields }).meta({ id: 'Account' });

const newKeyFields = {
  email,
  api_key: z.string().meta({
    description: 'The key itself. It is shown this once: only a hash of it is stored.',
    pattern: '^pfk_[0-9A-Za-z]{36}$',
    example: 'pfk_3vQxW0u7TnB2sKdR9eYhL5mCzA8gJp1DfQ4x',
  }),
  ...accountFields,
  notice: z.string(),
};

export const newKeySchema = z.object(newKeyFields).meta({ id: 'NewKey' });

export const regeneratedKeySchema = z
  .object({
    ...newKeyFields,
    revoked_key_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The key that is refused from now on; null when none was active' }),
  })
  .meta({ id: 'RegeneratedKey' });

export type Account = z.output<typeof accountSchema>;
export type NewKey = z.output<typeof newKeySchema>;
