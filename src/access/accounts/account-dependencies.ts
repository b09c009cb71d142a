import type { Logger } from 'pino';
import type { EmailConfirmation } from './email-confirmation.ts';
import type { KeyCheck } from './keys/key-check.ts';
import type { PasswordReset } from './password-reset.ts';
import type { CredentialCheck } from './passwords/check-credentials.ts';
import type { RegistrationLimits } from './registration-limits.ts';

export interface AccountDependencies extends CredentialCheck {
  registrationLimits: RegistrationLimits;
  /** Undefined: a key works as soon as it is registered. */
  confirmation: EmailConfirmation | undefined;
  /** Undefined when the service sends no mails. */
  passwordReset: PasswordReset | undefined;
  keyCheck: KeyCheck;
  /** @throws ApiError `rate_limited` after too many changes of the account in a day */
  admitChange: (accountId: string) => Promise<void>;
  /** Returns the calls an account has used, from the counters. They run up to 10 s ahead of the database. */
  findUsed: (accountId: string) => Promise<number>;
  logger: Logger;
}
