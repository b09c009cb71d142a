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
 * The account of this e-mail and password. An unknown e-mail and a wrong password take the same steps, so that
 * neither the answer nor its time tells whether there is an account.
 * @throws ApiError `invalid_credentials`, `rate_limited` after too many failures, `unavailable` from the hasher
 */
export async function checkCredentials(
  { db, passwords, loginGuard }: CredentialCheck,
  given: { email: string; password: string; address: string },
): Promise<StoredAccount> {
  const email = normaliseEmail(given.email);
  const attempt = { email: email ?? given.email, address: given.address };
  const account = await loginGuard.countFailures(attempt, async () => {
    const found = email ? await findAccountByEmail(db, email) : undefined;
    const { matches, newHash } = await passwords.verify(found?.passwordHash, given.password);
    if (!found || !matches) return undefined;
    if (!newHash) return found;
    await savePasswordHash(db, found, newHash);
    return { ...found, passwordHash: newHash };
  });
  if (!account) throw new ApiError('invalid_credentials', 'The e-mail or the password is wrong.');
  return account;
}
