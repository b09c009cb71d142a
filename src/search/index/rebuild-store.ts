import { and, desc, eq, like, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { indexRebuilds } from '../../platform/db/schema/operations.ts';

/** A rebuild of the index and its progress. */
export type Rebuild = typeof indexRebuilds.$inferSelect;

const isOpen = notInArray(indexRebuilds.state, ['done', 'failed']);
/** The beginning of `requested_by` of a rebuild that the indexer requests; its reason follows. */
export const BY_INDEXER = 'indexer: ';
/** The beginning of a rebuild's reason when the live index lacks an unknown set of documents. */
export const LOST_DOCUMENTS = 'documents are missing';
export const isOpenForLost = and(isOpen, like(indexRebuilds.requestedBy, `${BY_INDEXER}${LOST_DOCUMENTS}%`));

/** Requests a rebuild; the new row wakes the indexer. Returns undefined when a rebuild is open already. */
export async function requestRebuild(db: Db | Tx, requestedBy: string): Promise<Rebuild | undefined> {
  const [row] = await db.insert(indexRebuilds).values({ requestedBy }).onConflictDoNothing().returning();
  return row;
}

export async function findOpenRebuild(db: Db | Tx): Promise<Rebuild | undefined> {
  const [row] = await db.select().from(indexRebuilds).where(isOpen);
  return row;
}

export async function findRebuild(db: Db | Tx, id: number): Promise<Rebuild | undefined> {
  const [row] = await db.select().from(indexRebuilds).where(eq(indexRebuilds.id, id));
  return row;
}

/** Returns the last rebuilds, newest first. */
export async function listRebuilds(db: Db | Tx, limit: number): Promise<Rebuild[]> {
  return await db.select().from(indexRebuilds).orderBy(desc(indexRebuilds.id)).limit(limit);
}

/** Saves the progress of an open rebuild. */
export async function saveRebuild(
  db: Db | Tx,
  id: number,
  progress: Partial<Pick<Rebuild, 'state' | 'total' | 'done' | 'startedAt'>>,
): Promise<void> {
  await db
    .update(indexRebuilds)
    .set(progress)
    .where(and(eq(indexRebuilds.id, id), isOpen));
}

/** Closes a rebuild: as done, or as failed when an error is given. */
export async function closeRebuild(db: Db | Tx, id: number, error?: string): Promise<void> {
  await db
    .update(indexRebuilds)
    .set({
      state: error === undefined ? 'done' : 'failed',
      error: error?.slice(0, 2_000) ?? null,
      finishedAt: sql`now()`,
    })
    .where(and(eq(indexRebuilds.id, id), isOpen));
}
