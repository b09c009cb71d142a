import { isDeepStrictEqual } from 'node:util';
import type { ProductDifference } from '../../catalog/difference/diff-products.ts';
import {
  restoreStamps,
  type ProductSnapshot,
  type ProvenanceRow,
} from '../../catalog/difference/product-snapshot-store.ts';
import type { Tx } from '../../platform/db/client.ts';
import { findDecisionRecord, saveDifference, type DecisionRecord } from './decision-record-store.ts';
import type { LaterApproval } from './later-changes-store.ts';
import { readLaterWords } from './later-words.ts';

/**
 * If a later submission supplied the same field, it stays the supplier. Its undo record is rewritten: undoing it later
 * restores the value from before this approval.
 */
export async function keepLaterSuppliers(
  tx: Tx,
  productId: string,
  left: ProductDifference['provenance'],
  current: ProductSnapshot,
  later: readonly LaterApproval[],
): Promise<void> {
  if (left.length === 0) return;
  const laterRecords: { record: DecisionRecord; approval: LaterApproval }[] = [];
  for (const approval of later) {
    const record = await findDecisionRecord(tx, approval.submissionId);
    if (record) laterRecords.push({ record, approval });
  }
  for (const { before, after } of left) {
    if (!after) continue;
    for (const { record } of laterRecords) {
      const own = record.difference?.provenance.find((row) => isDeepStrictEqual(row.before, after));
      if (own) own.before = before;
    }
    const isThere = current.provenance.some((row) => isDeepStrictEqual(row, after));
    const supplier = laterRecords.find(({ approval }) => readLaterWords(approval).spoken.has(after.field));
    if (!isThere || !supplier) continue;
    const stamped: ProvenanceRow = {
      ...after,
      submission_id: supplier.record.submissionId,
      operator_id: supplier.record.operatorId,
    };
    await restoreStamps(tx, productId, [stamped]);
    supplier.record.difference?.provenance.push({ before, after: stamped });
  }
  for (const { record } of laterRecords)
    if (record.difference) await saveDifference(tx, record.id, record.difference);
}
