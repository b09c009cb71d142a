import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';

/** The rows of a product besides its facts. */
export interface Belongings {
  /** Primary first, then the oldest. */
  barcodes: { gtin14: string; pack_level: string; is_primary: boolean }[];
  msrpCount: number;
  sourceRecordCount: number;
}

export async function findBelongings(db: Db | Tx, productId: string): Promise<Belongings> {
  const { rows } = await db.execute<Belongings & Record<string, unknown>>(sql`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('gtin14', gtin14, 'pack_level', pack_level, 'is_primary', is_primary)
        ORDER BY is_primary DESC, created_at, gtin14), '[]') FROM barcodes WHERE product_id = ${productId}) AS barcodes,
      (SELECT count(*)::int FROM msrp_snapshots WHERE product_id = ${productId}) AS "msrpCount",
      (SELECT count(*)::int FROM source_records WHERE product_id = ${productId}) AS "sourceRecordCount"`);
  return rows[0] ?? { barcodes: [], msrpCount: 0, sourceRecordCount: 0 };
}

/** Moves the loser’s barcodes to the winner. `primaryGtin14` becomes primary if the winner has no primary barcode. */
export async function moveBarcodes(
  tx: Tx,
  loserId: string,
  winnerId: string,
  primaryGtin14: string | undefined,
): Promise<void> {
  await tx.execute(
    sql`UPDATE barcodes SET product_id = ${winnerId}, is_primary = false WHERE product_id = ${loserId}`,
  );
  if (primaryGtin14 !== undefined) {
    await tx.execute(sql`UPDATE barcodes SET is_primary = true WHERE gtin14 = ${primaryGtin14}`);
  }
}

/**
 * Moves prices, import records, products that were merged into the loser before, and submissions about it. Skips a
 * submission that is being decided, because that decision waits for the locked product already.
 */
export async function moveBelongings(tx: Tx, loserId: string, winnerId: string): Promise<void> {
  await tx.execute(sql`UPDATE msrp_snapshots SET product_id = ${winnerId} WHERE product_id = ${loserId}`);
  await tx.execute(sql`UPDATE source_records SET product_id = ${winnerId} WHERE product_id = ${loserId}`);
  await tx.execute(sql`UPDATE products SET merged_into_id = ${winnerId} WHERE merged_into_id = ${loserId}`);
  for (const column of [sql`product_id`, sql`result_product_id`]) {
    await tx.execute(sql`
      UPDATE submissions SET ${column} = ${winnerId} WHERE id IN (
        SELECT id FROM submissions WHERE ${column} = ${loserId} FOR UPDATE SKIP LOCKED)`);
  }
}

/** Copies the provenance of these fields, with submission, operator and time. */
export async function copyProvenance(
  tx: Tx,
  loserId: string,
  winnerId: string,
  fields: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
    SELECT ${winnerId}, field, source_id, submission_id, operator_id, recorded_at FROM field_provenance
    WHERE product_id = ${loserId} AND field = ANY(${sql.param(fields)}::text[])
    ON CONFLICT DO NOTHING`);
}
