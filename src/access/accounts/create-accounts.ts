import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { createSubmissionLimits, type SubmissionLimits } from '../limits/submission-limits.ts';
import { createAddresses, type Addresses } from '../limits/addresses.ts';
import { createCounter, take } from '../limits/counter.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { Hearer } from '../../platform/db/notifications/notification-listener.ts';
import { createKeyCheck, type KeyCheck } from './keys/key-check.ts';
import { KEY_CHANGES } from './keys/key-store.ts';
import { createEmailConfirmation, type EmailConfirmation } from './email-confirmation.ts';
import { createLoginGuard, type LoginGuard } from './passwords/login-guard.ts';
import { createPasswordReset, type PasswordReset } from './password-reset.ts';
import { createSignInGuard, type SignInGuard } from '../operators/sessions/sign-in-guard.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
import {
  createRegistrationLimits,
  type RegistrationFigures,
  type RegistrationLimits,
} from './registration-limits.ts';

interface Accounts {
  passwords: PasswordHasher;
  /** A lane of their own: however many register or log in, operators get in. */
  operatorPasswords: PasswordHasher;
  loginGuard: LoginGuard;
  operatorGuard: SignInGuard;
  registrationLimits: RegistrationLimits;
  /** Where a key waits until its e-mail is confirmed. */
  confirmation: EmailConfirmation | undefined;
  /** Mails codes for new passwords. */
  passwordReset: PasswordReset | undefined;
  keyCheck: KeyCheck;
  /** @throws ApiError `rate_limited` when the account was changed too often in a day */
  admitChange: (accountId: string) => Promise<void>;
  /** Makes a change of keys in another process felt at once; the key check forgets by itself within a second. */
  keyChanges: Hearer;
  addresses: Addresses;
  /** Of addresses that contribute without a key. */
  submissionLimits: SubmissionLimits;
  close(): void;
}

interface AccountsOptions {
  db: Db;
  /** Attempts to log in are counted there when it is given, for all processes together. */
  redisUrl: string | undefined;
  registrations: RegistrationFigures;
  /** With it, a key works only after its e-mail is confirmed. */
  mail: { smtpUrl: string; from: string; publicUrl: string } | undefined;
  logger: Logger;
}

/** Codes that an account may ask for again. */
const MAILS = { most: 5, seconds: 3_600 };

/** New keys, and webhooks that are made or changed: each leaves a row of the audit log, which is never shortened. */
export const ACCOUNT_CHANGES = { most: 50, seconds: 86_400 };

/** What accounts and keys need of a process. It does not fail when the database or Redis is away. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { db, redisUrl, logger } = options;
  const redis = redisUrl
    ? new Redis(redisUrl, {
        // Without an answer at once the attempts are counted in this process.
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        commandTimeout: 100,
        connectTimeout: 500,
        autoResendUnfulfilledCommands: false,
        retryStrategy: () => 200,
      })
    : undefined;
  // Without a listener a lost connection would end the process; each command reports its own failure.
  redis?.on('error', () => undefined);
  const addresses = createAddresses(db);
  const { mail } = options;
  const mailer = mail && createMailer({ url: mail.smtpUrl, from: mail.from });
  const mails = createCounter(redis, 'mails:account', MAILS);
  const changes = createCounter(redis, 'changes:account', ACCOUNT_CHANGES);
  const keyCheck = createKeyCheck({ db, logger });
  const mailing = mail &&
    mailer && {
      mailer,
      publicUrl: mail.publicUrl,
      admitMail: async (accountId: string) =>
        void (await take(mails, accountId, 'Too many mails were asked for.')),
      logger,
    };
  return {
    passwords: createPasswordHasher(),
    operatorPasswords: createPasswordHasher(),
    loginGuard: createLoginGuard(redis, addresses),
    operatorGuard: createSignInGuard(redis, addresses),
    registrationLimits: createRegistrationLimits(redis, addresses, options.registrations),
    confirmation: mailing && createEmailConfirmation(mailing),
    passwordReset: mailing && createPasswordReset({ ...mailing, db }),
    keyCheck,
    addresses,
    admitChange: async (accountId) =>
      void (await take(changes, accountId, 'This account was changed too often in a day.')),
    keyChanges: { channel: KEY_CHANGES, onChange: keyCheck.forget, onGap: keyCheck.forget },
    submissionLimits: createSubmissionLimits(redis, addresses),
    close() {
      mailer?.close();
      redis?.disconnect();
    },
  };
}
