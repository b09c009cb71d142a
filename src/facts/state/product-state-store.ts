import { sql, type SQL } from 'drizzle-orm';
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

/** Locks the products until the transaction ends, so that no concurrent edit is lost. */
export async function loadProductStates(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductState>> {
  if (ids.length === 0) return new Map();
  await lockProducts(tx, ids);
  return await readProductStates(tx, ids);
}

/** A separate statement, so that the next one reads what the previous holder of the lock has committed. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(
    sql`SELECT FROM products WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  );
}

/** Selects a `StateRow` from `products p` and `food_details f`. */
export const stateColumns: SQL = sql`
  p.id, p.brand_id AS "brandId", p.category_id AS "categoryId", p.status, p.archive_reason AS "archiveReason",
  p.merged_into_id AS "mergedIntoId", p.version, coalesce(p.claims, '{}') AS claims, ${factsObject} AS facts,
  EXISTS (SELECT FROM barcodes b WHERE b.product_id = p.id AND b.is_primary) AS "hasPrimaryBarcode",
  EXISTS (SELECT FROM msrp_snapshots m WHERE m.product_id = p.id AND m.amount > 0) AS "hasMsrp",
  (SELECT coalesce(jsonb_object_agg(field, source_ids), '{}') FROM (
     SELECT field, jsonb_agg(source_id ORDER BY recorded_at, source_id) AS source_ids
     FROM field_provenance WHERE product_id = p.id GROUP BY field) AS by_field) AS suppliers`;

export type StateRow = ProductState & Record<string, unknown>;

/** Reads products without locking them, for display. */
export async function readProductStates(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, ProductState>> {
  const { rows } = await db.execute<StateRow>(sql`
    SELECT ${stateColumns} FROM products p LEFT JOIN food_details f ON f.product_id = p.id
    WHERE p.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
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

/** The fields that each source has just stated, by source id. */
export type SpokenFields = Readonly<Record<string, readonly ProvenanceField[]>>;

interface SupplierChange {
  id: string;
  /** Undefined if the product is new. */
  before: Suppliers | undefined;
  after: Suppliers;
  /** These are stamped, whether they are new or not. */
  spoken: SpokenFields;
}

/** The origin of a statement: its submission, and the operator who wrote or approved it. */
export interface Stamp {
  submissionId?: string | undefined;
  operatorId?: string | undefined;
}

interface ProvenanceChange {
  product_id: string;
  source_id: string;
  added: ProvenanceField[];
  removed: ProvenanceField[];
  stamped: ProvenanceField[];
}

/** Writes the difference between the suppliers before and after. The caller has locked the products. */
export async function saveSuppliers(tx: Tx, changes: readonly SupplierChange[], stamp: Stamp): Promise<void> {
  const describe = (rowSince: SQL, fields: SQL) => sql`(
    SELECT coalesce(jsonb_object_agg(field, CASE WHEN field = ANY(r.stamped)
      THEN build_statement(${rowSince}, now(), ${stamp.submissionId ?? null}::uuid, ${stamp.operatorId ?? null}::uuid)
      ELSE build_statement(${rowSince}, now(), NULL, NULL) END), '{}')
    FROM ${fields})`;
  const ofNew = changes.filter(({ before }) => !before).flatMap(listProvenanceChanges);
  const others = changes.filter(({ before }) => before).flatMap(listProvenanceChanges);
  if (ofNew.length > 0) {
    // New products have no old rows to look for.
    const fields = ofNew.some(({ stamped }) => stamped.length > 0)
      ? describe(sql`now()`, sql`unnest(r.added) AS field`)
      : sql`jsonb_object(r.added, array_fill(NULL::text, ARRAY[cardinality(r.added)]))`;
    await tx.execute(sql`
      INSERT INTO provenance (product_id, source_id, fields)
      SELECT r.product_id, r.source_id, ${fields} FROM ${recordset(ofNew)}`);
  }
  if (others.length === 0) return;
  await tx.execute(sql`
    MERGE INTO provenance p USING ${recordset(others)}
      ON p.product_id = r.product_id AND p.source_id = r.source_id
    WHEN MATCHED AND r.added = '{}' AND p.fields - r.removed = '{}' THEN DELETE
    WHEN MATCHED THEN UPDATE SET
      fields = p.fields - r.removed || ${describe(
        sql`p.recorded_at`,
        // A merge has copied the loser's rows with their stamps, which stay.
        sql`unnest(r.added || r.stamped) AS field WHERE field = ANY(r.stamped) OR NOT p.fields ? field`,
      )}
    WHEN NOT MATCHED THEN INSERT (product_id, source_id, fields)
      VALUES (r.product_id, r.source_id, ${describe(sql`now()`, sql`unnest(r.added) AS field`)})`);
}

function recordset(rows: readonly ProvenanceChange[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    AS r (product_id uuid, source_id uuid, added text[], removed text[], stamped text[])`;
}

function listProvenanceChanges({ id, before, after, spoken }: SupplierChange): ProvenanceChange[] {
  const [was, is] = [groupBySource(before ?? {}), groupBySource(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((sourceId) => {
    const [said, says] = [was.get(sourceId) ?? [], is.get(sourceId) ?? []];
    const added = says.filter((field) => !said.includes(field));
    const removed = said.filter((field) => !says.includes(field));
    const stamped = (spoken[sourceId] ?? []).filter((field) => says.includes(field));
    if (added.length + removed.length + stamped.length === 0) return [];
    return [{ product_id: id, source_id: sourceId, added, removed, stamped }];
  });
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

/** Returns the stored scores by product. */
export async function loadScores(tx: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; score: number }>(
    sql`SELECT id, quality_score::float8 AS score FROM products WHERE id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}
