import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { archiveMerged, deleteProducts } from './copied-product-store.ts';
import { CursorMoved, deleteUnseen, endSweep, lockFollow, markSeen, moveCursor } from '../follow-store.ts';
import type { LeaderPage } from '../leader-page.ts';
import { saveSkippedProducts, type SkippedRecord } from './skipped-store.ts';
import { takeCopies } from './take-copies.ts';
import { takeReferenceData } from './take-reference-data.ts';
import type { ToldReference } from './usable-reference.ts';

/** Products that go in one transaction at the end of a sweeping pass. */
const REMOVED_AT_ONCE = 1_000;

/**
 * Writes a page of the feed and moves the cursor behind it, in one transaction, so that a killed process leaves either both or
 * neither.
 * @param reference when it has been read again; it is written with the page
 * @param skipsUnknown whether products with an unknown category or source are skipped
 * @returns whether the reference data is written as a whole (see `takeReferenceData`)
 * @throws UnknownReference, CursorMoved
 */
export async function takePage(
  db: Db,
  since: string | null,
  page: LeaderPage,
  reference: ToldReference | undefined,
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
 * Removes what a pass from the beginning was not told of, once the end of the feed is reached: a product that the leader has
 * stands before it in the feed. Goes on where it was killed.
 * @returns how many products went
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
