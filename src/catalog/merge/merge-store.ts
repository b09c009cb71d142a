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
    select
      (select coalesce(json_agg(json_build_object('gtin14', gtin14, 'pack_level', pack_level, 'is_primary', is_primary)
        order by is_primary desc, created_at, gtin14), '[]') from barcodes where product_id = ${productId}) as barcodes,
      (select count(*)::int from msrp_snapshots where product_id = ${productId}) as "msrpCount",
      (select count(*)::int from source_records where product_id = ${productId}) as "sourceRecordCount"`);
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
    sql`update barcodes set product_id = ${winnerId}, is_primary = false where product_id = ${loserId}`,
  );
  if (primaryGtin14 !== undefined) {
    await tx.execute(sql`update barcodes set is_primary = true where gtin14 = ${primaryGtin14}`);
  }
}

/**
 * Moves prices, import records, products that were merged into the loser before, and submissions about it. Skips a
 * submission that is being decided, because that decision waits for the locked product already.
 */
export async function moveBelongings(tx: Tx, loserId: string, winnerId: string): Promise<void> {
  await tx.execute(sql`update msrp_snapshots set product_id = ${winnerId} where product_id = ${loserId}`);
  await tx.execute(sql`update source_records set product_id = ${winnerId} where product_id = ${loserId}`);
  await tx.execute(sql`update products set merged_into_id = ${winnerId} where merged_into_id = ${loserId}`);
  for (const column of [sql`product_id`, sql`result_product_id`]) {
    await tx.execute(sql`
      update submissions set ${column} = ${winnerId} where id in (
        select id from submissions where ${column} = ${loserId} for update skip locked)`);
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
    insert into field_provenance (product_id, field, source_id, submission_id, operator_id, recorded_at)
    select ${winnerId}, field, source_id, submission_id, operator_id, recorded_at from field_provenance
    where product_id = ${loserId} and field = any(${sql.param(fields)}::text[])
    on conflict do nothing`);
}
