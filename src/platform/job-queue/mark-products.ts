import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';

/** Gives later changes of this transaction the background priority: the indexer writes people’s changes first. */
export async function markInBackground(tx: Tx): Promise<void> {
  await tx.execute(sql`set local factshelf.in_background = 'on'`);
}

/** Marks these products as changed, as the triggers do. */
export async function markDirty(db: Db | Tx, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`select mark_products_dirty(${sql.param(productIds)}::uuid[])`);
}
