import type { Tx } from '../../platform/db/client.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { saveFoodDetails } from '../../facts/state/product-state-store.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';
import { buildFoodRow } from '../../facts/state/stored-facts.ts';
import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import { isFood } from '../../facts/state/product-state.ts';
import { deleteBarcode, listBarcodes, savePrimaryBarcode, nextPrimary } from '../barcodes/barcode-store.ts';
import { deleteMsrpSnapshot, findMsrpSuppliers } from '../msrp/msrp-store.ts';
import type { ProductDifference } from './diff-products.ts';
import type { RevertPlan } from './plan-revert.ts';
import {
  deleteFoodDetails,
  deleteUnusedBrand,
  restoreScore,
  restoreStamps,
  type ProductSnapshot,
} from './product-snapshot-store.ts';

/** Writes a plan of `planRevert` to a locked product, and increments its version. */
export async function applyRevert(
  tx: Tx,
  difference: ProductDifference,
  current: ProductSnapshot,
  plan: RevertPlan,
  context: CatalogueContext,
): Promise<void> {
  const { state } = current;
  for (const gtin14 of plan.removedGtins) await deleteBarcode(tx, gtin14);
  for (const id of plan.removedMsrpIds) await deleteMsrpSnapshot(tx, state.id, id);
  const after = {
    ...plan.after,
    hasPrimaryBarcode: await keepPrimary(tx, state.id, plan.removedGtins.length > 0),
    hasMsrp: (await findMsrpSuppliers(tx, state.id)).hasShown,
  };
  // The food details are restored even if the product is no longer food.
  if (!isFood(after, context) && current.hasFoodRow) await saveFoodDetails(tx, [after]);
  await saveProductStates(tx, [{ before: state, after }], context);
  const { product_id: _id, ...food } = buildFoodRow(after);
  if (!difference.hadFoodRow && Object.values(food).every(isEmptyFact)) await deleteFoodDetails(tx, state.id);
  await restoreStamps(tx, state.id, plan.restored);
}

/** Restores the earlier score, for a product that was not changed in between. */
export async function revertScore(tx: Tx, difference: ProductDifference, productId: string): Promise<void> {
  if (difference.score.before !== null) await restoreScore(tx, productId, difference.score.before);
}

/** Deletes the brand that was created for the product, unless another product has it. */
export async function revertBrand(tx: Tx, { madeBrandId }: ProductDifference): Promise<void> {
  if (madeBrandId !== null) await deleteUnusedBrand(tx, madeBrandId);
}

/** Chooses a new primary barcode after a removal, as `changeBarcodes` does. Returns whether the product has one. */
async function keepPrimary(tx: Tx, productId: string, isRemoved: boolean): Promise<boolean> {
  const stored = await listBarcodes(tx, productId);
  if (stored.some(({ isPrimary }) => isPrimary)) return true;
  const next = isRemoved ? nextPrimary(stored) : undefined;
  if (next) await savePrimaryBarcode(tx, productId, next.gtin14);
  return next !== undefined;
}
