import { v7 as uuidV7, validate as isUuid } from 'uuid';
import type { Db, Tx } from '../db/client.ts';
import { tiers } from '../db/account-schema.ts';
import { saveAuditEntry, type Author } from '../operators/audit-store.ts';
import {
  findAccountByEmail,
  lockAccount,
  saveAccount,
  saveAccountBlock,
  saveAccountTier,
  type StoredAccount,
} from './account-store.ts';
import { issueKey, revokeActiveKey } from './change-keys.ts';
import { normaliseEmail } from './email-address.ts';
import { findKey, findKeyByHash, notifyKeyChange, type StoredKey } from './key-store.ts';
import { hashKey } from './key-text.ts';
import { createUnmatchableHash } from './password-hash.ts';

/** What an operator asked for cannot be done; the message says why. */
export class OperationRefused extends Error {}

/**
 * A key for an account, which is made when there is none of this e-mail: then without a password, so that nobody can
 * log in to it. An active key is only replaced when told so.
 * @throws OperationRefused for a bad e-mail or tier, a blocked account, or an active key that is not to be replaced
 */
export async function issueOperatorKey(
  db: Db,
  given: { email: string; tier: string; replaces: boolean },
  author: Author,
): Promise<{ apiKey: string; email: string; isNewAccount: boolean; revoked: StoredKey | undefined }> {
  const email = normaliseEmail(given.email);
  if (!email) throw new OperationRefused(`"${given.email}" is not an e-mail address.`);
  return await db.transaction(async (tx) => {
    await checkTier(tx, given.tier);
    const id = uuidV7();
    const passwordHash = createUnmatchableHash();
    const isNewAccount = await saveAccount(tx, { id, email, passwordHash, tier: given.tier });
    if (isNewAccount) {
      await saveAccountAudit(tx, 'account.created', id, { tier: given.tier }, author);
      return { apiKey: await issueKey(tx, id, author), email, isNewAccount, revoked: undefined };
    }
    const account = await lockAccountByEmail(tx, email);
    if (account.blockedAt)
      throw new OperationRefused(`The account of ${email} is blocked: unblock it first.`);
    const revoked = await revokeActiveKey(tx, account.id, author);
    if (revoked && !given.replaces) {
      throw new OperationRefused(
        `${email} has an active key (${revoked.prefix}…): say --replace to revoke it.`,
      );
    }
    await changeTier(tx, account, given.tier, author);
    return { apiKey: await issueKey(tx, account.id, author), email, isNewAccount, revoked };
  });
}

/** @throws OperationRefused when there is no such key, or it is revoked already */
export async function revokeKey(db: Db, keyId: string, author: Author): Promise<StoredKey> {
  const key = isUuid(keyId) ? await findKey(db, keyId) : undefined;
  if (!key) throw new OperationRefused(`There is no key ${keyId}.`);
  return await revokeFoundKey(db, key, author);
}

/** Revokes a key that was seen where it does not belong, by its own text. Throws as `revokeKey` does. */
export async function revokeLeakedKey(db: Db, keyText: string, author: Author): Promise<StoredKey> {
  const key = await findKeyByHash(db, hashKey(keyText));
  if (!key) throw new OperationRefused('No account here has this key.');
  return await revokeFoundKey(db, key, author);
}

async function revokeFoundKey(db: Db, key: StoredKey, author: Author): Promise<StoredKey> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, key.accountId);
    // A regeneration may have been quicker: then the active key is another one, and stays.
    const found = await findKey(tx, key.id);
    if (found?.revokedAt) throw new OperationRefused(`Key ${key.id} is revoked already.`);
    const revoked = await revokeActiveKey(tx, key.accountId, author);
    if (!revoked) throw new OperationRefused(`There is no key ${key.id}.`);
    return revoked;
  });
}

/** @throws OperationRefused when there is no such account or tier */
export async function setTier(db: Db, email: string, tier: string, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    await checkTier(tx, tier);
    await changeTier(tx, await lockAccountByEmail(tx, email), tier, author);
  });
}

/** A blocked account's key is revoked, and it gets no new one until it is unblocked. */
export async function setBlocked(db: Db, email: string, isBlocked: boolean, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    if ((account.blockedAt !== null) === isBlocked) {
      throw new OperationRefused(
        `The account of ${account.email} is ${isBlocked ? '' : 'not '}blocked already.`,
      );
    }
    await saveAccountBlock(tx, account.id, isBlocked ? new Date() : null);
    await saveAccountAudit(tx, isBlocked ? 'account.blocked' : 'account.unblocked', account.id, {}, author);
    if (isBlocked) await revokeActiveKey(tx, account.id, author);
  });
}

async function lockAccountByEmail(tx: Tx, given: string): Promise<StoredAccount> {
  const found = await findAccountByEmail(tx, normaliseEmail(given) ?? given);
  const account = found && (await lockAccount(tx, found.id));
  if (!account) throw new OperationRefused(`There is no account of ${given}.`);
  return account;
}

async function checkTier(tx: Tx, tier: string): Promise<void> {
  const rows = await tx.select({ code: tiers.code }).from(tiers).orderBy(tiers.code);
  const codes = rows.map(({ code }) => code);
  if (!codes.includes(tier)) throw new OperationRefused(`There is no tier ${tier}, but ${codes.join(', ')}.`);
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
