import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { listenForKeyChanges } from './key-changes.ts';
import { createKeyCheck, type KeyCheck } from './key-check.ts';
import { createLoginGuard, type LoginGuard } from './login-guard.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';

export interface Accounts {
  passwords: PasswordHasher;
  loginGuard: LoginGuard;
  keyCheck: KeyCheck;
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
  const keyCheck = createKeyCheck({ db, logger });
  const changes = listenForKeyChanges({ databaseUrl, onChange: keyCheck.forget, logger });
  return {
    passwords: createPasswordHasher(),
    loginGuard: createLoginGuard(redis),
    keyCheck,
    async close() {
      redis?.disconnect();
      await changes.close();
    },
  };
}
