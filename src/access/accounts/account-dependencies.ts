import type { Logger } from 'pino';
import type { EmailConfirmation } from './email-confirmation.ts';
import type { KeyCheck } from './keys/key-check.ts';
import type { PasswordReset } from './password-reset.ts';
import type { CredentialCheck } from './passwords/check-credentials.ts';
import type { RegistrationLimits } from './registration-limits.ts';

/**
 * Counts a change of an account. Those by its key count apart from those by its owner, who gave the password: a leaked
 * key cannot use up what replacing it takes.
 * @throws ApiError `rate_limited` after too many in a day
 */
export type AdmitChange = (accountId: string, by: 'key' | 'owner') => Promise<void>;

export interface AccountDependencies extends CredentialCheck {
  registrationLimits: RegistrationLimits;
  /** Undefined: a key works as soon as it is registered. */
  confirmation: EmailConfirmation | undefined;
  /** Undefined when the service sends no mails. */
  passwordReset: PasswordReset | undefined;
  keyCheck: KeyCheck;
  admitChange: AdmitChange;
  /** Returns the calls an account has used, from the counters. They run up to 10 s ahead of the database. */
  findUsed: (accountId: string) => Promise<number>;
  logger: Logger;
}
