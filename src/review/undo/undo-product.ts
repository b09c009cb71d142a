import { isDeepStrictEqual } from 'node:util';
import { buildAuditDiff, buildAuditView } from '../../catalog/products/administration/product-audit.ts';
import { deleteProduct, findMergedInto } from '../../catalog/products/administration/product-delete-store.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import { describeDifference } from '../../catalog/difference/describe-difference.ts';
import type { ProductDifference } from '../../catalog/difference/diff-products.ts';
import {
  findAdditions,
  planRevert,
  type Place,
  type RevertPlan,
} from '../../catalog/difference/plan-revert.ts';
import type { ProductChange } from '../../catalog/difference/product-change-contract.ts';
import {
  brandNamesOf,
  lockProductSnapshot,
  readProductSnapshot,
  type ProductSnapshot,
} from '../../catalog/difference/product-snapshot-store.ts';
import { applyRevert, revertBrand, revertScore } from '../../catalog/difference/apply-revert.ts';
import type { Tx } from '../../platform/db/client.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { AuditEntry } from '../../platform/audit/audit-store.ts';
import { findLastSeq, listRowsAbout } from '../../platform/audit/entity-rows-store.ts';
import type { Submission } from '../decisions/review-store.ts';
import type { DecisionRecord } from './decision-record-store.ts';
import { keepLaterSuppliers } from './keep-later-suppliers.ts';
import { listLaterApprovals, listNaming, type LaterApproval } from './later-changes-store.ts';
import { describePlaces, readLaterWords } from './later-words.ts';

interface UndoneProduct {
  change: ProductChange;
  isRemoved: boolean;
  /** Audit rows, to be written last. */
  audit: AuditEntry[];
}

interface Undo {
  submission: Submission;
  difference: ProductDifference;
  current: ProductSnapshot;
  later: LaterApproval[];
  seq: number;
  context: CatalogueContext;
}

/**
 * Undoes what an approval wrote: restores the values it changed, or deletes the product it created. Deleting also
 * frees the barcodes, so that approving again can create the product again.
 * @throws ApiError `invalid_state` with `details.reason`
 */
export async function undoProduct(
  tx: Tx,
  submission: Submission,
  record: DecisionRecord,
): Promise<UndoneProduct> {
  const { productId, difference } = record;
  if (productId === null || difference === null) throw new Error(`decision record ${record.id} is empty`);
  const context = await loadCatalogueContext(tx);
  const current = await lockProductSnapshot(tx, productId);
  requireThere(current, productId, record.isNewProduct ?? false);
  const seq = await findLastSeq(tx, 'submission', submission.id, 'submission.approved');
  const later = await listLaterApprovals(tx, productId, submission.id, seq);
  const undo: Undo = { submission, difference, current, later, seq, context };
  if (record.isNewProduct) return await removeProduct(tx, undo);
  return await completeLess(tx, undo, record);
}

/** @throws ApiError `invalid_state` if the product cannot be restored because it is deleted, merged or archived */
function requireThere(
  product: ProductSnapshot | undefined,
  productId: string,
  isNew: boolean,
): asserts product is ProductSnapshot {
  const refuse = (reason: string, message: string, details: object = {}) =>
    new ApiError('invalid_state', message, { details: { reason, product_id: productId, ...details } });
  if (!product) throw refuse('product_deleted', 'The product was deleted since.');
  const { mergedIntoId, status } = product.state;
  if (mergedIntoId !== null) {
    throw refuse('product_merged', 'The product was merged into another one since.', {
      merged_into_id: mergedIntoId,
    });
  }
  if (status === 'archived' && !isNew) {
    throw refuse('product_archived', 'The product was archived since: restore it first.');
  }
}

