import type { Tx } from '../../db/client.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { saveFoodDetails } from '../../facts/state/product-state-store.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';
import { buildFoodRow } from '../../facts/state/stored-facts.ts';
import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import { isFood } from '../../facts/state/product-state.ts';
import { deleteBarcode, listBarcodes, savePrimaryBarcode } from '../barcodes/barcode-store.ts';
import { nextPrimary } from '../barcodes/next-primary.ts';
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

/** Writes a plan of `planRevert` to a locked product, and counts its version up by one. */
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
  // The row of a fact of food is put back also where the product is no food any more.
  if (!isFood(after, context) && current.hasFoodRow) await saveFoodDetails(tx, [after]);
  await saveProductStates(tx, [{ before: state, after, spokenFields: [] }], { sourceId: '' }, context);
  const { product_id: _id, ...food } = buildFoodRow(after);
  if (!difference.hadFoodRow && Object.values(food).every(isEmptyFact)) await deleteFoodDetails(tx, state.id);
  await restoreStamps(tx, state.id, plan.restored);
}

/** Where nothing came in between, the score is what it was, however it had come about. */
export async function revertScore(tx: Tx, difference: ProductDifference, productId: string): Promise<void> {
  if (difference.score.before !== null) await restoreScore(tx, productId, difference.score.before);
}

/** Takes a brand away again that was made for a product and that no other has. */
export async function revertBrand(tx: Tx, { madeBrandId }: ProductDifference): Promise<void> {
  if (madeBrandId !== null) await deleteUnusedBrand(tx, madeBrandId);
}

/** As when a barcode is removed. */
async function keepPrimary(tx: Tx, productId: string, isRemoved: boolean): Promise<boolean> {
  const stored = await listBarcodes(tx, productId);
  if (stored.some(({ isPrimary }) => isPrimary)) return true;
  const next = isRemoved ? nextPrimary(stored) : undefined;
  if (next) await savePrimaryBarcode(tx, productId, next.gtin14);
  return next !== undefined;
}
