import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/client.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import {
  insertProducts,
  saveFoodDetails,
  saveSuppliers,
  updateProducts,
  type SpokenFields,
  type Stamp,
} from './product-state-store.ts';
import { isFood, type ProductState } from './product-state.ts';
import { buildFoodRow } from './stored-facts.ts';

export interface StateChange {
  /** Undefined if the product is new. */
  before: ProductState | undefined;
  after: ProductState;
  /** The fields to stamp. */
  spoken?: SpokenFields;
}

/**
 * Saves rows, food details, score and provenance of changed products; the caller has locked existing ones. Increments
 * each version. Triggers mark the products for the index.
 */
export async function saveProductStates(
  tx: Tx,
  changes: readonly StateChange[],
  context: CatalogueContext,
  stamp: Stamp = {},
): Promise<void> {
  const created = changes.filter(({ before }) => !before).map(({ after }) => after);
  const updated = changes.filter(({ before }) => before).map(({ after }) => after);
  await insertProducts(tx, created, context);
  await updateProducts(tx, updated, context);
  await saveFoodDetails(
    tx,
    changes.filter((change) => hasNewFoodDetails(change, context)).map(({ after }) => after),
  );
  await saveSuppliers(
    tx,
    changes.map(({ before, after, spoken = {} }) => ({
      id: after.id,
      before: before?.suppliers,
      after: after.suppliers,
      spoken,
    })),
    stamp,
  );
}

function hasNewFoodDetails({ before, after }: StateChange, context: CatalogueContext): boolean {
  if (!isFood(after, context)) return false;
  return !before || !isDeepStrictEqual(buildFoodRow(before), buildFoodRow(after));
}
