import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import { productInUse } from '../../catalog/products/product-store.ts';

/** The limits of one transaction. */
interface Portion {
  /** The most marks; each is of a product that a transaction has changed. */
  marks: number;
  /** The most products of a changed brand, category, source or template: they are moved in the background. */
  background: number;
}

/** How many days tombstones are kept. A cursor from before the oldest tombstone is refused. */
const KEPT_DAYS = 180;
const MOST_FORGOTTEN = 5_000;

type Run = Record<string, unknown>;
interface Scope extends Run {
  id: string;
  kind: 'brand' | 'category' | 'source' | 'archive_kind';
  key: string;
  doneTo: string;
}

/**
 * Assigns the next positions to products that committed transactions have marked, and to some background ones. Marks,
 * positions and head change in one transaction, so that a killed process leaves nothing half done. The lock of
 * `change_feed` is held until the commit, so that no position becomes visible before a lower one. Does nothing while
 * another process holds the lock.
 * @returns whether there may be more to do at once
 */
export async function stampPortion(db: Db, portion: Portion): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(sql`
    select exists (select from product_change_marks) or exists (select from product_change_scopes) as "isThere"`);
  if (!rows[0]?.isThere) return false;
  return await db.transaction(async (tx) => {
    if (!(await lockFeed(tx))) return false;
    // Read after the lock was taken, to see everything that was committed before.
    const marks = await stamp(
      tx,
      sql`delete from product_change_marks where ctid = any(array(
            select ctid from product_change_marks order by transaction_id, product_id limit ${portion.marks}))
          returning product_id`,
    );
    return (await stampScope(tx, portion.background)) || marks === portion.marks;
  });
}

/** The channel on which readers wait; it is notified at the commit. */
const STAMPED = 'product_changes_stamped';

/** Returns whether this transaction may give positions: false when another one does. */
async function lockFeed(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from change_feed for update skip locked`);
  return rows.length > 0;
}

/**
 * Moves the products of `taken` to the end of the feed, and skips products that were never public. Returns the number
 * of rows of `taken`.
 */
async function stamp(tx: Tx, taken: SQL): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as (${taken}),
    stamped as (
      insert into product_changes (position, product_id, is_gone, gtin14)
      select f.head + row_number() over (order by t.product_id), t.product_id, ${products.id} is null,
        (select b.gtin14 from barcodes b where b.product_id = t.product_id and b.is_primary)
      from (select distinct product_id from taken) t cross join change_feed f
        left join ${products} on ${products.id} = t.product_id and ${productInUse}
      where ${products.id} is not null
        or exists (select from product_changes c where c.product_id = t.product_id)
      on conflict (product_id) do update
        set position = excluded.position, stamped_at = excluded.stamped_at, is_gone = excluded.is_gone,
          gtin14 = case when excluded.is_gone then ${keptGtin14} else excluded.gtin14 end,
          item = null, item_version = null
      returning position
    ),
    moved as (
      update change_feed set head = s.position from (select max(position) as position from stamped) s
      where s.position is not null
      returning pg_notify('${sql.raw(STAMPED)}', '')
    )
    select (select count(*) from taken)::int as taken, (select count(*) from moved) as moved`);
  return rows[0]?.taken ?? 0;
}

/** A deleted or merged product has no barcode any more. Changes from before the column have it in their JSON. */
const keptGtin14 = sql`
  coalesce(excluded.gtin14, product_changes.gtin14, lpad(product_changes.item::json->>'gtin', 14, '0'))`;

const stampIds = (tx: Tx, ids: readonly string[]) =>
  stamp(tx, sql`select unnest(${sql.param(ids)}::uuid[]) as product_id`);

/** Gives positions to the next products that show a changed brand, category, source or template. */
async function stampScope(tx: Tx, limit: number): Promise<boolean> {
  const { rows } = await tx.execute<Scope>(sql`
    select id::text, kind, key, done_to as "doneTo" from product_change_scopes order by id limit 1`);
  const [scope] = rows;
  if (!scope) return false;
  const ids = await listIds(tx, selectScope(scope, limit));
  await stampIds(tx, ids);
  await tx.execute(
    ids.length < limit
      ? sql`delete from product_change_scopes where id = ${scope.id}`
      : sql`update product_change_scopes set done_to = ${ids.at(-1)} where id = ${scope.id}`,
  );
  return true;
}

function selectScope({ kind, key, doneTo }: Scope, limit: number): SQL {
  if (kind === 'source') {
    // Includes products not in use: they are skipped, or their deletion is sent again.
    return sql`
      select distinct product_id as id from provenance
      where source_id = ${key} and product_id > ${doneTo} order by product_id limit ${limit}`;
  }
  const conditions = {
    brand: sql`${products.brandId} = ${key}`,
    category: sql`${products.categoryId} = ${key}`,
    archive_kind: sql`${products.categoryId} in (select id from categories where archive_kind = ${key})`,
  };
  return sql`
    select ${products.id} as id from ${products}
    where ${conditions[kind]} and ${productInUse} and ${products.id} > ${doneTo}
    order by ${products.id} limit ${limit}`;
}

async function listIds(tx: Tx, select: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(select);
  return rows.map(({ id }) => id);
}

/** Deletes tombstones that are older than 180 days. Returns whether there may be more. */
export async function forgetTombstones(db: Db): Promise<boolean> {
  return await db.transaction(async (tx) => {
    if (!(await lockFeed(tx))) return false;
    const { rows } = await tx.execute<{ forgotten: number }>(sql`
      with forgotten as (
        delete from product_changes where position in (
          select position from product_changes
          where is_gone and stamped_at < now() - make_interval(days => ${KEPT_DAYS})
          order by position limit ${MOST_FORGOTTEN})
        returning position
      ),
      noted as (
        update change_feed set purged_to = f.position from (select max(position) as position from forgotten) f
        where f.position is not null returning purged_to
      )
      select (select count(*) from forgotten)::int as forgotten, (select count(*) from noted) as noted`);
    return rows[0]?.forgotten === MOST_FORGOTTEN;
  });
}

/** Returns the age in seconds of the oldest change without a position, or 0 when all changes have one. */
export async function measureStampLag(db: Db): Promise<number> {
  const { rows } = await db.execute<{ lag: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - least(
      (select marked_at from product_change_marks order by transaction_id, product_id limit 1),
      (select min(marked_at) from product_change_scopes))), 0)::float8 as lag`);
  return rows[0]?.lag ?? 0;
}
