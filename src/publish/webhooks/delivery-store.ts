import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { CHALLENGE, webhookDeliveries } from '../../platform/db/schema/webhooks.ts';

export type StoredDelivery = typeof webhookDeliveries.$inferSelect;

export async function insertDelivery(
  tx: Tx,
  delivery: Pick<StoredDelivery, 'webhookId' | 'event' | 'data'> & Partial<StoredDelivery>,
): Promise<void> {
  await tx.insert(webhookDeliveries).values(delivery);
}

/** Returns a page of sent and pending deliveries, newest first. */
export async function listDeliveries(
  db: Db | Tx,
  webhookId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: StoredDelivery[]; total: number }> {
  const ofWebhook = eq(webhookDeliveries.webhookId, webhookId);
  const items = await db
    .select()
    .from(webhookDeliveries)
    .where(ofWebhook)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db.select({ total: count() }).from(webhookDeliveries).where(ofWebhook);
  return { items, total: counted?.total ?? 0 };
}

export async function lockDelivery(
  tx: Tx,
  webhookId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
    .for('update');
  return row;
}

/** Makes a delivery due at once, from the first step of the schedule, under the same id. */
export async function saveReplay(tx: Tx, { id, event }: StoredDelivery, now: Date): Promise<StoredDelivery> {
  const [row] = await tx
    .update(webhookDeliveries)
    // A challenge keeps its count: an address that has not agreed gets only the attempts of one schedule.
    .set({ status: 'pending', dueAt: now, ...(event === CHALLENGE ? {} : { attempts: 0 }) })
    .where(eq(webhookDeliveries.id, id))
    .returning();
  if (!row) throw new Error(`delivery ${id} is gone`);
  // The trigger notifies only on inserts.
  await tx.execute(sql`select pg_notify('webhook_deliveries_due', '')`);
  return row;
}

/** Returns how many challenges a webhook got in the last 24 hours. */
export async function countChallenges(tx: Tx, webhookId: string): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.event, CHALLENGE),
        gt(webhookDeliveries.createdAt, sql`now() - interval '1 day'`),
      ),
    );
  return row?.total ?? 0;
}

/** Ends the pending challenges of a webhook, because a new challenge replaces them. */
export async function endChallenges(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', dueAt: null })
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.event, CHALLENGE),
        eq(webhookDeliveries.status, 'pending'),
      ),
    );
}

/** How many days deliveries are kept. */
const KEPT_DAYS = 30;
const MOST_FORGOTTEN = 5_000;

/** Removes deliveries that are older than 30 days. Returns whether there may be more. */
export async function forgetDeliveries(db: Db): Promise<boolean> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
    .limit(MOST_FORGOTTEN);
  const { rowCount } = await db.delete(webhookDeliveries).where(sql`${webhookDeliveries.id} in (${old})`);
  return rowCount === MOST_FORGOTTEN;
}
