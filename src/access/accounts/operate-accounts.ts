import { v7 as uuidV7, validate as isUuid } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { tiers } from '../../platform/db/schema/accounts.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import {
  findAccountByEmail,
  lockAccount,
  saveAccount,
  saveAccountBlock,
  saveAccountTier,
  saveConfirmation,
  saveNewPassword,
  type StoredAccount,
} from './account-store.ts';
import { deleteTokens, saveToken, type AccountToken } from './account-token-store.ts';
import { deleteSessionsOfAccount } from './sessions/account-session-store.ts';
import { issueKey, revokeActiveKey } from './keys/change-keys.ts';
import { normaliseEmail } from './email-address.ts';
import { findKey, findKeyByHash, notifyKeyChange, type StoredKey } from './keys/key-store.ts';
import { REGISTERED } from '../limits/meter.ts';
import { hashKey } from './keys/key-text.ts';
import { createUnmatchableHash } from './passwords/password-hash.ts';

/**
 * Issues a key for an account, which is created unless the e-mail has one. A former holder may have registered
 * another person's e-mail, so no earlier secret stays valid: only the returned code sets a password. An active key is
 * replaced only if `replaces` is set.
 * @throws ApiError `invalid_email`; `validation_failed` for an unknown tier; `invalid_state` for a blocked account or
 * an active key that is not to be replaced
 */
export async function issueOperatorKey(
  db: Db,
  given: { email: string; tier: string; replaces: boolean },
  author: Author,
): Promise<{
  apiKey: string;
  accountId: string;
  email: string;
  isNewAccount: boolean;
  revoked: StoredKey | undefined;
  passwordCode: AccountToken;
}> {
  const email = normaliseEmail(given.email);
  if (!email) throw new ApiError('invalid_email', `"${given.email}" is not an e-mail address.`);
  return await db.transaction(async (tx) => {
    await checkTier(tx, given.tier);
    const id = uuidV7();
    const passwordHash = createUnmatchableHash();
    const account = { id, email, passwordHash, tier: given.tier, emailConfirmedAt: new Date() };
    const isNewAccount = await saveAccount(tx, account);
    if (isNewAccount) {
      await saveAccountAudit(tx, 'account.created', id, { tier: given.tier }, author);
      return {
        apiKey: await issueKey(tx, id, author),
        accountId: id,
        email,
        isNewAccount,
        revoked: undefined,
        passwordCode: await saveToken(tx, id, 'password'),
      };
    }
    const existing = await lockNamedAccount(tx, { email });
    if (existing.blockedAt)
      throw new ApiError('invalid_state', `The account of ${email} is blocked: unblock it first.`);
    const { revoked, passwordCode } = await endAccess(tx, existing, author);
    if (revoked && !given.replaces) {
      throw new ApiError(
        'invalid_state',
        `${email} has an active key (${revoked.prefix}…): to revoke it, set replace (--replace).`,
      );
    }
    await changeTier(tx, existing, given.tier, author);
    const accountId = existing.id;
    const apiKey = await issueKey(tx, accountId, author);
    return { apiKey, accountId, email, isNewAccount, revoked, passwordCode };
  });
}

/**
 * Ends an account's key and password, and returns the code with which its owner sets a password. The owner then gets
 * a key at `/account/regenerate`.
 * @throws ApiError `not_found`
 */
export async function handOver(db: Db, name: AccountName, author: Author): Promise<AccountToken> {
  return await db.transaction(async (tx) => {
    const { passwordCode } = await endAccess(tx, await lockNamedAccount(tx, name), author);
    return passwordCode;
  });
}

/** Ends all access. The operator gives the code to the owner of the e-mail, so the holder counts as confirmed. */
async function endAccess(
  tx: Tx,
  { id }: StoredAccount,
  author: Author,
): Promise<{ revoked: StoredKey | undefined; passwordCode: AccountToken }> {
  const revoked = await revokeActiveKey(tx, id, author);
  await saveNewPassword(tx, id, createUnmatchableHash());
  await deleteTokens(tx, id);
  await deleteSessionsOfAccount(tx, id);
  await saveConfirmation(tx, id);
  const passwordCode = await saveToken(tx, id, 'password');
  await saveAccountAudit(tx, 'account.handed_over', id, {}, author);
  return { revoked, passwordCode };
}

/** @throws ApiError `not_found`, and `invalid_state` if the key is revoked already */
export async function revokeKey(db: Db, keyId: string, author: Author): Promise<StoredKey> {
  const key = isUuid(keyId) ? await findKey(db, keyId) : undefined;
  if (!key) throw new ApiError('not_found', `There is no key ${keyId}.`);
  return await revokeFoundKey(db, key, author);
}

