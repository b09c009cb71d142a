import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { changeProduct } from '../products/change-product.ts';
import { lockProduct, requireNotArchived } from '../products/lock-product.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { requireProduct } from '../products/administration/edit-product.ts';
import { newMsrpSchema } from '../../facts/values/msrp-contract.ts';
import { adminMsrpListSchema } from '../products/administration/product-admin-contract.ts';
import { listAdminMsrp } from '../products/administration/product-admin-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { deleteMsrpSnapshot, findMsrpSuppliers } from './msrp-store.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';

const id = pathId('Id of the product', '600ee031-e4be-5cc9-ba9b-2d37e2456165');
const params = z.object({ id });
const response = adminMsrpListSchema;
const adminRoute = adminRoutesOf({ tag: 'MSRP' });

/** The routes for suggested retail prices. Each returns the current list, including amounts of 0. */
export function msrpAdminRoutes({ db }: { db: Db }) {
  const readList = async (productId: string) => ({ items: await listAdminMsrp(db, productId) });
  return [
    adminRoute('get', '/products/{id}/msrp', 'listProductMsrp', {
      response,
      role: 'reviewer',
      summary: 'All price snapshots of a product, newest first',
      params,
      errors: ['not_found'],
      handler: async (input) => {
        const { msrp: items } = await requireProduct(db, input.params.id);
        return { items };
      },
    }),
    adminRoute('post', '/products/{id}/msrp', 'addMsrp', {
      response,
      role: 'editor',
      summary: 'Adds a price snapshot; an amount of 0 is kept and never shown',
      params,
      body: newMsrpSchema,
      status: 201,
      errors: ['not_found', 'validation_failed', 'invalid_state'],
      handler: async ({ params: { id: productId }, body: msrp, operator, author }) => {
        const words = { facts: {}, msrp, source: 'operator', operatorId: operator.id, author };
        await retryTransaction(db, async (tx) =>
          changeProduct(tx, await lockProduct(tx, productId), words, await loadCatalogueContext(tx)),
        );
        return await readList(productId);
      },
    }),
    adminRoute('delete', '/products/{id}/msrp/{msrp_id}', 'deleteMsrp', {
      response,
      role: 'editor',
      summary: 'Deletes a price snapshot',
      params: z.object({ id, msrp_id: pathId('Id of the snapshot', '0192d3c8-7b5e-7c51-9d1c-0a4f3c2b1a00') }),
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id: productId, msrp_id }, author }) => {
        await removeMsrp(db, { productId, msrpId: msrp_id, author });
        return await readList(productId);
      },
    }),
  ];
}

/**
 * Deletes a price snapshot. The suppliers of the others stay.
 * @throws ApiError `not_found`, `invalid_state` (archived)
 */
async function removeMsrp(
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
    await saveProductStates(tx, [{ before, after: { ...before, suppliers, hasMsrp: hasShown } }], context);
    const { amount, currency, region, effectiveDate } = deleted;
    await saveAuditEntry(tx, author, {
      action: 'msrp.deleted',
      entity: 'product',
      entityId: productId,
      before: { amount, currency, region, effective_date: effectiveDate },
    });
  });
}
