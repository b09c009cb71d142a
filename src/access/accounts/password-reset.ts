import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { trimRoot } from '../../platform/http/requests/public-root.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { findAccountByEmail } from './account-store.ts';
import { findTokenEnd, saveToken, type AccountToken } from './account-token-store.ts';
import { normaliseEmail } from './email-address.ts';

/** Shorter than for a code that an operator hands over. */
const HOURS = 1;

export interface PasswordReset {
  /** Mails a code to the account with this e-mail, if any. Returns at once, so that its timing reveals nothing. */
  mailCodeLater(email: string): void;
}

interface PasswordResetOptions {
  db: Db;
  mailer: Pick<Mailer, 'sendWithRetries'>;
  /** Public base URL of the service. */
  publicUrl: string;
  /** @throws ApiError `rate_limited` after too many mails to this account */
  admitMail: (accountId: string) => Promise<void>;
  logger: Logger;
}

export function createPasswordReset(options: PasswordResetOptions): PasswordReset {
  const { db, mailer, admitMail, logger } = options;
  const publicUrl = trimRoot(options.publicUrl);
  const mailCode = async (email: string) => {
    const account = await findAccountByEmail(db, email);
    // An account that awaits confirmation has a confirmation code instead.
    if (!account || account.awaitsConfirmation) return;
    await admitMail(account.id);
    const token = await db.transaction((tx) => saveToken(tx, account.id, 'password', HOURS));
    await mailer.sendWithRetries(buildMail(email, token, publicUrl));
  };
  return {
    mailCodeLater: (email) =>
      void mailCode(email).catch((error: unknown) => {
        logger.warn({ err: error }, 'a code for a new password was not sent; its owner can ask for another');
      }),
  };
}

/**
 * Mails a code that sets a new password. The answer is the same whether or not the account exists.
 * @throws ApiError `invalid_state` when the service sends no mails
 */
export function sendPasswordCode(
  { passwordReset }: { passwordReset: PasswordReset | undefined },
  given: string,
): { email: string; expires_at: string } {
  if (!passwordReset)
    throw new ApiError('invalid_state', 'This service sends no mails. Ask its operator for a code.');
  const email = normaliseEmail(given);
  if (email) passwordReset.mailCodeLater(email);
  return { email: email ?? given, expires_at: findTokenEnd('password', HOURS).toISOString() };
}

function buildMail(to: string, { text, expiresAt }: AccountToken, publicUrl: string): Mail {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to,
    subject: 'Set a new password for your API account',
    text: [
      `A new password was requested for your account at ${publicUrl}. If you requested it, set one before ${until}:`,
      '',
      `Open ${publicUrl}/account/password and enter ${text}`,
      '',
      'If you did not, do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
