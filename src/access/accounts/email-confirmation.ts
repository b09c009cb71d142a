import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { lockAccount, saveConfirmation } from './account-store.ts';
import { saveToken, takeToken, type AccountToken } from './account-token-store.ts';
import { notifyKeyChange } from './keys/key-store.ts';

export const UNCONFIRMED_NOTICE =
  'Keep this key: it is not shown again. It works once your e-mail is confirmed: a code is being sent there. ' +
  'When no mail comes, ask for another one at /account/confirmation.';

export interface EmailConfirmation {
  /** Sends the code of a new account, after the commit. Returns at once; tries three times and logs a failure. */
  mailLater(email: string, token: AccountToken): void;
  /** @throws the mail server's error, and when it does not answer in time */
  mail(email: string, token: AccountToken): Promise<void>;
  /** @throws ApiError `rate_limited` when this account was sent too many mails */
  admitMail(accountId: string): Promise<void>;
}

export interface EmailConfirmationOptions {
  mailer: Mailer;
  /** Where callers reach the API. */
  publicUrl: string;
  admitMail: EmailConfirmation['admitMail'];
  logger: Logger;
}

export function createEmailConfirmation(options: EmailConfirmationOptions): EmailConfirmation {
  const { mailer, admitMail, logger } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  return {
    mailLater: (email, token) =>
      void mailer.sendPatiently(buildMail(email, token, publicUrl)).catch((error: unknown) => {
        logger.warn(
          { err: error },
          'a code to confirm an e-mail was not sent; its owner can ask for another',
        );
      }),
    mail: (email, token) => mailer.send(buildMail(email, token, publicUrl)),
    admitMail,
  };
}

/**
 * Sends another code to an account that waits for its confirmation; the one before is of no use from then on.
 * @throws ApiError `invalid_state` when it does not wait, `rate_limited`, and `unavailable` when the mail cannot be sent
 */
export async function sendConfirmationAgain(
  { db, confirmation }: { db: Db; confirmation: EmailConfirmation | undefined },
  accountId: string,
): Promise<{ email: string; expires_at: string }> {
  const { email, token } = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.awaitsConfirmation)
      throw new ApiError('invalid_state', 'This account waits for no confirmation.');
    if (!confirmation)
      throw new ApiError('invalid_state', 'This service sends no mails now. Ask its operator for a key.');
    await confirmation.admitMail(accountId);
    return { email: account.email, token: await saveToken(tx, accountId, 'confirmation') };
  });
  try {
    await confirmation?.mail(email, token);
  } catch (error) {
    throw new ApiError('unavailable', 'The mail could not be sent. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
      cause: error,
    });
  }
  return { email, expires_at: token.expiresAt.toISOString() };
}

/**
 * Makes the keys of an account work: the code shows that its holder reads mail there. Returns the e-mail.
 * @throws ApiError `invalid_credentials` for a code that is wrong, used or too old
 */
export async function confirmEmail(db: Db, code: string, requestId: string): Promise<string> {
  return await db.transaction(async (tx) => {
    const account = await takeToken(tx, 'confirmation', code);
    if (!account) throw new ApiError('invalid_credentials', 'This code is wrong, was used, or is too old.');
    await saveConfirmation(tx, account.id);
    const author = { actor: `account:${account.id}`, requestId };
    const about = { entity: 'account', entityId: account.id };
    await saveAuditEntry(tx, author, { action: 'account.email_confirmed', ...about });
    await notifyKeyChange(tx);
    return account.email;
  });
}

function buildMail(to: string, { text, expiresAt }: AccountToken, publicUrl: string): Mail {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to,
    subject: 'Confirm your e-mail for your API key',
    text: [
      `This e-mail was registered for an API key at ${publicUrl}. If it was you, confirm it before ${until}:`,
      '',
      `Open ${publicUrl}/account/confirm and enter ${text}`,
      '',
      'or call',
      '',
      `curl -X POST '${publicUrl}/api/v1/account/confirm' -H 'Content-Type: application/json' \\`,
      `  -d '{"code": "${text}"}'`,
      '',
      'If it was not you, do nothing: without this code the key never works, and the registration lapses.',
      '',
    ].join('\n'),
  };
}
