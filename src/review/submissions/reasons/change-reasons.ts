import { v7 as uuidV7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { MAX_REASONS, type Reason, type ReasonChange } from './reason-contract.ts';
import {
  insertReason,
  listReasons,
  lockReasons,
  updatePlaces,
  updateReasonText,
  updateRetirement,
} from './reason-store.ts';

/** @throws ApiError `already_exists`; `invalid_state` if the maximum number of reasons exists */
export async function createReason(db: Db, author: Author, text: string): Promise<Reason> {
  return await retryTransaction(db, async (tx) => {
    const reasons = await lockReasons(tx);
    requireOther(reasons, text);
    if (reasons.length >= MAX_REASONS) {
      throw new ApiError(
        'invalid_state',
        `There are at most ${MAX_REASONS} reasons, retired ones among them.`,
      );
    }
    const id = uuidV7();
    await insertReason(tx, id, text);
    const created = findReason(await listReasons(tx), id);
    await saveAuditEntry(tx, author, { action: 'reject_reason.created', entityId: id, after: { text } });
    return created;
  });
}

/**
 * Changes, retires or restores a reason. Submissions rejected with it keep the old text.
 * @throws ApiError `not_found`, `already_exists`
 */
export async function changeReason(
  db: Db,
  author: Author,
  id: string,
  { text, retired }: ReasonChange,
): Promise<Reason> {
  return await retryTransaction(db, async (tx) => {
    const reasons = await lockReasons(tx);
    const before = findReason(reasons, id);
    if (text !== undefined && text !== before.text) {
      requireOther(
        reasons.filter((reason) => reason.id !== id),
        text,
      );
      await updateReasonText(tx, id, text);
    }
    const wasRetired = before.retired_at !== null;
    if (retired !== undefined && retired !== wasRetired) await updateRetirement(tx, id, retired);
    const after = findReason(await listReasons(tx), id);
    const isRetired = after.retired_at !== null;
    if (after.text === before.text && isRetired === wasRetired) return after;
    await saveAuditEntry(tx, author, {
      action: 'reject_reason.changed',
      entityId: id,
      before: { text: before.text, retired: wasRetired },
      after: { text: after.text, retired: isRetired },
    });
    return after;
  });
}

/** @throws ApiError `invalid_state` unless `ids` has every active reason once */
export async function orderReasons(db: Db, author: Author, ids: readonly string[]): Promise<Reason[]> {
  return await retryTransaction(db, async (tx) => {
    const inUse = (await lockReasons(tx)).filter((reason) => reason.retired_at === null);
    const before = inUse.map((reason) => reason.id);
    if (ids.length !== before.length || before.some((id) => !ids.includes(id))) {
      throw new ApiError('invalid_state', 'The reasons were changed meanwhile: read them again.');
    }
    if (before.every((id, index) => id === ids[index])) return await listReasons(tx);
    await updatePlaces(tx, ids);
    const after = await listReasons(tx);
    await saveAuditEntry(tx, author, {
      action: 'reject_reason.ordered',
      entity: 'reject_reason',
      before: { order: inUse.map(({ text }) => text) },
      after: { order: after.filter((reason) => reason.retired_at === null).map(({ text }) => text) },
    });
    return after;
  });
}

function findReason(reasons: readonly Reason[], id: string): Reason {
  const reason = reasons.find((one) => one.id === id);
  if (!reason) throw new ApiError('not_found', 'There is no reason with this id.');
  return reason;
}

function requireOther(reasons: readonly Reason[], text: string): void {
  if (reasons.some((reason) => reason.text.toLowerCase() === text.toLowerCase())) {
    throw new ApiError('already_exists', 'This reason exists already; a retired one can be brought back.');
  }
}
