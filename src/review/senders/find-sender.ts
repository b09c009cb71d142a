import type { Db, Tx } from '../../platform/db/client.ts';
import { findAccountEmail } from '../../access/accounts/account-store.ts';
import type { Submission } from '../decisions/review-store.ts';
import { countBulkRecords } from '../undo/decision-record-store.ts';
import { findBlock, listApproved, type SenderKey } from './sender-block-store.ts';
import { MOST_APPROVED, type Sender, type SenderDetail } from './sender-contract.ts';
import { findAccountRecord, findContactRecord } from './sender-record-store.ts';

/** Returns the key of a submission's sender, or undefined if no sender is stored. */
export function keyOf({
  accountId,
  contactEmail,
}: Pick<Submission, 'accountId' | 'contactEmail'>): SenderKey | undefined {
  if (accountId !== null) return { accountId };
  return contactEmail === null ? undefined : { contactEmail };
}

/** Returns null if the account does not exist. */
export async function findSender(db: Db | Tx, key: SenderKey): Promise<Sender | null> {
  const block = await findBlock(db, key);
  const blocked_at = block?.blockedAt.toISOString() ?? null;
  if ('contactEmail' in key) {
    const record = await findContactRecord(db, key.contactEmail);
    return { kind: 'contact', email: key.contactEmail, blocked_at, record };
  }
  const email = await findAccountEmail(db, key.accountId);
  if (email === undefined) return null;
  return { kind: 'account', email, blocked_at, record: await findAccountRecord(db, key.accountId) };
}

/** Also returns what operators should know before blocking or unblocking a sender. */
export async function describeSender(db: Db | Tx, key: SenderKey): Promise<SenderDetail | null> {
  const sender = await findSender(db, key);
  if (!sender) return null;
  const block = await findBlock(db, key);
  return {
    ...sender,
    approved_entries: await listApproved(db, key, MOST_APPROVED),
    rejected_with_block: block ? (await countBulkRecords(db, block.id, undefined)).standing : 0,
  };
}
