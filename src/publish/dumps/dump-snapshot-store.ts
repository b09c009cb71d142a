import { sql } from 'drizzle-orm';
import { isLockHeld } from '../../platform/db/advisory-lock.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { productInUse } from '../../catalog/products/product-store.ts';

/** The key of the dump’s advisory lock: any number that no other lock uses. */
const DUMP_LOCK = 7_305_241;
/** A slow disk may make the transaction wait longer than in a request. */
const LONGEST_PAUSE = '10min';

export interface Snapshot {
  createdAt: Date;
  epoch: string;
  /** The last position of the change feed. */
  head: number;
}

/**
 * Takes the dump lock. Returns the moment of this `repeatable read` transaction with the head of the change feed, or
 * undefined while another process makes a dump. The lock ends with the transaction.
 */
export async function openSnapshot(tx: Tx): Promise<Snapshot | undefined> {
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${LONGEST_PAUSE}, true)`);
  const { rows } = await tx.execute<{ locked: boolean; at: string; epoch: string; head: number }>(sql`
    select pg_try_advisory_xact_lock(${DUMP_LOCK}) as locked, now() as at, change_feed_epoch() as epoch,
      head::float8 as head
    from change_feed`);
  const [row] = rows;
  return row?.locked ? { createdAt: new Date(row.at), epoch: row.epoch, head: row.head } : undefined;
}

/** Returns whether a process is making a dump. */
export const isDumping = async (db: Db): Promise<boolean> => await isLockHeld(db, DUMP_LOCK);

/** Returns the time of the database server, for `isFeedUpTo`. */
export async function readClock(db: Db): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(sql`select now()::text as at`);
  return rows[0]?.at ?? '';
}

/** Returns whether every product that was marked before a moment has its position in the change feed. */
export async function isFeedUpTo(db: Db, moment: string): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(sql`
    select not exists (select from product_change_marks where marked_at < ${moment}::timestamptz) as "isThere"`);
  return rows[0]?.isThere ?? false;
}

/**
 * Returns the next products in use, by id, with a position in the change feed. A product without one is left out: if it were
 * deleted before it got one, the feed would never tell its deletion. The feed will tell of it.
 */
export async function listPositionedIds(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${products.id} as id from ${products}
    where ${products.id} > ${after} and ${productInUse}
      and exists (select from product_changes c where c.product_id = ${products.id})
    order by ${products.id} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns those sources whose own statements about each product are known. Either their file has a record of it, or they
 * state facts in the review or the console. Open Food Facts names the USDA as the source of some of its fields; such a
 * field was taken from a database under the ODbL.
 */
export async function listOwnSources(
  tx: Tx,
  ids: readonly string[],
  sourceIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ id: string; sourceIds: string[] }>(sql`
    select v.product_id as id, array_agg(v.source_id) as "sourceIds"
    from provenance v join sources s on s.id = v.source_id
    where v.product_id = any(${sql.param(ids)}::uuid[]) and s.id = any(${sql.param(sourceIds)}::uuid[])
      and (s.kind in ('community', 'operator')
        or exists (select from source_records r where r.product_id = v.product_id and r.source_id = s.id))
    group by v.product_id`);
  return new Map(rows.map(({ id, sourceIds: own }) => [id, new Set(own)]));
}

/**
 * Returns the printed barcodes by which one of the sources names these products: the key of its record, or the only barcode
 * of the product.
 */
export async function listNamedGtins(
  tx: Tx,
  ids: readonly string[],
  sourceIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ id: string; gtin14s: string[] }>(sql`
    select b.product_id as id, array_agg(b.gtin14) as gtin14s from barcodes b
    where b.product_id = any(${sql.param(ids)}::uuid[]) and (
      exists (select from source_records r where r.source_id = any(${sql.param(sourceIds)}::uuid[])
        and r.source_key = b.gtin14 and r.product_id = b.product_id)
      or not exists (select from barcodes o where o.product_id = b.product_id and o.gtin14 <> b.gtin14))
    group by b.product_id`);
  return new Map(rows.map(({ id, gtin14s }) => [id, new Set(gtin14s.map((gtin14) => displayGtin(gtin14)))]));
}
