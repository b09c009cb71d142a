import { asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { sources } from '../../platform/db/schema/catalogue.ts';
import type { Source, AdminSource } from './source-contract.ts';
import { productInUse } from '../products/product-store.ts';

export type UncountedSource = Omit<Source, 'product_count'>;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** One batch takes about 0.15 s. */
const PRODUCTS_PER_BATCH = 100_000;

export async function findSource(db: Db | Tx, id: string): Promise<UncountedSource | undefined> {
  const [row] = await db.select().from(sources).where(eq(sources.id, id));
  return row && buildSource(row);
}

/** Returns all sources, most trusted first. */
export async function listSources(db: Db | Tx): Promise<UncountedSource[]> {
  const rows = await db.select().from(sources).orderBy(desc(sources.trust), asc(sources.code));
  return rows.map(buildSource);
}

/**
 * Returns the number of products in use with a fact of each source, by source id. Works in batches, because one statement over
 * millions of products comes near its timeout. Callers should cache the result.
 */
export async function countProductsBySource(
  db: Db | Tx,
  productsPerBatch = PRODUCTS_PER_BATCH,
): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  let after = LOWEST_ID;
  while (after !== HIGHEST_ID) {
    const { rows: ends } = await db.execute<{ id: string }>(sql`
      select id from products where id > ${after} order by id offset ${productsPerBatch - 1} limit 1`);
    const upTo = ends[0]?.id ?? HIGHEST_ID;
    const isInBatch = (id: SQL) => sql`${id} > ${after} and ${id} <= ${upTo}`;
    const { rows: counts } = await db.execute<{ source_id: string; count: number }>(sql`
      select facts.source_id, count(*)::int as count
      from provenance facts join products on products.id = facts.product_id and ${productInUse}
      where ${isInBatch(sql`facts.product_id`)} and ${isInBatch(sql`products.id`)}
      group by facts.source_id`);
    for (const { source_id, count } of counts) totals.set(source_id, (totals.get(source_id) ?? 0) + count);
    after = upTo;
  }
  return totals;
}

export function buildSource(row: typeof sources.$inferSelect): UncountedSource {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    trust: row.trust,
    license: row.license,
    license_url: row.licenseUrl,
    attribution: row.attribution,
    homepage_url: row.homepageUrl,
    record_url: row.recordUrl,
    last_imported_at: row.lastImportedAt?.toISOString() ?? null,
  };
}

type SourceRow = typeof sources.$inferSelect;

/** Returns all sources, most trusted first. */
export async function listAdminSources(db: Db | Tx): Promise<AdminSource[]> {
  const rows = await db.select().from(sources).orderBy(desc(sources.trust), asc(sources.code));
  return rows.map(buildAdminSource);
}

/** Returns a source, locked until the transaction ends, or undefined. */
export async function lockSource(tx: Tx, id: string): Promise<AdminSource | undefined> {
  const [row] = await tx.select().from(sources).where(eq(sources.id, id)).for('no key update');
  return row && buildAdminSource(row);
}

/** Adds a source. Returns undefined when another source has the code. */
export async function insertSource(
  tx: Tx,
  source: typeof sources.$inferInsert,
): Promise<AdminSource | undefined> {
  const [row] = await tx.insert(sources).values(source).onConflictDoNothing().returning();
  return row && buildAdminSource(row);
}

export async function updateSource(
  tx: Tx,
  id: string,
  fields: Pick<
    SourceRow,
    'name' | 'kind' | 'trust' | 'license' | 'licenseUrl' | 'attribution' | 'homepageUrl' | 'recordUrl'
  >,
): Promise<void> {
  await tx.update(sources).set(fields).where(eq(sources.id, id));
}

function buildAdminSource(row: SourceRow): AdminSource {
  return { ...buildSource(row), created_at: row.createdAt.toISOString() };
}