async function removeProduct(tx: Tx, undo: Undo): Promise<UndoneProduct> {
  const { difference, current, later, context } = undo;
  const { id } = current.state;
  const places = findAdditions(difference, current);
  if (places.length > 0 || later.length > 0) throw await changedSince(tx, undo, places);
  const merged = await findMergedInto(tx, id);
  if (merged) {
    throw new ApiError('invalid_state', `${merged.name} was merged into this product since.`, {
      details: { reason: 'changed_since', product_id: id, fields: [], merged_product_id: merged.id },
    });
  }
  const naming = await listNaming(tx, id, undo.submission.id);
  if (naming.length > 0) {
    throw new ApiError('invalid_state', 'Pending submissions name this product: decide them first.', {
      details: { reason: 'product_named', product_id: id, submission_ids: naming },
    });
  }
  const view = buildAuditView(current.state, brandNamesOf([current]), context);
  const change = describeDifference(current, undefined, context);
  await deleteProduct(tx, id);
  await revertBrand(tx, difference);
  const barcodes = current.barcodes.map(({ gtin14 }) => displayGtin(gtin14));
  return {
    change,
    isRemoved: true,
    audit: [
      {
        action: 'product.deleted',
        entityId: id,
        before: { ...view, barcodes },
        after: { undone_submission_id: undo.submission.id },
      },
    ],
  };
}

async function completeLess(tx: Tx, undo: Undo, record: DecisionRecord): Promise<UndoneProduct> {
  const { difference, current, later, context } = undo;
  const { id, version } = current.state;
  const plan = planRevert(difference, current, later.map(readLaterWords), context);
  const brandNames = await loadBrandNames(tx, [current.state.brandId, plan.after.brandId]);
  const places = [...plan.conflicts, ...findLostBrand(plan, brandNames)];
  if (places.length > 0) throw await changedSince(tx, undo, places);
  await keepLaterSuppliers(tx, id, plan.left, current, later);
  if (isNothing(plan, current))
    return { change: describeDifference(current, current, context), isRemoved: false, audit: [] };
  await applyRevert(tx, difference, current, plan, context);
  if (version === record.productVersion && current.qualityScore === difference.score.after) {
    await revertScore(tx, difference, id);
  }
  const after = (await readProductSnapshot(tx, id)) ?? current;
  const change = describeDifference(current, after, context);
  await revertBrand(tx, difference);
  const diff = buildAuditDiff(current.state, after.state, brandNames, context);
  return {
    change,
    isRemoved: false,
    audit: [
      {
        action: 'product.updated',
        entity: 'product',
        entityId: id,
        before: {
          ...diff.before,
          ...(plan.removedGtins.length > 0 ? { barcodes: plan.removedGtins.map(displayGtin) } : {}),
          ...(plan.removedMsrpIds.length > 0
            ? { msrp: difference.msrp.map(({ after: price }) => price) }
            : {}),
        },
        after: { ...diff.after, undone_submission_id: undo.submission.id },
      },
    ],
  };
}

function isNothing(plan: RevertPlan, current: ProductSnapshot): boolean {
  return (
    plan.removedGtins.length + plan.removedMsrpIds.length + plan.restored.length === 0 &&
    plan.provenance.length === current.provenance.length &&
    isDeepStrictEqual(plan.after, current.state)
  );
}

/** Returns the former brand if it was merged or deleted since. */
function findLostBrand({ after }: RevertPlan, brandNames: ReadonlyMap<string, string>): Place[] {
  const isLost = after.brandId !== null && !brandNames.has(after.brandId);
  return isLost ? [{ field: 'brand', name: 'brand', key: null }] : [];
}

async function changedSince(tx: Tx, undo: Undo, places: readonly Place[]): Promise<ApiError> {
  const { current, later, seq, context, submission } = undo;
  const { id } = current.state;
  const since = submission.reviewedAt?.toISOString().replace('T', ' ').slice(0, 23) ?? '';
  const changes = await listRowsAbout(tx, ['product', id], { after: seq, order: 'newest', limit: 200 });
  const fields = describePlaces(places, changes, later, current, { id: submission.id, since }, context);
  const names = [...new Set(places.map(({ field }) => field))].join(', ');
  return new ApiError(
    'invalid_state',
    `Changed or confirmed since by others: ${names || 'the product'}. Nothing was taken back.`,
    {
      details: {
        reason: 'changed_since',
        product_id: id,
        fields,
        later_submission_ids: later.map(({ submissionId }) => submissionId),
      },
    },
  );
}
