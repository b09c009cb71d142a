import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { KeepAnswer } from '../../platform/http/idempotency/run-once.ts';
import type { NewKey } from './account-contract.ts';
import { findAccount, findAccountByEmail, saveAccount, type StoredAccount } from './account-store.ts';
import { deleteLapsedAccount, isEmailTaken, saveToken, type AccountToken } from './account-token-store.ts';
import { REGISTERED } from '../limits/meter.ts';
import { issueKey } from './keys/change-keys.ts';
import { normaliseEmail } from './email-address.ts';
import { UNCONFIRMED_NOTICE, type EmailConfirmation } from './email-confirmation.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findPasswordWeakness } from './passwords/password-rules.ts';

export const KEY_NOTICE =
  'Keep this key: it is not shown again. A lost one is replaced at /account/regenerate.';

/**
 * Creates an account with its first key. Of several concurrent registrations of one e-mail, one succeeds. If the
 * service confirms e-mails, the key works after confirmation, and an account not confirmed in time lapses. A taken
 * e-mail then gets the same answer as a new one, with a key that never works, and its owner gets a mail.
 * @throws ApiError `invalid_email`, `weak_password`, `email_taken`, and `unavailable` from the hasher
 */
export async function registerAccount(
  { db, passwords, confirmation }: Registering,
  given: { email: string; password: string; requestId: string },
  keep: KeepAnswer<NewKey>,
): Promise<NewKey> {
  const email = normaliseEmail(given.email);
  if (!email) throw new ApiError('invalid_email', 'This is not an e-mail address that can be used here.');
  const weakness = findPasswordWeakness(given.password, email);
  if (weakness) throw new ApiError('weak_password', weakness);
  // Finds most taken e-mails without the cost of a hash; the insert below decides races.
  if (!confirmation && (await isEmailTaken(db, email))) throw emailTaken();
  const passwordHash = await passwords.hash(given.password);
  const awaitsConfirmation = confirmation !== undefined;
  const id = uuidV7();
  const account = { id, email, passwordHash, tier: REGISTERED, awaitsConfirmation };
  const author = { actor: `account:${id}`, requestId: given.requestId };
  const { answer, token } = await db.transaction(async (tx) => {
    const lapsed = await deleteLapsedAccount(tx, email);
    const isSaved = await saveAccount(tx, account);
    if (lapsed !== undefined) {
      const about = { entity: 'account', entityId: lapsed };
      await saveAuditEntry(tx, author, { action: 'account.lapsed', ...about });
    }
    if (isSaved) return await addFirstKey(tx, account, author, keep);
    if (!confirmation) throw emailTaken();
    return { answer: undefined, token: undefined };
  });
  if (!answer) return await answerLikeNew(db, confirmation, account, { author, keep });
  // Sent after the commit, so that a slow mail server holds neither locks nor this answer.
  if (token) confirmation?.mailLater(email, token);
  return answer;
}

interface Registering {
  db: Db;
  passwords: PasswordHasher;
  confirmation?: EmailConfirmation | undefined;
}

type NewAccount = Pick<StoredAccount, 'id' | 'email' | 'awaitsConfirmation'>;

async function addFirstKey(
  tx: Tx,
  { id, awaitsConfirmation }: NewAccount,
  author: Author,
  keep: KeepAnswer<NewKey>,
): Promise<{ answer: NewKey; token: AccountToken | undefined }> {
  await saveAuditEntry(tx, author, {
    action: 'account.registered',
    entity: 'account',
    entityId: id,
    after: { tier: REGISTERED },
  });
  const apiKey = await issueKey(tx, id, author);
  const answer = await describeNewKey(tx, id, apiKey);
  await keep(tx, answer);
  return { answer, token: awaitsConfirmation ? await saveToken(tx, id, 'confirmation') : undefined };
}

/** Rolls back a transaction whose account is not kept. */
class NotKept extends Error {
  readonly answer: NewKey;

  constructor(answer: NewKey) {
    super('this account is not kept');
    this.answer = answer;
  }
}

/** Takes the steps of a registration under an impossible e-mail and rolls them back, so that the timing is the same. */
async function answerLikeNew(
  db: Db,
  confirmation: EmailConfirmation | undefined,
  account: NewAccount & Pick<StoredAccount, 'passwordHash' | 'tier'>,
  { author, keep }: { author: Author; keep: KeepAnswer<NewKey> },
): Promise<NewKey> {
  const owner = await findAccountByEmail(db, account.email);
  if (owner) confirmation?.mailTakenLater(owner);
  try {
    return await db.transaction(async (tx) => {
      await saveAccount(tx, { ...account, email: account.id });
      throw new NotKept((await addFirstKey(tx, account, author, keep)).answer);
    });
  } catch (error) {
    if (error instanceof NotKept) return { ...error.answer, email: account.email };
    throw error;
  }
}

/** Returns the only answer that contains the key itself. */
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
