import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { notifyKeyChange, saveKey, saveKeyName, saveRevocation, type StoredKey } from './key-store.ts';
import { lockAccount } from '../account-store.ts';
import { createKeyText, hashKey, shownPrefix } from './key-text.ts';

/** Issues a key and returns its text. The account must be locked or new, and have no active key. */
export async function issueKey(
  tx: Tx,
  accountId: string,
  author: Author,
  name: string | null = null,
): Promise<string> {
  const id = uuidV7();
  const text = createKeyText();
  const prefix = shownPrefix(text);
  await saveKey(tx, { id, accountId, name, prefix, hash: hashKey(text) });
  await saveKeyAudit(tx, 'key.issued', { id, accountId, prefix }, author);
  return text;
}

/** Revokes the account's active key, if any, and notifies every process. The account's row must be locked. */
export async function revokeActiveKey(
  tx: Tx,
  accountId: string,
  author: Author,
): Promise<StoredKey | undefined> {
  const key = await saveRevocation(tx, accountId);
  if (!key) return undefined;
  await saveKeyAudit(tx, 'key.revoked', key, author);
  await notifyKeyChange(tx);
  return key;
}

/**
 * Names the account's active key; null removes the name.
 * @throws ApiError `invalid_state` when no key is active
 */
export async function nameActiveKey(
  tx: Tx,
  accountId: string,
  name: string | null,
  author: Author,
): Promise<void> {
  await lockAccount(tx, accountId);
  const key = await saveKeyName(tx, accountId, name);
  if (!key) throw new ApiError('invalid_state', 'This account has no key that works.');
  await saveKeyAudit(tx, 'key.named', key, author);
}

async function saveKeyAudit(
  tx: Tx,
  action: 'key.issued' | 'key.revoked' | 'key.named',
  key: Pick<StoredKey, 'id' | 'accountId' | 'prefix'>,
  author: Author,
): Promise<void> {
  const after = { account_id: key.accountId, prefix: key.prefix };
  await saveAuditEntry(tx, author, { action, entity: 'api_key', entityId: key.id, after });
}
