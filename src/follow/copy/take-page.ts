import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { archiveMerged, deleteProducts } from './copied-product-store.ts';
import { CursorMoved, deleteUnseen, endSweep, lockFollow, markSeen, moveCursor } from '../follow-store.ts';
import type { LeaderPage } from '../leader-page.ts';
import { saveSkippedProducts, type SkippedRecord } from './skipped-store.ts';
import { takeCopies } from './take-copies.ts';
import { takeReferenceData } from './take-reference-data.ts';
import type { LeaderReference } from './usable-reference.ts';

/** Products deleted per transaction at the end of a sweeping pass. */
const REMOVED_AT_ONCE = 1_000;

/**
 * Saves a page of the feed and the new cursor in one transaction.
 * @param reference reference data to save with the page, if it was read again
 * @param skipsUnknown skip products with an unknown category or source
 * @returns whether the reference data is complete (see `takeReferenceData`)
 * @throws UnknownReference, CursorMoved
 */
export async function takePage(
  db: Db,
  since: string | null,
  page: LeaderPage,
  reference: LeaderReference | undefined,
  skipsUnknown = false,
): Promise<{ isReferenceWhole: boolean }> {
  return await retryTransaction(db, async (tx) => {
    const follow = await lockFollow(tx);
    if (follow?.cursor !== since) throw new CursorMoved();
    const isReferenceWhole = reference === undefined || (await takeReferenceData(tx, reference));
    const unreadable = page.items.flatMap(({ id, fault }): SkippedRecord[] =>
      fault === undefined ? [] : [{ kind: 'product', id, reason: fault }],
    );
    const copies = page.items.flatMap(({ copy }) => copy ?? []);
    const skipped = await takeCopies(tx, copies, skipsUnknown);
    await saveSkippedProducts(
      tx,
      page.items.map(({ id }) => id),
      [...unreadable, ...skipped],
    );
    const gone = page.items.filter(({ change }) => change !== 'upsert');
    const merged = await archiveMerged(tx, gone);
    await deleteProducts(
      tx,
      gone.map(({ id }) => id).filter((id) => !merged.has(id)),
    );
    if (follow.isSweeping) {
      await markSeen(
        tx,
        page.items.map(({ id }) => id),
      );
    }
    await moveCursor(tx, page.next, !page.has_more);
    return { isReferenceWhole };
  });
}

/**
 * Deletes products that a pass from the beginning did not list. Called at the end of the feed, which lists every
 * product of the leader. Resumes after a kill.
 * @returns the number of deleted products
 */
export async function removeUnseen(db: Db): Promise<number> {
  for (let removed = 0; ;) {
    const count = await retryTransaction(db, async (tx) => {
      const follow = await lockFollow(tx);
      if (!follow?.isSweeping) return 0;
      const deleted = await deleteUnseen(tx, REMOVED_AT_ONCE);
      if (deleted === 0) await endSweep(tx);
      return deleted;
    });
    if (count === 0) return removed;
    removed += count;
  }
}
