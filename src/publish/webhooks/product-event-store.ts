import { sql } from 'drizzle-orm';
import { formatCursor } from '../feed/change-cursor.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { insertDelivery } from './delivery-store.ts';

/** The most products that one delivery names. The change feed has the others. */
const MOST_PRODUCTS = 100;
/** Changes within a second are sent as one delivery. */
const GATHER_MS = 1_000;
/** The interval for a failing webhook: otherwise `OFF_AFTER_DAYS` of failures would create a delivery for every second. */
const GATHER_FAILING_MS = 600_000;

interface Behind extends Record<string, unknown> {
  id: string;
  epoch: string;
  position: number;
}

interface Step extends Record<string, unknown> {
  epoch: string;
  head: number;
  count: number;
  products: string[];
}

/**
 * Creates a delivery for each webhook that is behind the change feed. One transaction stores the delivery and the webhook’s new
 * position, so that the cursors of its deliveries have no gap. Any number of processes may run it.
 */
export async function createProductEvents(db: Db, now: Date): Promise<number> {
  if (!(await isAnyBehind(db))) return 0;
  return await db.transaction(async (tx) => {
    const behind = await lockBehind(tx, now);
    const steps = new Map<string, Step>();
    for (const { id: webhookId, epoch, position } of behind) {
      const key = `${epoch} ${position}`;
      const step = steps.get(key) ?? (await readStep(tx, epoch, position));
      steps.set(key, step);
      await insertDelivery(tx, {
        webhookId,
        event: 'products.changed',
        data: {
          from: formatCursor({ epoch, position }),
          to: formatCursor({ epoch: step.epoch, position: step.head }),
          count: step.count,
          products: step.products,
        },
        createdAt: now,
        dueAt: now,
      });
      await tx.execute(sql`
        update webhooks set feed_epoch = ${step.epoch}, feed_position = ${step.head},
          feed_told_at = ${now.toISOString()}::timestamptz where id = ${webhookId}`);
    }
    return behind.length;
  });
}

const isBehindFeed = sql`
  w.state = 'active' and 'products.changed' = any(w.events)
  and (w.feed_position is distinct from f.head or w.feed_epoch is distinct from change_feed_epoch())`;

async function isAnyBehind(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isAny: boolean }>(sql`
    select exists (select from webhooks w, change_feed f where ${isBehindFeed}) as "isAny"`);
  return rows[0]?.isAny ?? false;
}

/** Locks and returns the webhooks that are behind, and skips webhooks that another process has locked. */
async function lockBehind(tx: Tx, now: Date): Promise<Behind[]> {
  const { rows } = await tx.execute<Behind>(sql`
    select w.id, w.feed_epoch as epoch, w.feed_position::float8 as position
    from webhooks w, change_feed f
    where ${isBehindFeed} and (w.feed_told_at is null or w.feed_told_at + make_interval(secs =>
      (case when w.failing_since is null then ${GATHER_MS / 1_000} else ${GATHER_FAILING_MS / 1_000} end)::float8)
        <= ${now.toISOString()}::timestamptz)
    order by w.id limit 500 for update of w skip locked`);
  return rows;
}

/**
 * Returns the changes after a position. After a restore the positions belong to another history: then no change is counted,
 * and the feed answers that its reader has to start again.
 */
async function readStep(tx: Tx, epoch: string, position: number): Promise<Step> {
  const { rows } = await tx.execute<Step>(sql`
    with feed as (select change_feed_epoch() as epoch, head from change_feed),
    changed as (
      select c.position, c.product_id from product_changes c, feed
      where feed.epoch = ${epoch} and c.position > ${position}::bigint and c.position <= feed.head)
    select feed.epoch, feed.head::float8 as head, (select count(*) from changed)::int as count,
      array(select product_id from changed order by position limit ${MOST_PRODUCTS})::text[] as products
    from feed`);
  const [step] = rows;
  if (!step) throw new Error('the change feed has no row');
  return step;
}
