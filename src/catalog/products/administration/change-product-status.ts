import type { Db, Tx } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { loadBrandNames } from '../../../facts/values/brand-name-store.ts';
import { loadCatalogueContext } from '../../../facts/state/catalogue-context.ts';
import { lockProduct } from '../lock-product.ts';
import { buildAuditDiff, buildAuditView } from './product-audit.ts';
import { deleteProduct, findMergedInto } from './product-delete-store.ts';
import { updateProducts } from '../../../facts/state/product-state-store.ts';
import type { ProductState } from '../../../facts/state/product-state.ts';

export type StatusChange =
  | { action: 'archive'; reason: string }
  | { action: 'restore' }
  | { action: 'activate' }
  | { action: 'deactivate' };

type Status = ProductState['status'];

const TRANSITIONS: Record<StatusChange['action'], { from: readonly Status[]; to: Status }> = {
  archive: { from: ['draft', 'active'], to: 'archived' },
  restore: { from: ['archived'], to: 'draft' },
  activate: { from: ['draft'], to: 'active' },
  deactivate: { from: ['active'], to: 'draft' },
};

/** The past tense of each action, for the audit log. */
export const STATUS_CHANGE_DONE = {
  archive: 'product.archived',
  restore: 'product.restored',
  activate: 'product.activated',
  deactivate: 'product.deactivated',
};

/**
 * Returns the product with its next status: draft ↔ active, either → archived with a reason, archived → draft. A product
 * that was merged into another one stays archived.
 * @throws ApiError `invalid_state` with `details.status`
 */
export function applyStatusChange(product: ProductState, change: StatusChange): ProductState {
  const refuse = (message: string) =>
    new ApiError('invalid_state', message, {
      details: { status: product.status, merged_into_id: product.mergedIntoId },
    });
  if (product.mergedIntoId) throw refuse('This product was merged into another one and stays archived.');
  const { from, to } = TRANSITIONS[change.action];
  if (!from.includes(product.status)) {
    throw refuse(`To ${change.action} it, it must be ${from.join(' or ')}; it is ${product.status}.`);
  }
  if (to === 'active' && product.categoryId === null) {
    throw refuse('It has no category yet, which a product in use needs.');
  }
  return { ...product, status: to, archiveReason: change.action === 'archive' ? change.reason : null };
}

/**
 * Changes the status of a product.
 * @throws ApiError `not_found`, `version_conflict`, `invalid_state`
 */
export async function changeProductStatus(
  db: Db,
  { id, version, change, author }: { id: string; version: number; change: StatusChange; author: Author },
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const context = await loadCatalogueContext(tx);
    const before = await lockProduct(tx, id, version);
    const after = applyStatusChange(before, change);
    await updateProducts(tx, [after], context);
    const brandNames = await loadBrandNames(tx, [after.brandId]);
    await saveAuditEntry(tx, author, {
      action: STATUS_CHANGE_DONE[change.action],
      entity: 'product',
      entityId: id,
      ...buildAuditDiff(before, after, brandNames, context),
    });
  });
}

/**
 * Deletes an archived product for good. Its barcodes become free, and its history stays in the audit log (`eraseProduct`
 * removes the history too).
 * @throws ApiError `not_found`, `invalid_state` when it is not archived, or others were merged into it
 */
export async function deleteArchivedProduct(db: Db, id: string, author: Author): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const product = await lockProduct(tx, id);
    await requireDeletable(tx, product);
    const context = await loadCatalogueContext(tx);
    const view = buildAuditView(product, await loadBrandNames(tx, [product.brandId]), context);
    const barcodes = await deleteProduct(tx, id);
    await saveAuditEntry(tx, author, {
      action: 'product.deleted',
      entityId: id,
      before: { ...view, barcodes },
    });
  });
}

/** @throws ApiError `invalid_state` when it is not archived, or others were merged into it */
export async function requireDeletable(tx: Tx, { id, status }: ProductState): Promise<void> {
  if (status !== 'archived') {
    throw new ApiError('invalid_state', `Only an archived product can be deleted; it is ${status}.`, {
      details: { status },
    });
  }
  const merged = await findMergedInto(tx, id);
  if (merged) {
    throw new ApiError('invalid_state', `${merged.name} was merged into this product: delete that first.`, {
      details: { status, merged_product_id: merged.id },
    });
  }
}
