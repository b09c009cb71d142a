import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type Author } from '../../platform/audit/audit-store.ts';
import { findLastSeq } from '../../platform/audit/entity-rows-store.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { describeComparison } from '../../facts/compare-claims.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { requireVersion } from '../products/lock-product.ts';
import type { MergePreview } from './merge-contract.ts';
import {
  copyProvenance,
  findBelongings,
  moveBarcodes,
  moveBelongings,
  type Belongings,
} from './merge-store.ts';
import { readWhatMoves, saveMergeRecord } from './merge-record-store.ts';
import { planMerge, type MergePlan } from './plan-merge.ts';
import { buildAuditDiff } from '../products/administration/product-audit.ts';
import { loadProductStates, readProductStates } from '../../facts/state/product-state-store.ts';
import { buildStateScore, type ProductState } from '../../facts/state/product-state.ts';
import { invalidFact } from '../../facts/resolve-facts.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';

interface Pair {
  loserId: string;
  winnerId: string;
}

/**
 * Returns a preview of a merge.
 * @throws ApiError `not_found`, `validation_failed` (with itself), `invalid_state`
 */
export async function previewMerge(db: Db, pair: Pair): Promise<MergePreview> {
  const { loser, winner } = requirePair(await readProductStates(db, [pair.loserId, pair.winnerId]), pair);
  const context = await loadCatalogueContext(db);
  const [loserHas, winnerHas, brandNames] = await Promise.all([
    findBelongings(db, loser.id),
    findBelongings(db, winner.id),
    loadBrandNames(db, [loser.brandId, winner.brandId]),
  ]);
  const primary = winnerHas.barcodes.find(({ is_primary }) => is_primary)?.gtin14 ?? nextPrimary(loserHas);
  const plan = planMerge(loser, winner, brandNames, context, primary !== undefined);
  return {
    from: describe(loser),
    into: describe(winner),
    fields: plan.compared.map(describeComparison),
    barcodes: loserHas.barcodes.map(({ gtin14 }) => displayGtin(gtin14)),
    primary_gtin: primary === undefined ? null : displayGtin(primary),
    msrp_count: loserHas.msrpCount,
    source_record_count: loserHas.sourceRecordCount,
    quality_score_before: buildStateScore(winner, context),
    quality_score_after: buildStateScore(plan.winner, context),
  };
}

/**
 * Merges two records of one product as `planMerge` plans. The loser stays archived and refers to the winner. Both are locked
 * in the order of their ids, so that two merges cannot deadlock.
 * @throws ApiError as `previewMerge`, and `version_conflict` when either was changed meanwhile
 */
export async function mergeProducts(
  db: Db,
  merge: Pair & { loserVersion: number; winnerVersion: number; author: Author },
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const context = await loadCatalogueContext(tx);
    const { loser, winner } = requirePair(
      await loadProductStates(tx, [merge.loserId, merge.winnerId]),
      merge,
    );
    requireVersion(loser, merge.loserVersion);
    requireVersion(winner, merge.winnerVersion);
    const brandNames = await loadBrandNames(tx, [loser.brandId, winner.brandId]);
    const belongings = await findBelongings(tx, loser.id);
    const moved = await readWhatMoves(tx, loser.id, winner.id);
    const newPrimary = winner.hasPrimaryBarcode ? undefined : nextPrimary(belongings);
    const hasPrimary = winner.hasPrimaryBarcode || newPrimary !== undefined;
    const plan = planMerge(loser, winner, brandNames, context, hasPrimary);
    await moveBarcodes(tx, loser.id, winner.id, newPrimary);
    await moveBelongings(tx, loser.id, winner.id);
    await copyProvenance(tx, loser.id, winner.id, plan.movedFields);
    await saveProductStates(
      tx,
      [
        { before: loser, after: plan.loser },
        { before: winner, after: plan.winner },
      ],
      context,
    );
    const seq = await saveAudit(tx, {
      loser,
      winner,
      plan,
      belongings,
      brandNames,
      context,
      author: merge.author,
    });
    await saveMergeRecord(tx, { loser, winner, moved }, seq);
  });
}

function requirePair(
  states: ReadonlyMap<string, ProductState>,
  { loserId, winnerId }: Pair,
): { loser: ProductState; winner: ProductState } {
  if (loserId === winnerId)
    throw invalidFact('into', 'same_product', 'A product cannot be merged into itself.');
  const [loser, winner] = [states.get(loserId), states.get(winnerId)];
  if (!loser) throw new ApiError('not_found', 'There is no product with this id.');
  if (!winner) throw new ApiError('not_found', 'There is no product to merge into.');
  if (loser.mergedIntoId) {
    throw new ApiError('invalid_state', 'This product was merged into another one already.', {
      details: { status: loser.status, merged_into_id: loser.mergedIntoId },
    });
  }
  if (winner.status === 'archived') {
    throw new ApiError('invalid_state', 'The product to merge into is archived.', {
      details: { status: winner.status, merged_into_id: winner.mergedIntoId },
    });
  }
  return { loser, winner };
}

/** Returns the loser's former primary barcode, or otherwise its oldest barcode of a single item. */
function nextPrimary({ barcodes }: Belongings): string | undefined {
  const next =
    barcodes.find((item) => item.is_primary) ?? barcodes.find((item) => item.pack_level === 'each');
  return next?.gtin14;
}

function describe({ id, facts, version, status }: ProductState): MergePreview['from'] {
  return { id, name: facts.name, version, status };
}

interface MergeAudit {
  loser: ProductState;
  winner: ProductState;
  plan: MergePlan;
  belongings: Belongings;
  brandNames: ReadonlyMap<string, string>;
  context: CatalogueContext;
  author: Author;
}

/** Writes an audit row for each of the two products, so that both histories show it. Returns the number of the winner’s row. */
async function saveAudit(tx: Tx, record: MergeAudit): Promise<number> {
  const { loser, winner, plan, belongings, brandNames, context, author } = record;
  const moved = {
    barcodes: belongings.barcodes.map(({ gtin14 }) => displayGtin(gtin14)),
    msrp_count: belongings.msrpCount,
    source_record_count: belongings.sourceRecordCount,
  };
  const gone = buildAuditDiff(loser, plan.loser, brandNames, context);
  const completed = buildAuditDiff(winner, plan.winner, brandNames, context);
  await saveAuditEntries(tx, author, [
    {
      action: 'product.merged',
      entityId: loser.id,
      before: { ...gone.before, ...moved },
      after: { ...gone.after, merged_into_name: winner.facts.name },
    },
    {
      action: 'product.completed_by_merge',
      entityId: winner.id,
      before: completed.before,
      after: { ...completed.after, ...moved, merged_from_id: loser.id, merged_from_name: loser.facts.name },
    },
  ]);
  return await findLastSeq(tx, 'product', winner.id);
}
