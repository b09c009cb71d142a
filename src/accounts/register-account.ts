import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../db/client.ts';
import { saveAuditEntry } from '../operators/audit/audit-store.ts';
import { ApiError } from '../http/api-error.ts';
import type { NewKey } from './account-contract.ts';
import { findAccount, findAccountByEmail, saveAccount } from './account-store.ts';
import { issueKey } from './keys/change-keys.ts';
import { normaliseEmail } from './email-address.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findPasswordWeakness } from './passwords/password-rules.ts';

export const KEY_NOTICE =
  'Keep this key: it is not shown again. A lost one is replaced at /account/regenerate.';

const TIER = 'registered';

/**
 * A new account with its first key. However many register one e-mail at once, one of them gets it.
 * @throws ApiError `invalid_email`, `weak_password`, `email_taken`, and `unavailable` from the hasher
 */
export async function registerAccount(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  given: { email: string; password: string; requestId: string },
): Promise<NewKey> {
  const email = normaliseEmail(given.email);
  if (!email) throw new ApiError('invalid_email', 'This is not an e-mail address that can be used here.');
  const weakness = findPasswordWeakness(given.password, email);
  if (weakness) throw new ApiError('weak_password', weakness);
  // Most repetitions are told apart here, without the work of a hash; a race is decided by the insert below.
  if (await findAccountByEmail(db, email)) throw emailTaken();
  const passwordHash = await passwords.hash(given.password);
  return await db.transaction(async (tx) => {
    const id = uuidV7();
    if (!(await saveAccount(tx, { id, email, passwordHash, tier: TIER }))) throw emailTaken();
    const author = { actor: `account:${id}`, requestId: given.requestId };
    await saveAuditEntry(tx, author, {
      action: 'account.registered',
      entity: 'account',
      entityId: id,
      after: { tier: TIER },
    });
    const apiKey = await issueKey(tx, id, author);
    return await describeNewKey(tx, id, apiKey);
  });
}

/** The only answer that holds the key itself. */
export async function describeNewKey(db: Db | Tx, accountId: string, apiKey: string): Promise<NewKey> {
  const account = await findAccount(db, accountId);
  if (!account) throw new Error(`account ${accountId} has no key`);
  const { email, ...rest } = account;
  return { email, api_key: apiKey, ...rest, notice: KEY_NOTICE };
}

function emailTaken(): ApiError {
  return new ApiError(
    'email_taken',
    'There is an account of this e-mail already. Its key is managed at /account.',
  );
}
