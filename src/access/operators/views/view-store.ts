import { and, asc, count, eq, inArray, or } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operators, savedViews } from '../../../platform/db/schema/operators.ts';
import type { SavedView } from './view-contract.ts';

export type StoredView = typeof savedViews.$inferSelect;

/** More shared views than this would not help anybody. */
const MAX_LISTED = 500;

/** Returns an operator's own views and the shared ones, of these lists, by name. */
export async function listViews(
  db: Db | Tx,
  operatorId: string,
  lists: readonly string[],
  id?: string,
): Promise<SavedView[]> {
  const rows = await db
    .select({ view: savedViews, email: operators.email })
    .from(savedViews)
    .innerJoin(operators, eq(operators.id, savedViews.ownerId))
    .where(
      and(
        inArray(savedViews.list, [...lists]),
        or(eq(savedViews.ownerId, operatorId), savedViews.isShared),
        id === undefined ? undefined : eq(savedViews.id, id),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(MAX_LISTED);
  return rows.map(({ view, email }) => ({
    id: view.id,
    list: view.list as SavedView['list'],
    name: view.name,
    params: view.params,
    is_shared: view.isShared,
    owner: { id: view.ownerId, email },
  }));
}

export async function findOwner(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ ownerId: savedViews.ownerId })
    .from(savedViews)
    .where(eq(savedViews.id, id));
  return row?.ownerId;
}

export async function lockView(tx: Tx, id: string): Promise<StoredView | undefined> {
  const [row] = await tx.select().from(savedViews).where(eq(savedViews.id, id)).for('update');
  return row;
}

export async function countViews(tx: Tx, ownerId: string): Promise<number> {
  const [row] = await tx.select({ views: count() }).from(savedViews).where(eq(savedViews.ownerId, ownerId));
  return row?.views ?? 0;
}

/** Returns whether the owner has another view with this name in the list. The owner's row must be locked. */
export async function isNameTaken(
  tx: Tx,
  { id, ownerId, list, name }: Pick<StoredView, 'id' | 'ownerId' | 'list' | 'name'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(eq(savedViews.ownerId, ownerId), eq(savedViews.list, list), eq(savedViews.name, name)));
  return rows.some((row) => row.id !== id);
}

export async function saveView(tx: Tx, view: Omit<StoredView, 'createdAt'>): Promise<void> {
  const { id: _id, ownerId: _owner, ...change } = view;
  await tx.insert(savedViews).values(view).onConflictDoUpdate({ target: savedViews.id, set: change });
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.id, id));
}
