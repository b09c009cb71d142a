import type { Logger } from 'pino';
import type { EmailConfirmation } from './email-confirmation.ts';
import type { KeyCheck } from './keys/key-check.ts';
import type { PasswordReset } from './password-reset.ts';
import type { CredentialCheck } from './passwords/check-credentials.ts';
import type { RegistrationLimits } from './registration-limits.ts';

export interface AccountDependencies extends CredentialCheck {
  registrationLimits: RegistrationLimits;
  /** Undefined: a key works from its registration on. */
  confirmation: EmailConfirmation | undefined;
  /** Undefined: the service sends no mails. */
  passwordReset: PasswordReset | undefined;
  keyCheck: KeyCheck;
  /** @throws ApiError `rate_limited` when the account was changed too often in a day */
  admitChange: (accountId: string) => Promise<void>;
  /** Calls an account has used, where they are counted: up to 10 s ahead of the database. */
  findUsed: (accountId: string) => Promise<number>;
  logger: Logger;
}
