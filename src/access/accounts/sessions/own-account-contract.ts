import { z } from 'zod';
import { plainText } from '../../../platform/text/text-contract.ts';
import { accountSchema, credentialsSchema } from '../account-contract.ts';

export const LONGEST_KEY_NAME = 60;

/** An empty name removes the name. */
export const keyNameSchema = z.strictObject({ name: z.union([z.literal(''), plainText(LONGEST_KEY_NAME)]) });

export const ownKeyReplacementSchema = z.strictObject({
  password: credentialsSchema.shape.password,
  name: keyNameSchema.shape.name,
});

export const emailOnlySchema = credentialsSchema.pick({ email: true });

/** The account as its signed-in owner sees it. */
export const ownAccountSchema = accountSchema.extend({
  keys: z
    .array(
      z.object({
        name: z.string().nullable(),
        prefix: z.string(),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().nullable(),
        revoked_at: z.iso.datetime().nullable(),
      }),
    )
    .meta({ description: 'The newest first' }),
  days: z
    .array(z.object({ day: z.iso.date(), calls: z.int() }))
    .meta({ description: 'The last 30 days in UTC, the oldest first, each with its calls' }),
});

export type OwnAccount = z.output<typeof ownAccountSchema>;
