import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { ParsedGtin } from '../values/gtin.ts';
import { PROVENANCE_FIELDS, type ProvenanceField } from '../../quality/quality-score.ts';
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
           coalesce(p.claims, '{}') AS claims,
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
    INSERT INTO products (${PRODUCT_ROWS.names}, read_version)
    SELECT r.*, 1 FROM json_to_recordset(${JSON.stringify(rows)}::json) AS ${PRODUCT_ROWS.recordset}`);
}

export async function updateProducts(
  tx: Tx,
  states: readonly ProductState[],
  context: CatalogueContext,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => buildProductRow(state, context));
  await tx.execute(sql`
    UPDATE products p SET ${PRODUCT_ROWS.assignments('r')}, version = p.version + 1,
      read_version = p.version + 1, updated_at = now()
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

/**
 * Writes the difference between who supplied what before and now. Whoever changes a product has locked it, so that nobody
 * else writes these rows; that a source says a field once is kept by the key of the table and the keys of `fields`.
 */
export async function saveSuppliers(
  tx: Tx,
  changes: readonly { id: string; before: Suppliers; after: Suppliers }[],
): Promise<void> {
  const compared = changes.map(({ id, before, after }) => ({
    id,
    isNew: Object.keys(before).length === 0,
    before: groupBySource(before),
    after: groupBySource(after),
  }));
  const removed = compared.flatMap(({ id, before, after }) => listMissing(id, before, after));
  const added = compared.flatMap(({ id, before, after }) => listMissing(id, after, before));
  if (removed.length > 0) {
    await tx.execute(sql`
      UPDATE provenance p SET fields = p.fields - r.fields FROM ${recordset(removed)}
      WHERE p.product_id = r.product_id AND p.source_id = r.source_id`);
    await tx.execute(sql`
      DELETE FROM provenance WHERE product_id = ANY(${sql.param(removed.map((row) => row.product_id))}::uuid[])
        AND fields = '{}'`);
  }
  if (added.length > 0) {
    // Of new products there is nothing that could be in the way, and looking for it is a third of the work.
    const isNew = compared.every((change) => change.isNew);
    await tx.execute(sql`
      INSERT INTO provenance AS p (product_id, source_id, fields)
      SELECT product_id, source_id, jsonb_object(fields, array_fill(NULL::text, ARRAY[cardinality(fields)]))
      FROM ${recordset(added)}
      ${
        isNew
          ? sql``
          : sql`ON CONFLICT (product_id, source_id) DO UPDATE SET fields = p.fields || (
              SELECT coalesce(jsonb_object_agg(field, build_statement(p.recorded_at, now(), NULL, NULL)), '{}')
              FROM jsonb_object_keys(excluded.fields) AS field WHERE NOT p.fields ? field)`
      }`);
  }
}

/** Records the submission, the operator and the present time as the origin of these fields of a source. */
export async function stampProvenance(
  tx: Tx,
  rows: readonly ProvenanceRow[],
  stamp: { submissionId: string | null; operatorId: string | null },
): Promise<void> {
  const said = rows.filter(({ fields }) => fields.length > 0);
  if (said.length === 0) return;
  await tx.execute(sql`
    UPDATE provenance p SET fields = p.fields || (
      SELECT coalesce(jsonb_object_agg(field,
        build_statement(p.recorded_at, now(), ${stamp.submissionId}::uuid, ${stamp.operatorId}::uuid)), '{}')
      FROM unnest(r.fields) AS field WHERE p.fields ? field)
    FROM ${recordset(said)}
    WHERE p.product_id = r.product_id AND p.source_id = r.source_id`);
}

/** Fields that a source says of a product. */
export interface ProvenanceRow {
  product_id: string;
  source_id: string;
  fields: readonly ProvenanceField[];
}

function recordset(rows: readonly ProvenanceRow[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS r(product_id uuid, source_id uuid, fields text[])`;
}

function groupBySource(suppliers: Suppliers): Map<string, ProvenanceField[]> {
  const grouped = new Map<string, ProvenanceField[]>();
  for (const field of PROVENANCE_FIELDS) {
    for (const sourceId of suppliers[field] ?? []) {
      const fields = grouped.get(sourceId);
      if (fields) fields.push(field);
      else grouped.set(sourceId, [field]);
    }
  }
  return grouped;
}

/** What stands in the first and not in the second. */
function listMissing(
  id: string,
  first: ReadonlyMap<string, ProvenanceField[]>,
  second: ReadonlyMap<string, ProvenanceField[]>,
): ProvenanceRow[] {
  return [...first].flatMap(([source_id, said]) => {
    const others = second.get(source_id) ?? [];
    const fields = said.filter((field) => !others.includes(field));
    return fields.length > 0 ? [{ product_id: id, source_id, fields }] : [];
  });
}

/** The stored scores, by product. */
export async function loadScores(tx: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; score: number }>(
    sql`SELECT id, quality_score::float8 AS score FROM products WHERE id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}
