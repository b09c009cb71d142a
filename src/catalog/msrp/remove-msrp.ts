import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { lockProduct, requireNotArchived } from '../products/lock-product.ts';
import { deleteMsrpSnapshot, findMsrpSuppliers } from './msrp-store.ts';
import { requireSource } from '../../facts/resolve-facts.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';

/**
 * Deletes a price snapshot. The suppliers of the others stay.
 * @throws ApiError `not_found`, `invalid_state` (archived)
 */
export async function removeMsrp(
  db: Db,
  { productId, msrpId, author }: { productId: string; msrpId: string; author: Author },
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const context = await loadCatalogueContext(tx);
    const before = await lockProduct(tx, productId);
    requireNotArchived(before);
    const deleted = await deleteMsrpSnapshot(tx, productId, msrpId);
    if (!deleted) throw new ApiError('not_found', 'This product has no such price snapshot.');
    const { sourceIds, hasShown } = await findMsrpSuppliers(tx, productId);
    const suppliers = { ...before.suppliers, msrp: sourceIds };
    await saveProductStates(
      tx,
      [{ before, after: { ...before, suppliers, hasMsrp: hasShown }, spokenFields: [] }],
      { sourceId: requireSource(context, 'operator').id },
      context,
    );
    const { amount, currency, region, effectiveDate } = deleted;
    await saveAuditEntry(tx, author, {
      action: 'msrp.deleted',
      entity: 'product',
      entityId: productId,
      before: { amount, currency, region, effective_date: effectiveDate },
    });
  });
}
