import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { createSubmissionLimits, type SubmissionLimits } from '../limits/submission-limits.ts';
import type { AdmitChange } from './account-dependencies.ts';
import { createAddresses, type Addresses } from '../limits/addresses.ts';
import { createCounter, take } from '../limits/counter.ts';
import { ACCOUNT_FIGURES } from '../limits/limits.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { Subscription } from '../../platform/db/notifications/notification-listener.ts';
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
  /** A separate hasher, so that a flood of registrations and logins cannot keep operators out. */
  operatorPasswords: PasswordHasher;
  loginGuard: LoginGuard;
  operatorGuard: SignInGuard;
  registrationLimits: RegistrationLimits;
  /** Undefined when keys work without a confirmed e-mail. */
  confirmation: EmailConfirmation | undefined;
  /** Mails codes for new passwords. */
  passwordReset: PasswordReset | undefined;
  keyCheck: KeyCheck;
  /** See `AccountDependencies`. */
  admitChange: AdmitChange;
  /** Drops cached keys when another process changes one. Without it, cached keys expire within a second. */
  keyChanges: Subscription;
  addresses: Addresses;
  /** Limits submissions from addresses without a key. */
  submissionLimits: SubmissionLimits;
  close(): void;
}

interface AccountsOptions {
  db: Db;
  /** Counts login attempts for all processes together. Without it, each process counts its own. */
  redisUrl: string | undefined;
  registrations: RegistrationFigures;
  /** When given, a key works only after its e-mail is confirmed. */
  mail: { smtpUrl: string; from: string; publicUrl: string } | undefined;
  logger: Logger;
}

/** Creates the services for accounts and keys. Succeeds even while the database or Redis is down. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { db, redisUrl, logger } = options;
  const redis = redisUrl
    ? new Redis(redisUrl, {
        // Fail at once, so that attempts are counted in this process instead.
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
  const mails = createCounter(redis, 'mails:account', ACCOUNT_FIGURES.mails);
  const changes = {
    key: createCounter(redis, 'changes:key', ACCOUNT_FIGURES.webhooks),
    owner: createCounter(redis, 'changes:owner', ACCOUNT_FIGURES.keys),
  };
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
    admitChange: async (accountId, by) =>
      void (await take(changes[by], accountId, 'This account was changed too often in a day.')),
    keyChanges: { channel: KEY_CHANGES, onChange: keyCheck.forget, onGap: keyCheck.forget },
    submissionLimits: createSubmissionLimits(redis, addresses),
    close() {
      mailer?.close();
      redis?.disconnect();
    },
  };
}
