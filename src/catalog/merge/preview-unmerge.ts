import type { Db, Tx } from '../../platform/db/client.ts';
import { rehearseTransaction } from '../../platform/db/rehearse-transaction.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { loadProductStates } from '../../facts/state/product-state-store.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import { describeDifference } from '../difference/describe-difference.ts';
import { diffProducts } from '../difference/diff-products.ts';
import { lockProductSnapshot, type ProductSnapshot } from '../difference/product-snapshot-store.ts';
import type { UnmergePreview } from './merge-contract.ts';
import { findStandingMerge } from './merge-record-store.ts';
import { unmergeInTransaction } from './unmerge-product.ts';

/**
 * Returns the result of `unmergeProduct` for both products: runs it and rolls it back.
 * @throws ApiError as `unmergeProduct`
 */
export async function previewUnmerge(
  db: Db,
  unmerge: { loserId: string; author: Author },
): Promise<UnmergePreview> {
  const { loserId } = unmerge;
  return await rehearseTransaction(db, async (tx) => {
    const merge = await findStandingMerge(tx, loserId);
    const winnerId = merge?.winnerId;
    // Both at once, as the unmerge does, so that locks are taken in one order.
    await loadProductStates(tx, winnerId === undefined ? [loserId] : [loserId, winnerId]);
    const loser = await lockProductSnapshot(tx, loserId);
    const winner = winnerId === undefined ? undefined : await lockProductSnapshot(tx, winnerId);
    await unmergeInTransaction(tx, unmerge);
    // Missing ones were refused before.
    if (!merge || !loser || !winner) throw new Error(`there is no merge of ${loserId} to take back`);
    const { source_records: records, submission_ids: submissions } = merge.before.moved;
    return {
      product: await describe(tx, loser),
      other: await describe(tx, winner),
      source_record_count: records.length,
      submission_count: submissions.length,
    };
  });
}

async function describe(tx: Tx, before: ProductSnapshot): Promise<UnmergePreview['product']> {
  const { id, version, facts } = before.state;
  const difference = diffProducts(before, await lockProductSnapshot(tx, id));
  const change = await describeDifference(tx, difference, await loadCatalogueContext(tx));
  return { id, name: facts.name, version, ...change };
}
