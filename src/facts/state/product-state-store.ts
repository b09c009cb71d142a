import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import type { ParsedGtin } from '../../catalog/barcodes/gtin.ts';
import { PROVENANCE_FIELDS } from '../../quality/quality-score.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import type { ProductState, Suppliers } from './product-state.ts';
import { buildFoodRow, buildProductRow, factsObject, FOOD_ROWS, PRODUCT_ROWS } from './stored-facts.ts';

export async function findProductIdsByGtin(tx: Tx, gtins14: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ gtin14: string; product_id: string }>(
    sql`SELECT gtin14, product_id FROM barcodes WHERE gtin14 = ANY(${sql.param(gtins14)}::text[])`,
  );
  return new Map(rows.map((row) => [row.gtin14, row.product_id]));
}

/** Locks the products until the transaction ends, so that no edit made meanwhile is lost. */
export async function loadProductStates(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductState>> {
  if (ids.length === 0) return new Map();
  // A statement of its own: what the next one reads is then as the last holder of the lock has left it.
  await tx.execute(
    sql`SELECT FROM products WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  return await readProductStates(tx, ids);
}

/** The products as they are, unlocked: for looking only. */
export async function readProductStates(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, ProductState>> {
  const { rows } = await db.execute<Omit<ProductState, 'suppliers'> & { suppliers: Suppliers | null }>(sql`
    SELECT p.id, p.brand_id AS "brandId", p.category_id AS "categoryId", p.status,
           p.archive_reason AS "archiveReason", p.merged_into_id AS "mergedIntoId", p.version,
           ${factsObject} AS facts,
           EXISTS (SELECT FROM barcodes b WHERE b.product_id = p.id AND b.is_primary) AS "hasPrimaryBarcode",
           EXISTS (SELECT FROM msrp_snapshots m WHERE m.product_id = p.id AND m.amount > 0) AS "hasMsrp",
           (SELECT jsonb_object_agg(field, source_ids) FROM (
              SELECT field, jsonb_agg(source_id ORDER BY recorded_at, source_id) AS source_ids
              FROM field_provenance WHERE product_id = p.id GROUP BY field) AS by_field) AS suppliers
    FROM products p LEFT JOIN food_details f ON f.product_id = p.id
    WHERE p.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, { ...row, suppliers: row.suppliers ?? {} }]));
}

export async function insertProducts(
  tx: Tx,
  states: readonly ProductState[],
  context: CatalogueContext,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => buildProductRow(state, context));
  await tx.execute(sql`
    INSERT INTO products (${PRODUCT_ROWS.names})
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS ${PRODUCT_ROWS.recordset}`);
}

export async function updateProducts(
  tx: Tx,
  states: readonly ProductState[],
  context: CatalogueContext,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => buildProductRow(state, context));
  await tx.execute(sql`
    UPDATE products p SET ${PRODUCT_ROWS.assignments('r')}, version = p.version + 1, updated_at = now()
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS ${PRODUCT_ROWS.recordset}
    WHERE p.id = r.id`);
}

export async function saveFoodDetails(tx: Tx, states: readonly ProductState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.execute(sql`
    INSERT INTO food_details (${FOOD_ROWS.names})
    SELECT * FROM json_to_recordset(${JSON.stringify(states.map(buildFoodRow))}::json) AS ${FOOD_ROWS.recordset}
    ON CONFLICT (product_id) DO UPDATE SET ${FOOD_ROWS.assignments('excluded')}`);
}

export interface PrimaryBarcode extends Pick<ParsedGtin, 'gtin14' | 'type' | 'packLevelDefault'> {
  productId: string;
}

export async function insertPrimaryBarcodes(tx: Tx, barcodes: readonly PrimaryBarcode[]): Promise<void> {
  if (barcodes.length === 0) return;
  const column = (key: keyof PrimaryBarcode) => sql.param(barcodes.map((barcode) => barcode[key]));
  await tx.execute(sql`
    INSERT INTO barcodes (gtin14, product_id, type, pack_level, is_primary)
    SELECT gtin14, product_id, type, pack_level, true
    FROM unnest(${column('gtin14')}::text[], ${column('productId')}::uuid[], ${column('type')}::text[],
                ${column('packLevelDefault')}::text[]) AS r(gtin14, product_id, type, pack_level)`);
}

/** Writes the difference between who supplied what before and now. */
export async function saveSuppliers(
  tx: Tx,
  changes: readonly { id: string; before: Suppliers; after: Suppliers }[],
): Promise<void> {
  const added: [string, string, string][] = [];
  const removed: [string, string, string][] = [];
  for (const { id, before, after } of changes) {
    for (const field of PROVENANCE_FIELDS) {
      const old = before[field] ?? [];
      const now = after[field] ?? [];
      for (const sourceId of now) if (!old.includes(sourceId)) added.push([id, field, sourceId]);
      for (const sourceId of old) if (!now.includes(sourceId)) removed.push([id, field, sourceId]);
    }
  }
  if (removed.length > 0) {
    await tx.execute(sql`
      DELETE FROM field_provenance f USING ${unnestProvenance(removed)}
      WHERE f.product_id = r.product_id AND f.field = r.field AND f.source_id = r.source_id`);
  }
  if (added.length > 0) {
    // Of new products there is nothing that could be in the way, and looking for it is a third of the work.
    const isNew = changes.every(({ before }) => Object.keys(before).length === 0);
    await tx.execute(sql`
      INSERT INTO field_provenance (product_id, field, source_id)
      SELECT product_id, field, source_id FROM ${unnestProvenance(added)}
      ${isNew ? sql`` : sql`ON CONFLICT DO NOTHING`}`);
  }
}

/** Notes with which contribution and by which operator a source came to say these fields, and that it was now. */
export async function stampProvenance(
  tx: Tx,
  rows: readonly [productId: string, field: string, sourceId: string][],
  stamp: { submissionId: string | null; operatorId: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    UPDATE field_provenance f
    SET submission_id = ${stamp.submissionId}, operator_id = ${stamp.operatorId}, recorded_at = now()
    FROM ${unnestProvenance(rows)}
    WHERE f.product_id = r.product_id AND f.field = r.field AND f.source_id = r.source_id`);
}

function unnestProvenance(rows: readonly [string, string, string][]) {
  const column = (index: 0 | 1 | 2) => sql.param(rows.map((row) => row[index]));
  return sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::uuid[])
    AS r(product_id, field, source_id)`;
}

/** The stored scores, by product. */
export async function loadScores(tx: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; score: number }>(
    sql`SELECT id, quality_score::float8 AS score FROM products WHERE id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}
