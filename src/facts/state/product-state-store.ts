import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { ParsedGtin } from '../values/gtin.ts';
import { PROVENANCE_FIELDS, type ProvenanceField } from '../../quality/quality-score.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import type { ProductState, Suppliers } from './product-state.ts';
import { buildFoodRow, buildProductRow, factsObject, FOOD_ROWS, PRODUCT_ROWS } from './stored-facts.ts';

export async function findProductIdsByGtin(tx: Tx, gtins14: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ gtin14: string; product_id: string }>(
    sql`select gtin14, product_id from barcodes where gtin14 = any(${sql.param(gtins14)}::text[])`,
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
    sql`select from products where id = any(${sql.param(ids)}::uuid[]) order by id for update`,
  );
}

/** Selects a `StateRow` from `products p` and `food_details f`. */
export const stateColumns: SQL = sql`
  p.id, p.brand_id as "brandId", p.category_id as "categoryId", p.status, p.archive_reason as "archiveReason",
  p.merged_into_id as "mergedIntoId", p.version, coalesce(p.claims, '{}') as claims, ${factsObject} as facts,
  exists (select from barcodes b where b.product_id = p.id and b.is_primary) as "hasPrimaryBarcode",
  exists (select from msrp_snapshots m where m.product_id = p.id and m.amount > 0) as "hasMsrp",
  (select coalesce(jsonb_object_agg(field, source_ids), '{}') from (
     select field, jsonb_agg(source_id order by recorded_at, source_id) as source_ids
     from field_provenance where product_id = p.id group by field) as by_field) as suppliers`;

export type StateRow = ProductState & Record<string, unknown>;

/** Reads products without locking them, for display. */
export async function readProductStates(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, ProductState>> {
  const { rows } = await db.execute<StateRow>(sql`
    select ${stateColumns} from products p left join food_details f on f.product_id = p.id
    where p.id = any(${sql.param(ids)}::uuid[])`);
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
    insert into products (${PRODUCT_ROWS.names}, read_version)
    select r.*, 1 from json_to_recordset(${JSON.stringify(rows)}::json) as ${PRODUCT_ROWS.recordset}`);
}

export async function updateProducts(
  tx: Tx,
  states: readonly ProductState[],
  context: CatalogueContext,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => buildProductRow(state, context));
  await tx.execute(sql`
    update products p set ${PRODUCT_ROWS.assignments('r')}, version = p.version + 1,
      read_version = p.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as ${PRODUCT_ROWS.recordset}
    where p.id = r.id`);
}

export async function saveFoodDetails(tx: Tx, states: readonly ProductState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.execute(sql`
    insert into food_details (${FOOD_ROWS.names})
    select * from json_to_recordset(${JSON.stringify(states.map(buildFoodRow))}::json) as ${FOOD_ROWS.recordset}
    on conflict (product_id) do update set ${FOOD_ROWS.assignments('excluded')}`);
}

export interface PrimaryBarcode extends Pick<ParsedGtin, 'gtin14' | 'type' | 'packLevelDefault'> {
  productId: string;
}

export async function insertPrimaryBarcodes(tx: Tx, barcodes: readonly PrimaryBarcode[]): Promise<void> {
  if (barcodes.length === 0) return;
  const column = (key: keyof PrimaryBarcode) => sql.param(barcodes.map((barcode) => barcode[key]));
  await tx.execute(sql`
    insert into barcodes (gtin14, product_id, type, pack_level, is_primary)
    select gtin14, product_id, type, pack_level, true
    from unnest(${column('gtin14')}::text[], ${column('productId')}::uuid[], ${column('type')}::text[],
                ${column('packLevelDefault')}::text[]) as r(gtin14, product_id, type, pack_level)`);
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
    select coalesce(jsonb_object_agg(field, case when field = any(r.stamped)
      then build_statement(${rowSince}, now(), ${stamp.submissionId ?? null}::uuid, ${stamp.operatorId ?? null}::uuid)
      else build_statement(${rowSince}, now(), null, null) end), '{}')
    from ${fields})`;
  const ofNew = changes.filter(({ before }) => !before).flatMap(listProvenanceChanges);
  const others = changes.filter(({ before }) => before).flatMap(listProvenanceChanges);
  if (ofNew.length > 0) {
    // New products have no old rows to look for.
    const fields = ofNew.some(({ stamped }) => stamped.length > 0)
      ? describe(sql`now()`, sql`unnest(r.added) as field`)
      : sql`jsonb_object(r.added, array_fill(null::text, array[cardinality(r.added)]))`;
    await tx.execute(sql`
      insert into provenance (product_id, source_id, fields)
      select r.product_id, r.source_id, ${fields} from ${recordset(ofNew)}`);
  }
  if (others.length === 0) return;
  await tx.execute(sql`
    merge into provenance p using ${recordset(others)}
      on p.product_id = r.product_id and p.source_id = r.source_id
    when matched and r.added = '{}' and p.fields - r.removed = '{}' then delete
    when matched then update set
      fields = p.fields - r.removed || ${describe(
        sql`p.recorded_at`,
        // A merge has copied the loser's rows with their stamps, which stay.
        sql`unnest(r.added || r.stamped) AS field WHERE field = ANY(r.stamped) OR NOT p.fields ? field`,
      )}
    when not matched then insert (product_id, source_id, fields)
      values (r.product_id, r.source_id, ${describe(sql`now()`, sql`unnest(r.added) AS field`)})`);
}

function recordset(rows: readonly ProvenanceChange[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as r (product_id uuid, source_id uuid, added text[], removed text[], stamped text[])`;
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
    sql`select id, quality_score::float8 as score from products where id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}
