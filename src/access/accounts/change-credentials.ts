import type { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { saveNewPassword, lockAccount, type StoredAccount } from './account-store.ts';
import { findTokenAccount, takeToken } from './account-token-store.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findPasswordWeakness } from './passwords/password-rules.ts';
import type { regeneratedKeySchema } from './account-contract.ts';
import { issueKey, revokeActiveKey } from './keys/change-keys.ts';
import { describeNewKey } from './register-account.ts';
import { deleteSessionsOfAccount } from './sessions/account-session-store.ts';

/**
 * Sets an account's password with a code from a mail or an operator, and ends its sessions. Returns the e-mail.
 * @throws ApiError `invalid_credentials` for a wrong, used or expired code, `weak_password`, and `unavailable` from
 * the hasher
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
    await deleteSessionsOfAccount(tx, account.id);
    const author = { actor: `account:${account.id}`, requestId: given.requestId };
    const about = { entity: 'account', entityId: account.id };
    await saveAuditEntry(tx, author, { action: 'account.password_set', ...about });
    return account.email;
  });
}

function wrongCode(): ApiError {
  return new ApiError('invalid_credentials', 'This code is wrong, was used, or is too old.');
}

/**
 * Revokes the active key of an account and issues a new one in one transaction. Parallel calls wait for each other on
 * the account's row, so the last key issued is the active one. Fails if the password was replaced since it was
 * checked, as when an operator hands the account over. `name`: name of the new key, by default that of the old one.
 * @throws ApiError `forbidden` when an operator has blocked the account, `invalid_credentials`
 */
export async function regenerateKey(
  db: Db,
  { id: accountId, passwordHash }: StoredAccount,
  requestId: string,
  name?: string | null,
): Promise<z.input<typeof regeneratedKeySchema>> {
  return await db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.blockedAt) {
      throw new ApiError('forbidden', 'This account is blocked and gets no new key. Ask the operator.');
    }
    if (account.passwordHash !== passwordHash) {
      throw new ApiError('invalid_credentials', 'The password was changed meanwhile.');
    }
    const author = { actor: `account:${accountId}`, requestId };
    const revoked = await revokeActiveKey(tx, accountId, author);
    const apiKey = await issueKey(tx, accountId, author, name === undefined ? revoked?.name : name);
    return { ...(await describeNewKey(tx, accountId, apiKey)), revoked_key_id: revoked?.id ?? null };
  });
}
