import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { findAccountByEmail, savePasswordHash, type StoredAccount } from '../account-store.ts';
import { normaliseEmail } from '../email-address.ts';
import type { LoginGuard } from './login-guard.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface CredentialCheck {
  db: Db;
  passwords: PasswordHasher;
  loginGuard: LoginGuard;
}

/**
 * Returns the account with this e-mail and password. An unknown e-mail, a wrong password and an unconfirmed account
 * take the same steps, so that neither answer nor timing reveals whether an account exists.
 * @throws ApiError `invalid_credentials`, `rate_limited` after too many failures, `unavailable` from the hasher
 */
export async function checkCredentials(
  deps: CredentialCheck,
  given: GivenCredentials,
): Promise<StoredAccount> {
  const account = await deps.loginGuard.countFailures(attemptOf(given), async () => {
    const found = await findByCredentials(deps, given);
    // An unconfirmed account fails too: only its owner learns, by mail, whether the e-mail was already registered.
    return found?.awaitsConfirmation ? undefined : found;
  });
  if (!account)
    throw new ApiError(
      'invalid_credentials',
      'The e-mail or the password is wrong, or the e-mail is not confirmed.',
    );
  return account;
}

/**
 * Returns the account with this e-mail and password if it awaits confirmation. Every call counts as a failure, so
 * that the limits do not reveal the outcome.
 * @throws ApiError `rate_limited` after too many calls, `unavailable` from the hasher
 */
export async function findWaitingAccount(
  deps: CredentialCheck,
  given: GivenCredentials,
): Promise<StoredAccount | undefined> {
  let waiting: StoredAccount | undefined;
  await deps.loginGuard.countFailures(attemptOf(given), async () => {
    const found = await findByCredentials(deps, given);
    if (found?.awaitsConfirmation) waiting = found;
    return undefined;
  });
  return waiting;
}

interface GivenCredentials {
  email: string;
  password: string;
  address: string;
  /** See `LoginGuard`. */
  knownPlace?: string | undefined;
}

function attemptOf({ email, address, knownPlace }: GivenCredentials) {
  return { email: normaliseEmail(email) ?? email, address, knownPlace };
}

async function findByCredentials(
  { db, passwords }: CredentialCheck,
  given: GivenCredentials,
): Promise<StoredAccount | undefined> {
  const email = normaliseEmail(given.email);
  const found = email ? await findAccountByEmail(db, email) : undefined;
  const { matches, newHash } = await passwords.verify(found?.passwordHash, given.password);
  if (!found || !matches) return undefined;
  if (!newHash) return found;
  await savePasswordHash(db, found, newHash);
  return { ...found, passwordHash: newHash };
}
