import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction, rehearseTransaction } from '../../platform/db/retry-transaction.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { loadProductStates, lockProducts } from '../../facts/state/product-state-store.ts';
import type { ProductState } from '../../facts/state/product-state.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type Author } from '../../platform/audit/audit-store.ts';
import { listRowsAbout } from '../../platform/audit/entity-rows-store.ts';
import { buildAuditDiff } from '../products/administration/product-audit.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import { listFactChanges } from '../history/fact-changes.ts';
import { requireVersion } from '../products/lock-product.ts';
import {
  closeMergeRecord,
  findStandingMerge,
  moveBack,
  restoreProvenance,
  type StandingMerge,
} from './merge-record-store.ts';
import { describeDifference } from '../difference/describe-difference.ts';
import { readProductSnapshot, type ProductSnapshot } from '../difference/product-snapshot-store.ts';
import type { UnmergePreview } from './merge-contract.ts';

/**
 * Undoes a merge in one transaction: restores both products with their barcodes, prices, import records and
 * submissions. Refused if the winner was changed since, because a later change could belong to either product.
 * @throws ApiError `not_found`, `version_conflict`, `invalid_state` with `details.reason` (`not_merged`,
 * `not_recorded`, `merged_on`, `changed_since` with `details.changes`, `brand_or_category_gone`)
 */
export async function unmergeProduct(
  db: Db,
  unmerge: { loserId: string; version: number; author: Author },
): Promise<void> {
  await retryTransaction(db, (tx) => unmergeInTransaction(tx, unmerge));
}

/** The same within a transaction. Without `version` the archived product may have any version. */
async function unmergeInTransaction(
  tx: Tx,
  { loserId, version, author }: { loserId: string; version?: number; author: Author },
): Promise<void> {
  const context = await loadCatalogueContext(tx);
  const merge = await findStandingMerge(tx, loserId);
  const states = await loadProductStates(tx, merge ? [loserId, merge.winnerId] : [loserId]);
  const loser = states.get(loserId);
  if (!loser) throw new ApiError('not_found', 'There is no product with this id.');
  if (version !== undefined) requireVersion(loser, version);
  const winner = await requireUnchanged(tx, loser, merge, states);
  const record = (merge as StandingMerge).before;
  // The merge did not change the loser’s facts, so later changes stay, such as a merged brand.
  const loserAfter: ProductState = {
    ...loser,
    status: record.loser.status,
    archiveReason: record.loser.archiveReason,
    mergedIntoId: null,
    hasPrimaryBarcode: record.loser.hasPrimaryBarcode,
    hasMsrp: record.loser.hasMsrp,
    suppliers: record.loser.suppliers,
  };
  const winnerAfter: ProductState = { ...record.winner, version: winner.version };
  await requireThere(tx, winnerAfter, context);
  await moveBack(tx, loser.id, winner.id, record);
  await saveProductStates(
    tx,
    [
      { before: loser, after: loserAfter },
      { before: winner, after: winnerAfter },
    ],
    context,
  );
  await restoreProvenance(tx, record);
  await saveAudit(tx, { loser, loserAfter, winner, winnerAfter }, record.moved.barcodes, context, author);
  await closeMergeRecord(tx, (merge as StandingMerge).id, [
    { id: loser.id, versionBefore: record.loser.version, versionNow: loser.version + 1 },
    { id: winner.id, versionBefore: record.winner.version, versionNow: winner.version + 1 },
  ]);
}

const refuse = (reason: string, message: string, details: object = {}) =>
  new ApiError('invalid_state', message, { details: { reason, ...details } });

async function requireUnchanged(
  tx: Tx,
  loser: ProductState,
  merge: StandingMerge | undefined,
  states: ReadonlyMap<string, ProductState>,
): Promise<ProductState> {
  const { mergedIntoId } = loser;
  if (mergedIntoId === null) throw refuse('not_merged', 'This product is not merged into another one.');
  const winner = merge && states.get(merge.winnerId);
  if (!merge || !winner) {
    throw refuse('not_recorded', 'Nothing was recorded of this merge, so it cannot be undone.');
  }
  if (mergedIntoId !== winner.id) {
    const details = { product_id: winner.id, merged_into_id: mergedIntoId };
    throw refuse(
      'merged_on',
      'The product it was merged into was merged itself: undo that merge first.',
      details,
    );
  }
  if (winner.version === merge.winnerVersion) return winner;
  const changes = await listRowsAbout(tx, ['product', winner.id], {
    after: merge.auditSeq,
    order: 'oldest',
    limit: 50,
  });
  throw refuse('changed_since', `${winner.facts.name} was changed since.`, {
    product_id: winner.id,
    version: winner.version,
    // The list may be empty: an import changes a product without an audit row.
    changes: changes.map(({ seq, at, actor, email, action, after }) => ({
      seq,
      at: at.toISOString(),
      actor,
      actor_email: email,
      action,
      fields: [
        ...new Set(listFactChanges(null, after as Record<string, unknown> | null).map(({ field }) => field)),
      ],
    })),
  });
}

async function requireThere(tx: Tx, winner: ProductState, context: CatalogueContext): Promise<void> {
  const hasBrand =
    winner.brandId === null || (await loadBrandNames(tx, [winner.brandId])).has(winner.brandId);
  const hasCategory = winner.categoryId === null || context.categoryById.has(winner.categoryId);
  if (hasBrand && hasCategory) return;
  throw refuse('brand_or_category_gone', 'The former brand or category of the product was deleted.', {
    product_id: winner.id,
    brand_id: winner.brandId,
    category_id: winner.categoryId,
  });
}

async function saveAudit(
  tx: Tx,
  states: Record<'loser' | 'loserAfter' | 'winner' | 'winnerAfter', ProductState>,
  barcodes: readonly { gtin14: string }[],
  context: CatalogueContext,
  author: Author,
): Promise<void> {
  const { loser, loserAfter, winner, winnerAfter } = states;
  const brandNames = await loadBrandNames(
    tx,
    Object.values(states).map(({ brandId }) => brandId),
  );
  const moved = { barcodes: barcodes.map(({ gtin14 }) => displayGtin(gtin14)) };
  const back = buildAuditDiff(loser, loserAfter, brandNames, context);
  const reduced = buildAuditDiff(winner, winnerAfter, brandNames, context);
  await saveAuditEntries(tx, author, [
    {
      action: 'product.unmerged',
      entityId: loser.id,
      before: { ...back.before, merged_into_name: winner.facts.name },
      after: { ...back.after, ...moved },
    },
    {
      action: 'product.reduced_by_unmerge',
      entityId: winner.id,
      before: { ...reduced.before, ...moved },
      after: { ...reduced.after, unmerged_id: loser.id, unmerged_name: loser.facts.name },
    },
  ]);
}

/**
 * Runs `unmergeProduct`, rolls it back, and returns the result for both products.
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
    // Locks both at once, as the unmerge does, so that locks are taken in one order.
    await lockProducts(tx, winnerId === undefined ? [loserId] : [loserId, winnerId]);
    const loser = await readProductSnapshot(tx, loserId);
    const winner = winnerId === undefined ? undefined : await readProductSnapshot(tx, winnerId);
    await unmergeInTransaction(tx, unmerge);
    // Missing products were refused before.
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
  const after = await readProductSnapshot(tx, id);
  const change = describeDifference(before, after, await loadCatalogueContext(tx));
  return { id, name: facts.name, version, ...change };
}
