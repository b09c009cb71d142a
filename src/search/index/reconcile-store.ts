import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { indexReconciles } from '../../platform/db/schema/operations.ts';

/** One comparison of the index with Postgres. */
export type Reconcile = typeof indexReconciles.$inferSelect;

/** The error of a comparison that says nothing of the index. */
const INTERRUPTED = 'the indexer ended before it was done';

export interface ReconcileResult {
  products: number;
  missing: number;
  stale: number;
  ghost: number;
}

/** Asks the indexer for a comparison at once. */
export async function requestReconcile(db: Db | Tx, requestedBy: string): Promise<Reconcile> {
  const [row] = await db.insert(indexReconciles).values({ requestedBy }).returning();
  if (!row) throw new Error('the insert returned no row');
  return row;
}

/** Returns the oldest requested comparison that has not begun. */
export async function findRequestedReconcile(db: Db | Tx): Promise<Reconcile | undefined> {
  const [row] = await db
    .select()
    .from(indexReconciles)
    .where(and(isNull(indexReconciles.finishedAt), isNull(indexReconciles.startedAt)))
    .orderBy(asc(indexReconciles.id))
    .limit(1);
  return row;
}

export async function findReconcile(db: Db | Tx, id: number): Promise<Reconcile | undefined> {
  const [row] = await db.select().from(indexReconciles).where(eq(indexReconciles.id, id));
  return row;
}

/** Returns the last comparison that ran to its end or failed, not one that was interrupted. */
export async function findLastReconcile(db: Db | Tx): Promise<Reconcile | undefined> {
  const [row] = await db
    .select()
    .from(indexReconciles)
    .where(
      and(
        isNotNull(indexReconciles.finishedAt),
        or(isNull(indexReconciles.error), ne(indexReconciles.error, INTERRUPTED)),
      ),
    )
    .orderBy(desc(indexReconciles.id))
    .limit(1);
  return row;
}

/** Begins the requested comparison, and marks comparisons that an indexer left unfinished as failed. */
export async function beginReconcile(db: Db, { id }: Reconcile): Promise<void> {
  await db.transaction(async (tx) => {
    await closeLeftovers(tx);
    await tx
      .update(indexReconciles)
      .set({ startedAt: sql`now()` })
      .where(eq(indexReconciles.id, id));
  });
}

/** Saves a scheduled comparison, and deletes comparisons older than 7 days. */
export async function saveReconcile(
  db: Db | Tx,
  startedAt: Date,
  outcome: ReconcileResult | { error: string },
): Promise<void> {
  await closeLeftovers(db);
  const row = { requestedBy: 'indexer', requestedAt: startedAt, startedAt, finishedAt: new Date() };
  await db.insert(indexReconciles).values({ ...row, ...outcome });
  await db.delete(indexReconciles).where(sql`requested_at < now() - interval '7 days'`);
}

/** Closes comparisons of an indexer that ended. Only one runs at a time, so any other open one is left over. */
async function closeLeftovers(db: Db | Tx): Promise<void> {
  await db
    .update(indexReconciles)
    .set({ finishedAt: sql`now()`, error: INTERRUPTED })
    .where(and(isNull(indexReconciles.finishedAt), isNotNull(indexReconciles.startedAt)));
}

export async function closeReconcile(
  db: Db | Tx,
  id: number,
  outcome: ReconcileResult | { error: string },
): Promise<void> {
  await db
    .update(indexReconciles)
    .set({ ...outcome, finishedAt: sql`now()` })
    .where(eq(indexReconciles.id, id));
}
