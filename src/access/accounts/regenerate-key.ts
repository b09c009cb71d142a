import type { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { regeneratedKeySchema } from './account-contract.ts';
import { lockAccount, type StoredAccount } from './account-store.ts';
import { issueKey, revokeActiveKey } from './keys/change-keys.ts';
import { describeNewKey } from './register-account.ts';

/**
 * Revokes the active key of an account and issues a new one, both or neither. Parallel calls take turns at the
 * account's row: the last one's key is the active one. A password that was replaced since it was checked, as when an
 * operator hands the account over, has been checked in vain.
 * @throws ApiError `forbidden` when an operator has blocked the account, `invalid_credentials`
 */
export async function regenerateKey(
  db: Db,
  { id: accountId, passwordHash }: StoredAccount,
  requestId: string,
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
    const apiKey = await issueKey(tx, accountId, author);
    return { ...(await describeNewKey(tx, accountId, apiKey)), revoked_key_id: revoked?.id ?? null };
  });
}
