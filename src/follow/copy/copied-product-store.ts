import { inArray, sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Product } from '../../catalog/products/product-contract.ts';
import type { Tx } from '../../platform/db/client.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import type { ProductState } from '../../facts/state/product-state.ts';
import type { readStateLabel } from '../../facts/label/read-label.ts';
import { buildProductRow, PRODUCT_ROWS, shapeRows } from '../../facts/state/stored-facts.ts';
import { suppliesFact } from '../../facts/public-fields.ts';
import { PROVENANCE_FIELDS } from '../../quality/quality-score.ts';

const COPIED_ROWS = shapeRows(products, [
  ...PRODUCT_ROWS.columns,
  'version',
  'read_version',
  'created_at',
  'updated_at',
]);

/** Writes rows of products with the leader's score, version and times. */
export async function saveCopiedRows(
  tx: Tx,
  copies: readonly { state: ProductState; product: Product }[],
  context: CatalogueContext,
): Promise<void> {
  if (copies.length === 0) return;
  const rows = copies.map(({ state, product }) =>
    Object.assign(buildProductRow(state, context), {
      quality_score: product.quality_score,
      version: state.version,
      read_version: state.version,
      created_at: product.created_at,
      updated_at: product.updated_at,
    }),
  );
  await tx.execute(sql`
    insert into products (${COPIED_ROWS.names})
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as ${COPIED_ROWS.recordset}
    on conflict (id) do update set ${COPIED_ROWS.assignments('excluded')}`);
}

/** Returns what is stored of the labels of these products. A product that is not here is missing. */
export async function findLabels(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ReturnType<typeof readStateLabel>>> {
  const rows = await tx
    .select({ id: products.id, states: products.allergenStates, assured: products.assured })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map(({ id, states, assured }) => [id, { states, assured: assured ?? [] }]));
}

/** Replaces all barcodes of these products. Takes barcodes from other products, whose changes the leader sends too. */
export async function replaceBarcodes(tx: Tx, given: readonly Product[]): Promise<void> {
  if (given.length === 0) return;
  // Two products may both list a barcode that moved between their reads. The later one is right.
  const rows = new Map(
    given.flatMap(({ id, barcodes }) =>
      barcodes.map(({ gtin, ...entry }) => {
        const gtin14 = gtin.padStart(14, '0');
        return [gtin14, { ...entry, gtin14, product_id: id }] as const;
      }),
    ),
  );
  await tx.execute(sql`
    delete from barcodes where gtin14 in (
      select gtin14 from barcodes where product_id = any(${sql.param(given.map(({ id }) => id))}::uuid[])
      union select gtin14 from barcodes where gtin14 = any(${sql.param([...rows.keys()])}::text[]))`);
  await tx.execute(sql`
    insert into barcodes (gtin14, product_id, type, pack_level, region, is_primary)
    select * from json_to_recordset(${JSON.stringify([...rows.values()])}::json)
      as r(gtin14 text, product_id uuid, type text, pack_level text, region text, is_primary boolean)`);
}

/** Replaces all prices of these products. Their source is the most trusted one that supplies prices. */
export async function replacePrices(tx: Tx, given: readonly Product[]): Promise<void> {
  if (given.length === 0) return;
  const now = Date.now();
  const rows = given.flatMap(({ id, msrp, sources }) => {
    const source = sources.find((one) => suppliesFact(one, 'msrp')) ?? sources[0];
    return msrp.map((entry, index) => ({
      ...entry,
      id: uuidV7(),
      product_id: id,
      source_id: source?.id ?? null,
      // Of prices with the same day, the one recorded last is shown first, so times preserve the order.
      recorded_at: new Date(now - index).toISOString(),
    }));
  });
  await tx.execute(
    sql`delete from msrp_snapshots where product_id = any(${sql.param(given.map(({ id }) => id))}::uuid[])`,
  );
  await tx.execute(sql`
    insert into msrp_snapshots (id, product_id, amount, currency, region, effective_date, source_url, note, source_id,
      recorded_at)
    select r.id, product_id, amount, currency, region, effective_date, source_url, note,
      coalesce(source_id, (select s.id from sources s where s.code = 'operator')), recorded_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, product_id uuid, amount numeric, currency text,
      region text, effective_date date, source_url text, note text, source_id uuid, recorded_at timestamptz)`);
}

/** Replaces which source supplies which fields of these products. */
export async function replaceProvenance(tx: Tx, given: readonly Product[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.flatMap(({ id, sources }) =>
    sources.flatMap((source) => {
      const fields = PROVENANCE_FIELDS.filter((field) => suppliesFact(source, field));
      const said = Object.fromEntries(fields.map((field) => [field, null]));
      return fields.length > 0 ? [{ product_id: id, source_id: source.id, fields: said }] : [];
    }),
  );
  await tx.execute(
    sql`delete from provenance where product_id = any(${sql.param(given.map(({ id }) => id))}::uuid[])`,
  );
  await tx.execute(sql`
    insert into provenance (product_id, source_id, fields)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(product_id uuid, source_id uuid, fields jsonb)`);
}

/** Deletes products, and archived products that were merged into them. */
export async function deleteProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    delete from products where id in (
      select id from products where id = any(${sql.param(ids)}::uuid[])
      union select id from products where merged_into_id = any(${sql.param(ids)}::uuid[]))`);
}

/**
 * Archives merged products, so that their ids lead to the other product here too.
 * @returns the archived ids, without products whose other product is not here
 */
export async function archiveMerged(
  tx: Tx,
  gone: readonly { id: string; merged_into?: string | null }[],
): Promise<Set<string>> {
  const merges = gone.filter(({ merged_into: winnerId }) => winnerId);
  if (merges.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    update products p set status = 'archived', merged_into_id = m.merged_into
    from json_to_recordset(${JSON.stringify(merges)}::json) as m(id uuid, merged_into uuid)
      join products w on w.id = m.merged_into
    where p.id = m.id
    returning p.id`);
  return new Set(rows.map(({ id }) => id));
}
