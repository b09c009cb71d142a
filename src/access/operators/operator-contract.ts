import { z } from 'zod';
import { MAX_TYPED_CHARACTERS } from '../accounts/email-address.ts';
import { LEAST_CHARACTERS, MAX_CHARACTERS } from '../accounts/passwords/password-rules.ts';
import { pageOf } from '../../platform/http/paging.ts';

const roleSchema = z
  .enum(['reviewer', 'editor', 'admin'])
  .meta({ description: 'Each may do what the one before it may' });

const password = z.string().meta({ format: 'password' });
const newPassword = password.meta({ minLength: LEAST_CHARACTERS, maxLength: MAX_CHARACTERS });
const totpCode = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .meta({ example: '492039' });

/** The caller's own credentials, required for changes of another operator's access. */
const ownProof = {
  own_password: password.optional().meta({
    description:
      'Your own password. Not needed in a session that began without one; that must have begun in the last 10 minutes',
  }),
  own_totp_code: totpCode
    .optional()
    .meta({ description: 'Your own code, if you have turned one-time codes on' }),
};
export const ownProofSchema = z.strictObject(ownProof).meta({ id: 'OwnProof' });
export type OwnProof = z.output<typeof ownProofSchema>;

export const signInSchema = z
  .strictObject({
    email: z.string().meta({ format: 'email', maxLength: MAX_TYPED_CHARACTERS, example: 'ada@example.org' }),
    password,
    totp_code: totpCode.optional().meta({ description: 'Asked for when the operator has turned it on' }),
  })
  .meta({ id: 'SignIn' });

export const emergencySignInSchema = z
  .strictObject({
    code: password.max(100).meta({ description: 'As `npm run operator -- emergency` printed it' }),
  })
  .meta({ id: 'EmergencySignIn' });

export const signInWaysSchema = z
  .object({
    password: z.boolean().meta({ description: 'Whether `POST /login` takes a password' }),
    provider: z
      .object({
        name: z.string().meta({ example: 'Keycloak' }),
        url: z.string().meta({
          description:
            'Where a browser begins to sign in. `return_to`: the page of the console to which it comes back',
          example: 'https://facts.example.org/console/oidc',
        }),
      })
      .nullable()
      .meta({ description: 'The provider of OpenID Connect, if there is one' }),
  })
  .meta({ id: 'SignInWays' });

/** The signed-in operator and the session's expiry. */
export const meSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: roleSchema,
    totp_enabled: z.boolean(),
    csrf_token: z
      .string()
      .meta({ description: 'Sent back as X-CSRF-Token with every write of this session' }),
    session: z.object({
      began_by: z.enum(['password', 'provider', 'emergency']).meta({
        description: '`emergency`: by a code that a command printed',
      }),
      created_at: z.iso.datetime(),
      idle_expires_at: z.iso
        .datetime()
        .meta({ description: 'When it ends unless it is used; known to the minute' }),
      expires_at: z.iso.datetime().meta({ description: 'When it ends in any case' }),
    }),
  })
  .meta({ id: 'Me' });

export const signedOutSchema = z
  .object({
    signed_out: z.literal(true),
    provider_url: z.string().nullable().meta({
      description: 'Where a browser ends its session at the provider, if this session began there',
    }),
  })
  .meta({ id: 'SignedOut' });

export const passwordChangeSchema = z
  .strictObject({ current_password: password, new_password: newPassword })
  .meta({ id: 'PasswordChange' });

export const ownPasswordSchema = z.strictObject({ password }).meta({ id: 'OwnPassword' });

export const totpSetUpSchema = z
  .object({
    secret: z.string().meta({ description: 'In Base32, for typing' }),
    otpauth_uri: z.string().meta({ description: 'The text of the QR code for an authenticator' }),
  })
  .meta({ id: 'TotpSetUp' });

export const totpConfirmationSchema = z.strictObject({ code: totpCode }).meta({ id: 'TotpConfirmation' });

export const totpStateSchema = z.object({ totp_enabled: z.boolean() }).meta({ id: 'TotpState' });

export const sessionListSchema = z
  .object({
    items: z.array(
      z.object({
        is_current: z.boolean(),
        created_at: z.iso.datetime(),
        last_seen_at: z.iso.datetime().meta({ description: 'Known to the minute' }),
        expires_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'SessionList' });

export const endedSessionsSchema = z.object({ ended: z.number().int() }).meta({ id: 'EndedSessions' });

/** An operator in the list for admins. */
export const operatorSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: roleSchema,
    totp_enabled: z.boolean(),
    disabled_at: z.iso.datetime().nullable(),
    last_login_at: z.iso.datetime().nullable(),
    sessions: z.number().int().meta({ description: 'Live sessions: 0 to 3' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Operator' });

export const operatorPageSchema = pageOf(operatorSchema).meta({ id: 'OperatorPage' });

export const newOperatorSchema = z
  .strictObject({
    email: z.string().meta({ format: 'email', maxLength: MAX_TYPED_CHARACTERS }),
    role: roleSchema,
    password: newPassword.meta({ description: 'The first one; the operator changes it at `/me/password`' }),
    ...ownProof,
  })
  .meta({ id: 'NewOperator' });

export const roleChangeSchema = z.strictObject({ role: roleSchema, ...ownProof }).meta({ id: 'RoleChange' });

export const passwordResetSchema = z
  .strictObject({ password: newPassword, ...ownProof })
  .meta({ id: 'PasswordReset' });

export type AdminOperator = z.output<typeof operatorSchema>;
export type Me = z.output<typeof meSchema>;
