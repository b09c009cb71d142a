import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { searchOutbox } from '../../platform/db/schema/operations.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import { listProductStates, type ProductState } from './indexed-product-store.ts';

/** A mark says that a product’s document must be written again. A later mark of the same product has a higher version. */
export interface Mark {
  productId: string;
  version: number;
}

/** A marked product with its current state, and the trace of the change. */
export type DirtyProduct = Mark & ProductState & { traceparent?: string | null };

/** `people`: single changes by a person. `many`: changes of many products at once, or in the background. */
export type Lane = 'people' | 'many';

interface DirtyQuery {
  /** Marks that are being processed. */
  exceptVersions: number[];
  /** Only of this lane, when given. */
  lane?: Lane;
  /** Only these products, when given. */
  productIds?: string[];
  limit: number;
}

/**
 * Returns dirty products that are not parked, by priority, longest marked first. The marks are read before the rows, so that
 * a mark is never seen without the change that made it. Takes no row locks: an edit of a product would wait for the engine.
 */
export async function listDirtyProducts(db: Db | Tx, query: DirtyQuery): Promise<DirtyProduct[]> {
  const only = query.productIds ? sql`and product_id = any(${sql.param(query.productIds)}::uuid[])` : sql``;
  const ofLane = query.lane
    ? sql`and ${query.lane === 'people' ? sql`priority = 0` : sql`priority > 0`}`
    : sql``;
  const { rows: marks } = await db.execute<
    Mark & Pick<DirtyProduct, 'traceparent'> & Record<string, unknown>
  >(sql`
    select product_id as "productId", version::float8 as "version", traceparent from search_outbox
    where parked_error is null and version <> all(${sql.param(query.exceptVersions)}::bigint[]) ${ofLane} ${only}
    order by priority, marked_at limit ${query.limit}`);
  if (marks.length === 0) return [];
  const states = await listProductStates(
    db,
    marks.map(({ productId }) => productId),
  );
  return marks.map((mark): DirtyProduct => ({
    ...(states.get(mark.productId) ?? { productId: mark.productId, inUse: false }),
    ...mark,
  }));
}

/**
 * Deletes exactly these marks; a product that was marked again meanwhile keeps its newer mark. Skips a mark that an open
 * transaction has locked: that transaction renews it, and waiting would delay all the others. No join: Postgres believes the
 * outbox to be as empty as when it was last analysed, and would compare each mark with every other.
 * @returns the ages of the deleted marks, in seconds
 */
export async function deleteMarks(db: Db | Tx, marks: Mark[]): Promise<number[]> {
  const { rows } = await db.execute<{ age: number }>(sql`
    delete from search_outbox where ctid = any(array(
      select ctid from search_outbox
      where product_id = any(${sql.param(marks.map((mark) => mark.productId))}::uuid[])
        and version = any(${sql.param(marks.map((mark) => mark.version))}::bigint[])
      order by product_id for update skip locked))
    returning extract(epoch from clock_timestamp() - marked_at)::float8 as age`);
  return rows.map(({ age }) => age);
}

/** Parks a mark with the engine’s error message. The next change of the product makes a new mark, which is not parked. */
export async function parkMark(db: Db | Tx, mark: Mark, error: string): Promise<void> {
  await db.execute(sql`
    update search_outbox set parked_error = ${error.slice(0, 2_000)} where product_id in (
      select product_id from search_outbox
      where product_id = ${mark.productId} and version = ${mark.version} for update skip locked)`);
}

/** Marks every parked product again, so that the indexer retries it. */
export async function unparkMarks(db: Db | Tx): Promise<void> {
  await db.execute(sql`
    select mark_products_dirty(array(
      select product_id from search_outbox where parked_error is not null order by product_id for update skip locked))`);
}

/** Returns the version of the newest mark, or 0 without marks. Later marks have higher versions. */
export async function findNewestVersion(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ version: number }>(
    sql`select coalesce(max(version), 0)::float8 as version from search_outbox`,
  );
  return rows[0]?.version ?? 0;
}

/** Returns how many products are still dirty whose newest mark has this version or an earlier one. */
export async function countDirtySince(db: Db | Tx, version: number): Promise<number> {
  return await db.$count(searchOutbox, sql`parked_error is null and version <= ${version}`);
}

/** The work that waits for the indexer. */
interface Backlog {
  /** Exact up to `MOST_COUNTED`; above that, Postgres’s estimate. */
  dirty: number;
  parked: number;
  /** Age of the oldest change that is not in the index, without parked ones; 0 when the index is current. */
  lagSeconds: number;
  /** The same for changes by people. */
  peopleLagSeconds: number;
}

/** An exact count of five million marks takes two seconds, and the backlog is measured every few seconds. */
const MOST_COUNTED = 100_000;

export async function measureBacklog(db: Db | Tx): Promise<Backlog> {
  const { rows } = await db.execute<Backlog & Record<string, unknown>>(sql`
    with counted as materialized (select
      (select count(*)::int from (select from search_outbox where parked_error is null limit ${MOST_COUNTED + 1}) few) as dirty,
      (select count(*)::int from search_outbox where parked_error is not null) as parked)
    select case when dirty <= ${MOST_COUNTED} then dirty
        else greatest(dirty, pg_stat_get_live_tuples('search_outbox'::regclass) - parked)::int end as "dirty", parked,
      coalesce(extract(epoch from clock_timestamp() -
        (select min(marked_at) from search_outbox where parked_error is null)), 0)::float8 as "lagSeconds",
      coalesce(extract(epoch from clock_timestamp() -
        (select min(marked_at) from search_outbox where parked_error is null and priority = 0)), 0)::float8
        as "peopleLagSeconds"
    from counted`);
  return rows[0] ?? { dirty: 0, parked: 0, lagSeconds: 0, peopleLagSeconds: 0 };
}

/** Returns whether the index lacks changes of an import or of another bulk change. */
export async function areManyDirty(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ areMany: boolean }>(sql`
    select exists (select from search_outbox where parked_error is null and priority > 0) as "areMany"`);
  return rows[0]?.areMany ?? false;
}

/** A product whose document the engine refuses, with the engine’s error message. */
interface ParkedProduct {
  productId: string;
  /** Null when the product is gone. */
  name: string | null;
  error: string;
  markedAt: Date;
}

/** Returns the products that are parked until their next change or the start of an indexer, longest waiting first. */
export async function listParkedProducts(
  db: Db | Tx,
  page: { limit: number; offset: number },
): Promise<{ items: ParkedProduct[]; total: number }> {
  const parked = isNotNull(searchOutbox.parkedError);
  const items = await db
    .select({
      productId: searchOutbox.productId,
      name: products.name,
      error: sql<string>`${searchOutbox.parkedError}`,
      markedAt: searchOutbox.markedAt,
    })
    .from(searchOutbox)
    .leftJoin(products, eq(products.id, searchOutbox.productId))
    .where(parked)
    .orderBy(asc(searchOutbox.markedAt), asc(searchOutbox.productId))
    .limit(page.limit)
    .offset(page.offset);
  return { items, total: await db.$count(searchOutbox, parked) };
}
