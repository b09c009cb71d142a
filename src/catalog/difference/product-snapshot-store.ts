import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { lockProducts, stateColumns, type StateRow } from '../../facts/state/product-state-store.ts';
import type { ProductState } from '../../facts/state/product-state.ts';

/** The supplier of a field, its submission or operator, and the time to the microsecond, in UTC. */
export interface ProvenanceRow {
  field: string;
  source_id: string;
  submission_id: string | null;
  operator_id: string | null;
  recorded_at: string;
}

export interface BarcodeRow {
  gtin14: string;
  type: string;
  pack_level: string;
  region: string | null;
  is_primary: boolean;
}

export interface MsrpRow {
  id: string;
  amount: number;
  currency: string;
  region: string;
  effective_date: string | null;
  source_url: string | null;
  note: string | null;
}

/** A stored product with its barcodes, prices and provenance. */
export interface ProductSnapshot {
  state: ProductState;
  qualityScore: number;
  hasFoodRow: boolean;
  brandName: string | null;
  /** Whether its brand was created in this transaction. */
  isBrandNew: boolean;
  provenance: ProvenanceRow[];
  barcodes: BarcodeRow[];
  msrp: MsrpRow[];
}

const provenanceRow = sql.raw(`json_build_object('field', field, 'source_id', source_id,
  'submission_id', submission_id, 'operator_id', operator_id,
  'recorded_at', to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))`);

/** Returns the product, locked until the transaction ends, or undefined when it does not exist. */
export async function lockProductSnapshot(tx: Tx, id: string): Promise<ProductSnapshot | undefined> {
  await lockProducts(tx, [id]);
  return await readProductSnapshot(tx, id);
}

/** The same without a lock, for a product that the transaction has locked or written. */
export async function readProductSnapshot(tx: Tx, id: string): Promise<ProductSnapshot | undefined> {
  const { rows } = await tx.execute<Omit<ProductSnapshot, 'state'> & StateRow>(sql`
    select ${stateColumns}, p.quality_score::float8 as "qualityScore", f.product_id is not null as "hasFoodRow",
      brand.name as "brandName", coalesce(brand.created_at = now(), false) as "isBrandNew",
      (select coalesce(json_agg(${provenanceRow} order by field, source_id), '[]')
       from field_provenance where product_id = p.id) as provenance,
      (select coalesce(json_agg(json_build_object('gtin14', gtin14, 'type', type, 'pack_level', pack_level,
         'region', region, 'is_primary', is_primary) order by gtin14), '[]')
       from barcodes where product_id = p.id) as barcodes,
      (select coalesce(json_agg(json_build_object('id', id, 'amount', amount::float8, 'currency', currency,
         'region', region, 'effective_date', effective_date, 'source_url', source_url, 'note', note)
         order by recorded_at, id), '[]') from msrp_snapshots where product_id = p.id) as msrp
    from products p left join food_details f on f.product_id = p.id left join brands brand on brand.id = p.brand_id
    where p.id = ${id}`);
  if (!rows[0]) return undefined;
  const { qualityScore, hasFoodRow, brandName, isBrandNew, provenance, barcodes, msrp, ...state } = rows[0];
  return { state, qualityScore, hasFoodRow, brandName, isBrandNew, provenance, barcodes, msrp };
}

/** Returns the names of the products' brands, by id. */
export function brandNamesOf(products: readonly (ProductSnapshot | undefined)[]): Map<string, string> {
  return new Map(
    products.flatMap((one) =>
      one?.state.brandId && one.brandName ? [[one.state.brandId, one.brandName]] : [],
    ),
  );
}

/** Restores the submission, operator and time of provenance rows. */
export async function restoreStamps(
  tx: Tx,
  productId: string,
  rows: readonly ProvenanceRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update field_provenance f set submission_id = r.submission_id, operator_id = r.operator_id,
      recorded_at = r.recorded_at::timestamp at time zone 'UTC'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (field text, source_id uuid, submission_id uuid,
      operator_id uuid, recorded_at text)
    where f.product_id = ${productId} and f.field = r.field and f.source_id = r.source_id`);
}

export async function deleteFoodDetails(tx: Tx, productId: string): Promise<void> {
  await tx.execute(sql`delete from food_details where product_id = ${productId}`);
}

/** Restores an earlier score. */
export async function restoreScore(tx: Tx, productId: string, score: number): Promise<void> {
  await tx.execute(sql`update products set quality_score = ${score} where id = ${productId}`);
}

/** Deletes a brand unless a product or an alias has it. */
export async function deleteUnusedBrand(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    delete from brands b where id = ${id} and not exists (select from products where brand_id = b.id)
      and not exists (select from brand_names where brand_id = b.id and is_alias)`);
}
