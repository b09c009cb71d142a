import { and, eq, gt, isNull, max, sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { operators } from '../../platform/db/schema/operators.ts';
import { productMerges } from '../../platform/db/schema/provenance.ts';
import type { ProductState } from '../../facts/state/product-state.ts';

/** The rows that a merge moves from the loser to the winner, and the provenance of both. */
interface WhatMoves {
  barcodes: { gtin14: string; is_primary: boolean }[];
  /** The primary barcode of the winner. */
  winner_primary: string | null;
  msrp_ids: string[];
  source_records: { source_id: string; source_key: string }[];
  /** Products that were merged into the loser before. */
  merged_ids: string[];
  /** Submissions about the loser, and submissions that created or completed it. */
  submission_ids: string[];
  result_submission_ids: string[];
  /** Rows of `field_provenance` of both. */
  provenance: Record<string, unknown>[];
}

/** Both products before the merge, with the moved rows. */
export interface MergeRecord {
  loser: ProductState;
  winner: ProductState;
  moved: WhatMoves;
}

export async function readWhatMoves(tx: Tx, loserId: string, winnerId: string): Promise<WhatMoves> {
  const { rows } = await tx.execute<{ moved: WhatMoves }>(sql`
    SELECT jsonb_build_object(
      'barcodes', (SELECT coalesce(jsonb_agg(jsonb_build_object('gtin14', gtin14, 'is_primary', is_primary)), '[]')
        FROM barcodes WHERE product_id = ${loserId}),
      'winner_primary', (SELECT gtin14 FROM barcodes WHERE product_id = ${winnerId} AND is_primary),
      'msrp_ids', (SELECT coalesce(jsonb_agg(id), '[]') FROM msrp_snapshots WHERE product_id = ${loserId}),
      'source_records', (SELECT coalesce(jsonb_agg(jsonb_build_object('source_id', source_id, 'source_key', source_key)), '[]')
        FROM source_records WHERE product_id = ${loserId}),
      'merged_ids', (SELECT coalesce(jsonb_agg(id), '[]') FROM products WHERE merged_into_id = ${loserId}),
      'submission_ids', (SELECT coalesce(jsonb_agg(id), '[]') FROM submissions WHERE product_id = ${loserId}),
      'result_submission_ids', (SELECT coalesce(jsonb_agg(id), '[]') FROM submissions WHERE result_product_id = ${loserId}),
      'provenance', (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM field_provenance f
        WHERE product_id IN (${loserId}, ${winnerId}))) AS moved`);
  if (!rows[0]) throw new Error('a statement without a FROM answered no row');
  return rows[0].moved;
}

/** Saves the state before a merge, in the transaction of the merge. */
export async function saveMergeRecord(tx: Tx, before: MergeRecord, auditSeq: number): Promise<void> {
  const { loser, winner } = before;
  await tx.insert(productMerges).values({
    id: uuidV7(),
    loserId: loser.id,
    winnerId: winner.id,
    winnerVersion: winner.version + 1,
    auditSeq,
    before,
  });
}

export interface StandingMerge {
  id: string;
  winnerId: string;
  winnerVersion: number;
  auditSeq: number;
  before: MergeRecord;
}

/** Returns the merge that archived a product, or undefined when it was undone or not recorded. */
export async function findStandingMerge(tx: Tx, loserId: string): Promise<StandingMerge | undefined> {
  const { id, winnerId, winnerVersion, auditSeq, before } = productMerges;
  const [row] = await tx
    .select({ id, winnerId, winnerVersion, auditSeq, before })
    .from(productMerges)
    .where(and(eq(productMerges.loserId, loserId), isNull(productMerges.undoneAt)));
  return row as StandingMerge | undefined;
}

/**
 * Closes an undone merge and deletes its recorded data. Both products are again in the state that earlier merges
 * left, so those merges can be undone under the products' current versions.
 */
export async function closeMergeRecord(
  tx: Tx,
  id: string,
  products: readonly { id: string; versionBefore: number; versionNow: number }[],
): Promise<void> {
  await tx
    .update(productMerges)
    .set({ undoneAt: sql`now()`, before: {} })
    .where(eq(productMerges.id, id));
  for (const { id: winnerId, versionBefore, versionNow } of products) {
    const seq = await findLastSeq(tx, winnerId);
    await tx
      .update(productMerges)
      .set({ winnerVersion: versionNow, auditSeq: seq })
      .where(
        and(
          eq(productMerges.winnerId, winnerId),
          eq(productMerges.winnerVersion, versionBefore),
          isNull(productMerges.undoneAt),
        ),
      );
  }
}

/** Returns the number of the last audit row of a product, or 0 without a row. */
export async function findLastSeq(tx: Tx, productId: string): Promise<number> {
  const [row] = await tx
    .select({ seq: max(auditLog.seq) })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'product'), eq(auditLog.entityId, productId)));
  return row?.seq ?? 0;
}

