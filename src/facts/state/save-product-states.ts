import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/client.ts';
import type { ProvenanceField } from '../../quality/quality-score.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import {
  insertProducts,
  saveFoodDetails,
  saveSuppliers,
  stampProvenance,
  updateProducts,
} from './product-state-store.ts';
import { isFood, type ProductState } from './product-state.ts';
import { buildFoodRow } from './stored-facts.ts';

export interface StateChange {
  /** Undefined: the product is new. */
  before: ProductState | undefined;
  after: ProductState;
  /** The fields that the speaker says from now on. */
  spokenFields: readonly ProvenanceField[];
}

/** Whose words are saved: the source, the submission, and the operator who wrote or approved it. */
export interface Speaker {
  sourceId: string;
  submissionId?: string | undefined;
  operatorId?: string | undefined;
}

/**
 * Rows, food details, score and provenance of changed products; the caller has locked those that exist. Each version
 * goes up by one. Triggers mark the products for the index.
 */
export async function saveProductStates(
  tx: Tx,
  changes: readonly StateChange[],
  speaker: Speaker,
  context: CatalogueContext,
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
    changes.map(({ before, after }) => ({
      id: after.id,
      before: before?.suppliers ?? {},
      after: after.suppliers,
    })),
  );
  await stampProvenance(
    tx,
    changes.map(({ after, spokenFields }) => ({
      product_id: after.id,
      source_id: speaker.sourceId,
      fields: spokenFields,
    })),
    { submissionId: speaker.submissionId ?? null, operatorId: speaker.operatorId ?? null },
  );
}

function hasNewFoodDetails({ before, after }: StateChange, context: CatalogueContext): boolean {
  if (!isFood(after, context)) return false;
  return !before || !isDeepStrictEqual(buildFoodRow(before), buildFoodRow(after));
}
