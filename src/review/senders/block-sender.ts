import { v7 as uuidV7 } from 'uuid';
import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import {
  deleteBlocks,
  findBlock,
  lockSender,
  saveSenderBlock,
  type SenderKey,
} from './sender-block-store.ts';
import type { SenderBlockAnswer } from './sender-contract.ts';

/** The subject of the audit row. It holds no address of a person, because the log cannot be erased. */
export interface BlockSubject {
  entity: 'account' | 'submission';
  entityId: string;
}

/**
 * Blocks a sender: further submissions are refused. Pending ones are rejected separately in batches, under the
 * returned `bulk_id`. Blocking again keeps the existing block.
 */
export async function blockSender(
  db: Db,
  key: SenderKey,
  subject: BlockSubject,
  author: Author,
): Promise<SenderBlockAnswer> {
  return await retryTransaction(db, async (tx) => {
    await lockSender(tx, key);
    const standing = await findBlock(tx, key);
    if (standing) return { blocked_at: standing.blockedAt.toISOString(), bulk_id: standing.id };
    const id = uuidV7();
    await saveSenderBlock(tx, id, key);
    const block = await findBlock(tx, key);
    if (!block)
      throw new ApiError('invalid_state', 'The contact address of this submission has been erased.');
    await saveAuditEntry(tx, author, { action: 'sender.blocked', ...subject, after: { bulk_id: id } });
    return { blocked_at: block.blockedAt.toISOString(), bulk_id: id };
  });
}

/** @throws ApiError `invalid_state` if the sender is not blocked */
export async function unblockSender(
  db: Db,
  key: SenderKey,
  subject: BlockSubject,
  author: Author,
): Promise<SenderBlockAnswer> {
  return await retryTransaction(db, async (tx) => {
    await lockSender(tx, key);
    const block = await findBlock(tx, key);
    if (!block) throw new ApiError('invalid_state', 'This sender is not blocked.');
    await deleteBlocks(tx, key);
    await saveAuditEntry(tx, author, {
      action: 'sender.unblocked',
      ...subject,
      before: { bulk_id: block.id },
    });
    return { blocked_at: null, bulk_id: block.id };
  });
}

export function refuseBlocked(): ApiError {
  return new ApiError('forbidden', 'Submissions of this sender are refused.', {
    details: { reason: 'sender_blocked' },
  });
}
