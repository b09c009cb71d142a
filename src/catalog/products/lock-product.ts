import type { Tx } from '../../db/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { loadProductStates } from '../../facts/state/product-state-store.ts';
import type { ProductState } from '../../facts/state/product-state.ts';

/**
 * A product of any status, locked until the transaction ends; with `version`, only as it was when that was read.
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
  throw new ApiError('version_conflict', 'Somebody changed this product meanwhile.', {
    details: { product_id: product.id, version: product.version },
  });
}

/** @throws ApiError `invalid_state`: an archived product is restored first, and one merged away never changes */
export function requireNotArchived({ status, mergedIntoId }: ProductState): void {
  if (status !== 'archived') return;
  const message = mergedIntoId
    ? 'This product was merged into another one: change that.'
    : 'This product is archived: restore it first.';
  throw new ApiError('invalid_state', message, { details: { status, merged_into_id: mergedIntoId } });
}
