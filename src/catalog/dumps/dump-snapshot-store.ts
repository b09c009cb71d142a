import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { products } from '../../db/schema/catalogue.ts';
import { displayGtin } from '../barcodes/gtin.ts';
import { productInUse } from '../products/product-store.ts';

/** Any number that nobody else uses, as the key of an advisory lock. */
const DUMP_LOCK = 7_305_241;
/** A disk or a reader may keep the transaction waiting for longer than a request would. */
const LONGEST_PAUSE = '10min';

export interface Snapshot {
  createdAt: Date;
  epoch: string;
  /** The last position of the change feed. */
  head: number;
}

/**
 * The moment of this transaction, which has to be `repeatable read`, and where the change feed is then; undefined: somebody
 * else is at a dump. The lock ends with the transaction.
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

/** Whether somebody is at a dump. */
export async function isDumping(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${DUMP_LOCK} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())) as held`);
  return rows[0]?.held ?? false;
}

/** By the clock of the server, as `isFeedUpTo` takes it. */
export async function readClock(db: Db): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(sql`select now()::text as at`);
  return rows[0]?.at ?? '';
}

/** Whether every product that was marked before a moment has its position, and so every one in use that has not just come. */
export async function isFeedUpTo(db: Db, moment: string): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(sql`
    select not exists (select from product_change_marks where marked_at < ${moment}::timestamptz) as "isThere"`);
  return rows[0]?.isThere ?? false;
}

/**
 * The next products in use by id that have a position in the change feed. One that has none yet is left out: were it
 * deleted before it gets one, the feed would never tell so. It comes with the feed.
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
 * Of these products the barcodes, as they are shown, by which one of the sources names them: the key of its record, or the
 * only one that the product has.
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
