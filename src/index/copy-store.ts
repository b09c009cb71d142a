import { notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { indexCopies } from '../db/schema/index-copies.ts';

/** What is known of one of several copies of the index. */
export type IndexCopyRow = typeof indexCopies.$inferSelect;
export type CopyState = IndexCopyRow['state'];

/** None: there is one copy, or nobody knows of more than the first. */
export async function listCopies(db: Db | Tx): Promise<IndexCopyRow[]> {
  return await db.select().from(indexCopies).orderBy(indexCopies.name);
}

/** Writes down the state of a copy; the time of a state that it is in already stays. */
export async function saveCopy(db: Db | Tx, copy: Omit<IndexCopyRow, 'changedAt'>): Promise<void> {
  const { name, ...values } = copy;
  await db
    .insert(indexCopies)
    .values({ name, ...values })
    .onConflictDoUpdate({
      target: indexCopies.name,
      set: {
        ...values,
        reason: values.reason?.slice(0, 500) ?? null,
        changedAt: sql`case when ${indexCopies.state} = excluded.state then ${indexCopies.changedAt} else now() end`,
      },
    });
}

/** Forgets all copies but these: what they lack from now on is not kept. */
export async function forgetOtherCopies(db: Db | Tx, names: string[]): Promise<void> {
  await db.delete(indexCopies).where(names.length === 0 ? sql`true` : notInArray(indexCopies.name, names));
}
