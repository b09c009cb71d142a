import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { databaseErrorOf } from '../db/database-error.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** One mark of the dirty set. Each mark has a version of its own: a later mark of the same product has another. */
export interface Mark {
  productId: string;
  version: number;
}

/** A product in use, as its document needs it. */
export interface IndexedProduct {
  name: string;
  searchName: string;
  brandId: string | null;
  brand: string | null;
  categoryId: string | null;
  categoryPath: string | null;
  countryOfOrigin: string | null;
  qualityScore: number;
  primaryGtin14: string | null;
}

/** A marked product as it is now. One that is not in use, or does not exist, has no document. */
export type DirtyProduct = Mark & (({ inUse: true } & IndexedProduct) | { inUse: false });

export interface DirtyQuery {
  /** Marks that are being dealt with already. */
  exceptVersions: number[];
  /** Only these products, when given. */
  productIds?: string[];
  limit: number;
}

/**
 * The dirty products longest marked, not parked, with their rows as they are now: one statement, so a mark is never
 * seen without the change that made it. Takes no row locks: whoever edits a product would wait for the engine.
 */
export async function listDirtyProducts(db: Db | Tx, query: DirtyQuery): Promise<DirtyProduct[]> {
  const only = query.productIds ? sql`and product_id = any(${sql.param(query.productIds)}::uuid[])` : sql``;
  const { rows } = await db.execute<DirtyProduct & Record<string, unknown>>(sql`
    select o.product_id as "productId", o.version::float8 as "version", p.id is not null as "inUse", p.name as "name",
      p.search_name as "searchName", p.brand_id as "brandId", b.name as "brand", p.category_id as "categoryId",
      c.path as "categoryPath", p.country_of_origin as "countryOfOrigin",
      p.quality_score::float8 as "qualityScore", g.gtin14 as "primaryGtin14"
    from (
      select product_id, version, marked_at from search_outbox
      where parked_error is null and version <> all(${sql.param(query.exceptVersions)}::bigint[]) ${only}
      order by marked_at limit ${query.limit}
    ) o
    left join products p on p.id = o.product_id and ${inUse(sql`p`)}
    left join brands b on b.id = p.brand_id
    left join categories c on c.id = p.category_id
    left join barcodes g on g.product_id = p.id and g.is_primary
    order by o.marked_at`);
  return rows;
}

/** In use: what is public, and what the index holds. */
function inUse(products: SQL): SQL {
  return sql`(${products}.status = 'active' and ${products}.merged_into_id is null)`;
}

/**
 * Deletes exactly these marks; a product marked anew meanwhile keeps its newer mark. A mark that a transaction under
 * way holds is left: it is about to be made anew, and waiting for it would hold up all the others.
 */
export async function deleteMarks(db: Db | Tx, marks: Mark[]): Promise<void> {
  await db.execute(sql`
    delete from search_outbox where product_id in (
      select o.product_id
      from search_outbox o
      join unnest(${sql.param(marks.map((mark) => mark.productId))}::uuid[],
                  ${sql.param(marks.map((mark) => mark.version))}::bigint[]) as s (product_id, version)
        using (product_id, version)
      order by o.product_id for update of o skip locked)`);
}

/** Sets a mark aside with the engine's words. The next change of the product makes a new mark, which is not parked. */
export async function parkMark(db: Db | Tx, mark: Mark, error: string): Promise<void> {
  await db.execute(sql`
    update search_outbox set parked_error = ${error.slice(0, 2_000)} where product_id in (
      select product_id from search_outbox
      where product_id = ${mark.productId} and version = ${mark.version} for update skip locked)`);
}

/** Gives every parked product another try. */
export async function unparkMarks(db: Db | Tx): Promise<void> {
  await db.execute(sql`
    update search_outbox set parked_error = null where product_id in (
      select product_id from search_outbox where parked_error is not null order by product_id for update skip locked)`);
}

/** Marks these products as the triggers do. */
export async function markDirty(db: Db | Tx, productIds: string[]): Promise<void> {
  await db.execute(sql`select mark_products_dirty(${sql.param(productIds)}::uuid[])`);
}

const CHUNK = 5_000;
const LOCKED_TRIES = 100;

/**
 * Marks every product that is not marked yet, and gives the parked ones another try; those that are not in use too,
 * because their documents may have been left over. Works in chunks, each a transaction of its own: a run that fails
 * half-way keeps what it marked, and can simply be repeated.
 * @returns how many products there are
 */
export async function markAllProducts(db: Db): Promise<number> {
  await unparkMarks(db);
  let total = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (let triesLeft = LOCKED_TRIES; ;) {
    const chunk = await markChunk(db, last).catch((error: unknown) => {
      if (databaseErrorOf(error)?.code === LOCK_NOT_AVAILABLE && --triesLeft > 0) return 'locked' as const;
      throw error;
    });
    if (chunk === 'locked') continue;
    if (chunk.last === null) return total;
    total += chunk.count;
    last = chunk.last;
    triesLeft = LOCKED_TRIES;
  }
}

async function markChunk(db: Db, after: string): Promise<{ count: number; last: string | null }> {
  return await db.transaction(async (tx) => {
    // It may wait for a transaction that marks the same products, and that one for this: so it gives way first, long
    // before Postgres looks for a deadlock and ends one of the two.
    await tx.execute(sql`set local lock_timeout = '200ms'`);
    const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
      with chunk as (
        select id from products where id > ${after}::uuid order by id limit ${CHUNK}
      ), marked as (
        insert into search_outbox (product_id)
        select id from chunk where not exists (select from search_outbox o where o.product_id = chunk.id) order by id
        on conflict do nothing
      )
      select count(*)::int as count, max(id::text collate "C") as last from chunk`);
    return rows[0] ?? { count: 0, last: null };
  });
}

/** Whether a product in use has no mark: with an empty index, its document is missing and nobody knows. */
export async function hasUnmarkedInUse(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from products p
      where ${inUse(sql`p`)} and not exists (select from search_outbox o where o.product_id = p.id)
    ) as found`);
  return rows[0]?.found ?? false;
}

/** The size of the dirty set. */
export async function countMarks(db: Db | Tx): Promise<{ dirty: number; parked: number }> {
  const { rows } = await db.execute<{ dirty: number; parked: number }>(sql`
    select count(*) filter (where parked_error is null)::int as dirty, count(parked_error)::int as parked
    from search_outbox`);
  return rows[0] ?? { dirty: 0, parked: 0 };
}
