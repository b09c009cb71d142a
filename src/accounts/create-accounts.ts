import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { createContributionLimits, type ContributionLimits } from '../contributions/contribution-limits.ts';
import { hashAddress } from '../limits/meter.ts';
import { findAddressSecret } from '../limits/usage-store.ts';
import { listenForKeyChanges } from './keys/key-changes.ts';
import { createKeyCheck, type KeyCheck } from './keys/key-check.ts';
import { createLoginGuard, LOGIN_GUARD_FIGURES, type LoginGuard } from './passwords/login-guard.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';

export interface Accounts {
  passwords: PasswordHasher;
  loginGuard: LoginGuard;
  /** The same for operators, whose failures count for themselves. */
  operatorGuard: LoginGuard;
  keyCheck: KeyCheck;
  /** Of addresses that contribute without a key. */
  contributionLimits: ContributionLimits;
  close(): Promise<void>;
}

export interface AccountsOptions {
  db: Db;
  databaseUrl: string;
  /** Attempts to log in are counted there when it is given, for all processes together. */
  redisUrl: string | undefined;
  logger: Logger;
}

/** What accounts and keys need of a process. It does not fail when the database or Redis is away. */
export function createAccounts({ db, databaseUrl, redisUrl, logger }: AccountsOptions): Accounts {
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
  let secret: Buffer | undefined;
  // Redis holds no address, only what nobody can turn back into one.
  const nameAddress = async (address: string): Promise<string> => {
    secret ??= await findAddressSecret(db);
    if (!secret) throw new Error('this installation has no key for address hashes: migrate its database');
    return hashAddress(address, secret);
  };
  const keyCheck = createKeyCheck({ db, logger });
  const changes = listenForKeyChanges({ databaseUrl, onChange: keyCheck.forget, logger });
  return {
    passwords: createPasswordHasher(),
    loginGuard: createLoginGuard(redis, LOGIN_GUARD_FIGURES, nameAddress),
    operatorGuard: createLoginGuard(redis, LOGIN_GUARD_FIGURES, nameAddress, 'operator-login'),
    keyCheck,
    contributionLimits: createContributionLimits(redis, nameAddress),
    async close() {
      redis?.disconnect();
      await changes.close();
    },
  };
}
