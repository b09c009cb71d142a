import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { NewKey } from './account-contract.ts';
import { findAccount, saveAccount } from './account-store.ts';
import { deleteLapsedAccount, isEmailTaken, saveToken } from './account-token-store.ts';
import { REGISTERED } from '../limits/meter.ts';
import { issueKey } from './keys/change-keys.ts';
import { normaliseEmail } from './email-address.ts';
import { UNCONFIRMED_NOTICE, type EmailConfirmation } from './email-confirmation.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findPasswordWeakness } from './passwords/password-rules.ts';

export const KEY_NOTICE =
  'Keep this key: it is not shown again. A lost one is replaced at /account/regenerate.';

/**
 * A new account with its first key, which waits for the confirmation of the e-mail where that is asked for. However many
 * register one e-mail at once, one of them gets it; who does not confirm in time does not keep it.
 * @throws ApiError `invalid_email`, `weak_password`, `email_taken`, and `unavailable` from the hasher
 */
export async function registerAccount(
  {
    db,
    passwords,
    confirmation,
  }: { db: Db; passwords: PasswordHasher; confirmation?: EmailConfirmation | undefined },
  given: { email: string; password: string; requestId: string },
): Promise<NewKey> {
  const email = normaliseEmail(given.email);
  if (!email) throw new ApiError('invalid_email', 'This is not an e-mail address that can be used here.');
  const weakness = findPasswordWeakness(given.password, email);
  if (weakness) throw new ApiError('weak_password', weakness);
  // Most repetitions are told apart here, without the work of a hash; a race is decided by the insert below.
  if (await isEmailTaken(db, email)) throw emailTaken();
  const passwordHash = await passwords.hash(given.password);
  const awaitsConfirmation = confirmation !== undefined;
  const { answer, token } = await db.transaction(async (tx) => {
    const id = uuidV7();
    const author = { actor: `account:${id}`, requestId: given.requestId };
    const lapsed = await deleteLapsedAccount(tx, email);
    if (lapsed !== undefined) {
      const about = { entity: 'account', entityId: lapsed };
      await saveAuditEntry(tx, author, { action: 'account.lapsed', ...about });
    }
    const account = { id, email, passwordHash, tier: REGISTERED, awaitsConfirmation };
    if (!(await saveAccount(tx, account))) throw emailTaken();
    await saveAuditEntry(tx, author, {
      action: 'account.registered',
      entity: 'account',
      entityId: id,
      after: { tier: REGISTERED },
    });
    const apiKey = await issueKey(tx, id, author);
    return {
      answer: await describeNewKey(tx, id, apiKey),
      token: awaitsConfirmation ? await saveToken(tx, id, 'confirmation') : undefined,
    };
  });
  // After the commit: a mail server that hangs holds neither locks nor this answer.
  if (token) confirmation?.mailLater(email, token);
  return answer;
}

/** The only answer that holds the key itself. */
export async function describeNewKey(db: Db | Tx, accountId: string, apiKey: string): Promise<NewKey> {
  const account = await findAccount(db, accountId);
  if (!account) throw new Error(`account ${accountId} has no key`);
  const { email, ...rest } = account;
  const notice = account.awaits_confirmation ? UNCONFIRMED_NOTICE : KEY_NOTICE;
  return { email, api_key: apiKey, ...rest, notice };
}

function emailTaken(): ApiError {
  return new ApiError(
    'email_taken',
    'There is an account of this e-mail already. Its key is managed at /account.',
  );
}
