import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { findAdminProduct } from './product-admin-store.ts';
import type { AdminProduct } from './product-admin-contract.ts';

/**
 * Runs a change of a product and returns the changed product.
 * @throws ApiError of the change; a `version_conflict` has the current product in `details.product`
 */
export async function editProduct(db: Db, id: string, change: () => Promise<unknown>): Promise<AdminProduct> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    const product = await findAdminProduct(db, String(error.details?.['product_id']));
    throw new ApiError('version_conflict', error.message, {
      details: product
        ? { product_id: product.id, version: product.version, product }
        : (error.details ?? {}),
    });
  }
  return await requireProduct(db, id);
}

/** @throws ApiError `not_found` */
export async function requireProduct(db: Db, id: string): Promise<AdminProduct> {
  const product = await findAdminProduct(db, id);
  if (!product) throw new ApiError('not_found', 'There is no product with this id.');
  return product;
}
