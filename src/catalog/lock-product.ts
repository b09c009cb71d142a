import type { Tx } from '../db/client.ts';
import { ApiError } from '../http/api-error.ts';
import { loadProductStates } from './product-state-store.ts';
import type { ProductState } from './product-state.ts';

/**
 * A product of any status, locked until the transaction ends; with `version`, only as it was when that was read.
 * @throws ApiError `not_found`, `version_conflict` with `details.version`
 */
export async function lockProduct(tx: Tx, id: string, version?: number): Promise<ProductState> {
  const product = (await loadProductStates(tx, [id])).get(id);
  if (!product) throw new ApiError('not_found', 'There is no product with this id.');
  if (version !== undefined && version !== product.version) {
    throw new ApiError('version_conflict', 'Somebody changed this product meanwhile.', {
      details: { version: product.version },
    });
  }
  return product;
}

/** @throws ApiError `invalid_state`: an archived product is restored first, and one merged away never changes */
export function requireNotArchived({ status, mergedIntoId }: ProductState): void {
  if (status !== 'archived') return;
  const message = mergedIntoId
    ? 'This product was merged into another one: change that.'
    : 'This product is archived: restore it first.';
  throw new ApiError('invalid_state', message, { details: { status, merged_into_id: mergedIntoId } });
}
