import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { webhooks } from '../../platform/db/schema/webhooks.ts';

export type StoredWebhook = typeof webhooks.$inferSelect;

/** Names a webhook of one account, or of any account if `accountId` is undefined. */
export interface WebhookName {
  id: string;
  accountId?: string;
}

const named = ({ id, accountId }: WebhookName) =>
  and(eq(webhooks.id, id), accountId === undefined ? undefined : eq(webhooks.accountId, accountId));

export async function listWebhooks(db: Db | Tx, accountId: string): Promise<StoredWebhook[]> {
  return await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.accountId, accountId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function findWebhook(db: Db | Tx, name: WebhookName): Promise<StoredWebhook | undefined> {
  const [row] = await db.select().from(webhooks).where(named(name));
  return row;
}

/** Returns the webhook, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, name: WebhookName): Promise<StoredWebhook | undefined> {
  const [row] = await tx.select().from(webhooks).where(named(name)).for('update');
  return row;
}

export async function countWebhooks(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(webhooks).where(eq(webhooks.accountId, accountId));
  return row?.total ?? 0;
}

export async function insertWebhook(tx: Tx, webhook: typeof webhooks.$inferInsert): Promise<StoredWebhook> {
  const [row] = await tx.insert(webhooks).values(webhook).returning();
  if (!row) throw new Error('the webhook was not stored');
  return row;
}

export async function saveWebhook(
  tx: Tx,
  id: string,
  change: Partial<typeof webhooks.$inferInsert>,
): Promise<StoredWebhook> {
  const [row] = await tx.update(webhooks).set(change).where(eq(webhooks.id, id)).returning();
  if (!row) throw new Error(`webhook ${id} is gone`);
  return row;
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

/**
 * Activates a webhook that has answered the challenge. It is notified of products from its last position, or from the
 * head of the change feed if it has none. Returns false if the webhook no longer awaits the challenge.
 */
export async function saveVerified(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhooks)
    .set({
      state: 'active',
      failingSince: null,
      feedEpoch: sql`coalesce(feed_epoch, change_feed_epoch())`,
      feedPosition: sql`coalesce(feed_position, (select head from change_feed))`,
    })
    .where(and(eq(webhooks.id, id), eq(webhooks.state, 'unverified')));
  return rowCount === 1;
}
