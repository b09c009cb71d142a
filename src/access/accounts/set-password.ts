import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { saveNewPassword } from './account-store.ts';
import { findTokenAccount, takeToken } from './account-token-store.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findPasswordWeakness } from './passwords/password-rules.ts';

/**
 * Sets the password of the account that an operator has handed over, with its code. Returns the e-mail.
 * @throws ApiError `invalid_credentials` for a code that is wrong, used or too old, `weak_password`, and `unavailable`
 * from the hasher
 */
export async function setPassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  given: { code: string; password: string; requestId: string },
): Promise<string> {
  const found = await findTokenAccount(db, 'password', given.code);
  if (!found) throw wrongCode();
  const weakness = findPasswordWeakness(given.password, found.email);
  if (weakness) throw new ApiError('weak_password', weakness);
  const passwordHash = await passwords.hash(given.password);
  return await db.transaction(async (tx) => {
    const account = await takeToken(tx, 'password', given.code);
    if (!account) throw wrongCode();
    await saveNewPassword(tx, account.id, passwordHash);
    const author = { actor: `account:${account.id}`, requestId: given.requestId };
    const about = { entity: 'account', entityId: account.id };
    await saveAuditEntry(tx, author, { action: 'account.password_set', ...about });
    return account.email;
  });
}

function wrongCode(): ApiError {
  return new ApiError('invalid_credentials', 'This code is wrong, was used, or is too old.');
}
