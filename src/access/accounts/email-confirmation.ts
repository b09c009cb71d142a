import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { trimRoot } from '../../platform/http/requests/public-root.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { lockAccount, saveConfirmation, type StoredAccount } from './account-store.ts';
import { findTokenEnd, saveToken, takeToken, type AccountToken } from './account-token-store.ts';
import { normaliseEmail } from './email-address.ts';
import { notifyKeyChange } from './keys/key-store.ts';
import { findWaitingAccount, type CredentialCheck } from './passwords/check-credentials.ts';

export const UNCONFIRMED_NOTICE =
  'Keep this key: it is not shown again. It works once your e-mail is confirmed: a mail that says how is being sent there. ' +
  'When no mail comes, ask for another one at /account/confirmation.';

export interface EmailConfirmation {
  /** Mails the code of a new account, after the commit. Returns at once, tries three times and logs a failure. */
  mailLater(email: string, token: AccountToken): void;
  /** Tells an account's owner, like `mailLater`, that the e-mail was registered again. Limited to a few per hour. */
  mailTakenLater(account: Pick<StoredAccount, 'id' | 'email'>): void;
  /** @throws ApiError `rate_limited` after too many mails to this account */
  admitMail(accountId: string): Promise<void>;
}

interface EmailConfirmationOptions {
  mailer: Mailer;
  /** Public base URL of the API. */
  publicUrl: string;
  admitMail: EmailConfirmation['admitMail'];
  logger: Logger;
}

export function createEmailConfirmation(options: EmailConfirmationOptions): EmailConfirmation {
  const { mailer, admitMail, logger } = options;
  const publicUrl = trimRoot(options.publicUrl);
  return {
    mailLater: (email, token) =>
      void mailer.sendWithRetries(buildMail(email, token, publicUrl)).catch((error: unknown) => {
        logger.warn(
          { err: error },
          'a code to confirm an e-mail was not sent; its owner can ask for another',
        );
      }),
    mailTakenLater: ({ id, email }) =>
      void admitMail(id)
        .then(() => mailer.sendWithRetries(buildTakenMail(email, publicUrl)))
        .catch((error: unknown) => {
          logger.debug({ err: error }, 'the owner of an e-mail got no mail about a second registration');
        }),
    admitMail,
  };
}

/**
 * Mails a new code to the account with this e-mail and password if it awaits confirmation. The former code stops
 * working. The answer is the same when no account awaits confirmation or it got too many mails, so that it reveals
 * nothing.
 * @throws ApiError `invalid_state` when the service sends no mails, `rate_limited` after too many calls
 */
export async function sendConfirmationAgain(
  deps: CredentialCheck & { confirmation: EmailConfirmation | undefined },
  given: { email: string; password: string; address: string },
): Promise<{ email: string; expires_at: string }> {
  const { db, confirmation } = deps;
  if (!confirmation)
    throw new ApiError('invalid_state', 'This service sends no mails now. Ask its operator for a key.');
  const waiting = await findWaitingAccount(deps, given);
  const isAdmitted = waiting && (await confirmation.admitMail(waiting.id).then(() => true, isRefusal));
  if (isAdmitted) {
    const token = await db.transaction(async (tx) => {
      const account = await lockAccount(tx, waiting.id);
      return account?.awaitsConfirmation ? await saveToken(tx, waiting.id, 'confirmation') : undefined;
    });
    if (token) confirmation.mailLater(waiting.email, token);
  }
  return {
    email: normaliseEmail(given.email) ?? given.email,
    expires_at: findTokenEnd('confirmation').toISOString(),
  };
}

/** Returns false for `rate_limited` and rethrows other errors. */
function isRefusal(error: unknown): false {
  if (error instanceof ApiError && error.code === 'rate_limited') return false;
  throw error;
}

/**
 * Confirms an account's e-mail, so that its keys work: the code proves that the holder reads mail there. Returns the
 * e-mail.
 * @throws ApiError `invalid_credentials` for a wrong, used or expired code
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

function buildTakenMail(to: string, publicUrl: string): Mail {
  return {
    to,
    subject: 'Your e-mail was registered again for an API key',
    text: [
      `Somebody registered this e-mail for an API key at ${publicUrl}, where it has an account already. Nothing has`,
      'changed, and the key that was shown then does not work.',
      '',
      `If it was you: your account is at ${publicUrl}/account. If you never confirmed it, use the code of the earlier mail, or get`,
      `another one at ${publicUrl}/account/confirmation with the password of the first registration.`,
      '',
      'If it was not you, do nothing.',
      '',
    ].join('\n'),
  };
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
