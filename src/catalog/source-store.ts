import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { sources } from '../db/schema.ts';
import type { Source } from './source-contract.ts';
import { productInUse } from './product-store.ts';

export type UncountedSource = Omit<Source, 'product_count'>;

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** About a tenth of a second a batch. */
const PRODUCTS_PER_BATCH = 100_000;

export async function findSource(db: Db | Tx, id: string): Promise<UncountedSource | undefined> {
  const [row] = await db.select().from(sources).where(eq(sources.id, id));
  return row && buildSource(row);
}

/** The most trusted first. */
export async function listSources(db: Db | Tx): Promise<UncountedSource[]> {
  const rows = await db.select().from(sources).orderBy(desc(sources.trust), asc(sources.code));
  return rows.map(buildSource);
}

/**
 * How many products in use hold a fact of each source, by source id. There are some seven provenance rows for a
 * product: over a million products one statement comes near its time limit, so this walks along the index on
 * (source, product) in batches. Meant to be kept by the caller, not run for each request.
 */
export async function countProductsBySource(db: Db | Tx): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { id } of await db.select({ id: sources.id }).from(sources)) {
    let count = 0;
    let last: string | null = NIL_UUID;
    while (last !== null) {
      const batch: { count: number; last: string | null } = await countBatch(db, id, last);
      count += batch.count;
      last = batch.last;
    }
    counts.set(id, count);
  }
  return counts;
}

async function countBatch(
  db: Db | Tx,
  sourceId: string,
  after: string,
): Promise<{ count: number; last: string | null }> {
  const { rows } = await db.execute<{ count: number; last: string | null }>(sql`
    select count(products.id)::int as count, max(batch.product_id::text) as last
    from (
      select distinct product_id from field_provenance
      where source_id = ${sourceId} and product_id > ${after}
      order by product_id limit ${PRODUCTS_PER_BATCH}
    ) batch
    left join products on products.id = batch.product_id and ${productInUse}`);
  return rows[0] ?? { count: 0, last: null };
}

function buildSource(row: typeof sources.$inferSelect): UncountedSource {
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
    last_imported_at: row.lastImportedAt?.toISOString() ?? null,
  };
}