interface ChangeSince {
  seq: number;
  at: Date;
  actor: string;
  /** The e-mail of the operator. */
  actorEmail: string | null;
  action: string;
  after: unknown;
}

/** Returns the later changes of a product by operators and reviews, oldest first. */
export async function listChangesSince(tx: Tx, productId: string, seq: number): Promise<ChangeSince[]> {
  const { seq: number, at, actor, action, after } = auditLog;
  return await tx
    .select({ seq: number, at, actor, actorEmail: operators.email, action, after })
    .from(auditLog)
    .leftJoin(operators, sql`${actor} = 'operator:' || ${operators.id}`)
    .where(and(eq(auditLog.entity, 'product'), eq(auditLog.entityId, productId), gt(auditLog.seq, seq)))
    .orderBy(auditLog.seq)
    .limit(50);
}

/** Moves the rows of a merge back, except those that were moved on since. */
export async function moveBack(
  tx: Tx,
  loserId: string,
  winnerId: string,
  { moved }: MergeRecord,
): Promise<void> {
  const ids = (list: readonly string[]) => sql.param(list);
  const gtins = moved.barcodes.map(({ gtin14 }) => gtin14);
  await tx.execute(sql`
    UPDATE barcodes SET product_id = ${loserId}, is_primary = false
    WHERE product_id = ${winnerId} AND gtin14 = ANY(${ids(gtins)}::text[])`);
  const primaries = [moved.winner_primary, moved.barcodes.find(({ is_primary }) => is_primary)?.gtin14];
  await tx.execute(sql`
    UPDATE barcodes SET is_primary = true
    WHERE gtin14 = ANY(${ids(primaries.filter((gtin) => typeof gtin === 'string'))}::text[])`);
  await tx.execute(sql`
    UPDATE msrp_snapshots SET product_id = ${loserId}
    WHERE product_id = ${winnerId} AND id = ANY(${ids(moved.msrp_ids)}::uuid[])`);
  await tx.execute(sql`
    UPDATE source_records s SET product_id = ${loserId}
    FROM jsonb_to_recordset(${JSON.stringify(moved.source_records)}::jsonb) AS r (source_id uuid, source_key text)
    WHERE s.product_id = ${winnerId} AND s.source_id = r.source_id AND s.source_key = r.source_key`);
  await tx.execute(sql`
    UPDATE products SET merged_into_id = ${loserId}
    WHERE merged_into_id = ${winnerId} AND id = ANY(${ids(moved.merged_ids)}::uuid[])`);
  for (const [column, list] of [
    [sql`product_id`, moved.submission_ids],
    [sql`result_product_id`, moved.result_submission_ids],
  ] as const) {
    await tx.execute(sql`
      UPDATE submissions SET ${column} = ${loserId} WHERE id IN (
        SELECT id FROM submissions WHERE ${column} = ${winnerId} AND id = ANY(${ids(list)}::uuid[]) FOR UPDATE SKIP LOCKED)`);
  }
}

/** Restores the provenance of both products, with submission, operator and time. */
export async function restoreProvenance(tx: Tx, { loser, winner, moved }: MergeRecord): Promise<void> {
  await tx.execute(sql`DELETE FROM field_provenance WHERE product_id IN (${loser.id}, ${winner.id})`);
  await tx.execute(sql`
    INSERT INTO field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
    SELECT r.product_id, r.field, r.source_id, r.submission_id, r.operator_id, r.recorded_at
    FROM jsonb_to_recordset(${JSON.stringify(moved.provenance)}::jsonb) AS r (product_id uuid, field text,
      source_id uuid, submission_id uuid, operator_id uuid, recorded_at timestamptz)`);
}