/** Revokes a leaked key by its text. Throws as `revokeKey` does. */
export async function revokeLeakedKey(db: Db, keyText: string, author: Author): Promise<StoredKey> {
  const key = await findKeyByHash(db, hashKey(keyText));
  if (!key) throw new ApiError('not_found', 'No account here has this key.');
  return await revokeFoundKey(db, key, author);
}

async function revokeFoundKey(db: Db, key: StoredKey, author: Author): Promise<StoredKey> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, key.accountId);
    // A regeneration may have come first: the active key is then another one, and stays.
    const found = await findKey(tx, key.id);
    if (found?.revokedAt) throw new ApiError('invalid_state', `Key ${key.id} is revoked already.`);
    const revoked = await revokeActiveKey(tx, key.accountId, author);
    if (!revoked) throw new ApiError('not_found', `There is no key ${key.id}.`);
    return revoked;
  });
}

type AccountName = { id: string } | { email: string };

/**
 * Moves an account to another tier. A stranger may have registered an unconfirmed e-mail and would get the tier, so
 * the operator must state that the holder is known.
 * @throws ApiError `not_found`, `validation_failed` for an unknown tier, and `invalid_state` for an unknown holder
 */
export async function setTier(
  db: Db,
  name: AccountName,
  given: { tier: string; isHolderKnown: boolean },
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    await checkTier(tx, given.tier);
    const account = await lockNamedAccount(tx, name);
    if (account.tier === given.tier) return;
    if (given.tier !== REGISTERED && !account.emailConfirmedAt) {
      if (!given.isHolderKnown) throw unknownHolder(account.email);
      await saveConfirmation(tx, account.id);
      await saveAccountAudit(tx, 'account.holder_confirmed', account.id, {}, author);
    }
    await changeTier(tx, account, given.tier, author);
  });
}

function unknownHolder(email: string): ApiError {
  return new ApiError(
    'invalid_state',
    `${email} is not confirmed: a stranger may have registered it. Hand the account over, which ends its key and ` +
      'password, or say that its holder is known (holder_known, --holder-known).',
  );
}

/**
 * Blocks or unblocks an account. Blocking revokes its key; it gets no new one until unblocked.
 * @throws ApiError `not_found`, and `invalid_state` if nothing would change
 */
export async function setBlocked(
  db: Db,
  name: AccountName,
  isBlocked: boolean,
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockNamedAccount(tx, name);
    if ((account.blockedAt !== null) === isBlocked) {
      const state = isBlocked ? 'blocked already' : 'not blocked';
      throw new ApiError('invalid_state', `The account of ${account.email} is ${state}.`);
    }
    await saveAccountBlock(tx, account.id, isBlocked ? new Date() : null);
    await saveAccountAudit(tx, isBlocked ? 'account.blocked' : 'account.unblocked', account.id, {}, author);
    if (isBlocked) await revokeActiveKey(tx, account.id, author);
  });
}

async function lockNamedAccount(tx: Tx, name: AccountName): Promise<StoredAccount> {
  const id =
    'id' in name ? name.id : (await findAccountByEmail(tx, normaliseEmail(name.email) ?? name.email))?.id;
  const account = id === undefined ? undefined : await lockAccount(tx, id);
  if (!account) {
    const said = 'id' in name ? `with the id ${name.id}` : `of ${name.email}`;
    throw new ApiError('not_found', `There is no account ${said}.`);
  }
  return account;
}

async function checkTier(tx: Tx, tier: string): Promise<void> {
  const rows = await tx.select({ code: tiers.code }).from(tiers).orderBy(tiers.code);
  const codes = rows.map(({ code }) => code);
  if (codes.includes(tier)) return;
  throw new ApiError('validation_failed', `There is no tier ${tier}. The tiers are ${codes.join(', ')}.`, {
    details: { fields: [{ field: 'tier', code: 'custom', message: `is not one of ${codes.join(', ')}` }] },
  });
}

async function changeTier(tx: Tx, account: StoredAccount, tier: string, author: Author): Promise<void> {
  if (account.tier === tier) return;
  await saveAccountTier(tx, account.id, tier);
  await saveAccountAudit(tx, 'account.tier_changed', account.id, { tier }, author, { tier: account.tier });
  await notifyKeyChange(tx);
}

async function saveAccountAudit(
  tx: Tx,
  action: string,
  id: string,
  after: object,
  author: Author,
  before?: object,
): Promise<void> {
  await saveAuditEntry(tx, author, { action, entity: 'account', entityId: id, before, after });
}
