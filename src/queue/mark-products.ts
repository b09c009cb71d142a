import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';

/** What this transaction changes from here on is written to the index after all that people change. */
export async function markInBackground(tx: Tx): Promise<void> {
  await tx.execute(sql`set local factshelf.in_background = 'on'`);
}

/** Marks these products as the triggers do. */
export async function markDirty(db: Db | Tx, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`select mark_products_dirty(${sql.param(productIds)}::uuid[])`);
}
