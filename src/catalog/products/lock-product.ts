import type { Tx } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { loadProductStates } from '../../facts/state/product-state-store.ts';
import type { ProductState } from '../../facts/state/product-state.ts';

/**
 * Returns a product of any status, locked until the transaction ends. With `version` it must still have that version.
 * @throws ApiError `not_found`, `version_conflict` with `details.version`
 */
export async function lockProduct(tx: Tx, id: string, version?: number): Promise<ProductState> {
  const product = (await loadProductStates(tx, [id])).get(id);
  if (!product) throw new ApiError('not_found', 'There is no product with this id.');
  if (version !== undefined) requireVersion(product, version);
  return product;
}

/** @throws ApiError `version_conflict` with `details.{product_id, version}` */
export function requireVersion(product: ProductState, version: number): void {
  if (version === product.version) return;
  throw new ApiError('version_conflict', 'This product was changed meanwhile.', {
    details: { product_id: product.id, version: product.version },
  });
}

/** @throws ApiError `invalid_state`: an archived product must be restored first, and a merged one cannot be changed */
export function requireNotArchived({ status, mergedIntoId }: ProductState): void {
  if (status !== 'archived') return;
  const message = mergedIntoId
    ? 'This product was merged into another one: change that.'
    : 'This product is archived: restore it first.';
  throw new ApiError('invalid_state', message, { details: { status, merged_into_id: mergedIntoId } });
}
