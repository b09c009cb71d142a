import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import { findLastSeq } from '../../platform/audit/entity-rows-store.ts';
import type { Tx } from '../../platform/db/client.ts';
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
    select jsonb_build_object(
      'barcodes', (select coalesce(jsonb_agg(jsonb_build_object('gtin14', gtin14, 'is_primary', is_primary)), '[]')
        from barcodes where product_id = ${loserId}),
      'winner_primary', (select gtin14 from barcodes where product_id = ${winnerId} and is_primary),
      'msrp_ids', (select coalesce(jsonb_agg(id), '[]') from msrp_snapshots where product_id = ${loserId}),
      'source_records', (select coalesce(jsonb_agg(jsonb_build_object('source_id', source_id, 'source_key', source_key)), '[]')
        from source_records where product_id = ${loserId}),
      'merged_ids', (select coalesce(jsonb_agg(id), '[]') from products where merged_into_id = ${loserId}),
      'submission_ids', (select coalesce(jsonb_agg(id), '[]') from submissions where product_id = ${loserId}),
      'result_submission_ids', (select coalesce(jsonb_agg(id), '[]') from submissions where result_product_id = ${loserId}),
      'provenance', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from field_provenance f
        where product_id in (${loserId}, ${winnerId}))) as moved`);
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
    const seq = await findLastSeq(tx, 'product', winnerId);
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
    update barcodes set product_id = ${loserId}, is_primary = false
    where product_id = ${winnerId} and gtin14 = any(${ids(gtins)}::text[])`);
  const primaries = [moved.winner_primary, moved.barcodes.find(({ is_primary }) => is_primary)?.gtin14];
  await tx.execute(sql`
    update barcodes set is_primary = true
    where gtin14 = any(${ids(primaries.filter((gtin) => typeof gtin === 'string'))}::text[])`);
  await tx.execute(sql`
    update msrp_snapshots set product_id = ${loserId}
    where product_id = ${winnerId} and id = any(${ids(moved.msrp_ids)}::uuid[])`);
  await tx.execute(sql`
    update source_records s set product_id = ${loserId}
    from jsonb_to_recordset(${JSON.stringify(moved.source_records)}::jsonb) as r (source_id uuid, source_key text)
    where s.product_id = ${winnerId} and s.source_id = r.source_id and s.source_key = r.source_key`);
  await tx.execute(sql`
    update products set merged_into_id = ${loserId}
    where merged_into_id = ${winnerId} and id = any(${ids(moved.merged_ids)}::uuid[])`);
  for (const [column, list] of [
    [sql`product_id`, moved.submission_ids],
    [sql`result_product_id`, moved.result_submission_ids],
  ] as const) {
    await tx.execute(sql`
      update submissions set ${column} = ${loserId} where id in (
        select id from submissions where ${column} = ${winnerId} and id = any(${ids(list)}::uuid[]) for update skip locked)`);
  }
}

/** Restores the provenance of both products, with submission, operator and time. */
export async function restoreProvenance(tx: Tx, { loser, winner, moved }: MergeRecord): Promise<void> {
  await tx.execute(sql`delete from field_provenance where product_id in (${loser.id}, ${winner.id})`);
  await tx.execute(sql`
    insert into field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
    select r.product_id, r.field, r.source_id, r.submission_id, r.operator_id, r.recorded_at
    from jsonb_to_recordset(${JSON.stringify(moved.provenance)}::jsonb) as r (product_id uuid, field text,
      source_id uuid, submission_id uuid, operator_id uuid, recorded_at timestamptz)`);
}
