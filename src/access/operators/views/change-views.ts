import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { Operator } from '../../../platform/http/callers/operator.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { lockOperator } from '../operator-store.ts';
import { MAX_VIEWS, type NewView, type ViewChange } from './view-contract.ts';
import {
  countViews,
  deleteView,
  findOwner,
  isNameTaken,
  lockView,
  saveView,
  type StoredView,
} from './view-store.ts';

type View = Omit<StoredView, 'createdAt'>;

/**
 * Creates a view and returns its id.
 * @throws ApiError `already_exists`, and `invalid_state` if the operator has the maximum number of views
 */
export async function createView(
  db: Db,
  { is_shared: isShared, ...given }: NewView,
  operator: Operator,
  author: Author,
): Promise<string> {
  const view: View = { ...given, id: uuidV7(), ownerId: operator.id, isShared };
  await db.transaction(async (tx) => {
    await lockOperator(tx, operator.id);
    if ((await countViews(tx, operator.id)) >= MAX_VIEWS) {
      throw new ApiError('invalid_state', `You have ${MAX_VIEWS} views already: delete one of them first.`, {
        details: { limit: MAX_VIEWS },
      });
    }
    await requireFreeName(tx, view);
    await saveView(tx, view);
    await saveViewAudit(tx, author, undefined, view);
  });
  return view.id;
}

/**
 * Changes a view; omitted fields stay. An admin may also change and delete shared views of others.
 * @throws ApiError `not_found`, `forbidden`, `already_exists`
 */
export async function changeView(
  db: Db,
  id: string,
  { is_shared: isShared, ...given }: ViewChange,
  operator: Operator,
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockForChange(tx, id, operator);
    const after: View = {
      ...before,
      name: given.name ?? before.name,
      params: given.params ?? before.params,
      isShared: isShared ?? before.isShared,
    };
    await requireFreeName(tx, after);
    await saveView(tx, after);
    await saveViewAudit(tx, author, before, after);
  });
}

/** @throws ApiError `not_found`, `forbidden` */
export async function removeView(db: Db, id: string, operator: Operator, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockForChange(tx, id, operator);
    await deleteView(tx, id);
    await saveViewAudit(tx, author, before, undefined);
  });
}

/** Locks the owner before the view, so that changes of one owner's views wait for each other. */
async function lockForChange(tx: Tx, id: string, operator: Operator): Promise<View> {
  const ownerId = await findOwner(tx, id);
  if (ownerId) await lockOperator(tx, ownerId);
  const view = await lockView(tx, id);
  const isOwn = view?.ownerId === operator.id;
  if (!view || !(isOwn || view.isShared)) throw new ApiError('not_found', 'There is no view with this id.');
  if (!isOwn && operator.role !== 'admin') {
    throw new ApiError('forbidden', 'Only the owner of a shared view, or an admin, can change it.');
  }
  const { createdAt: _createdAt, ...rest } = view;
  return rest;
}

async function requireFreeName(tx: Tx, view: View): Promise<void> {
  if (await isNameTaken(tx, view)) {
    throw new ApiError('already_exists', `There is a view called "${view.name}" already.`);
  }
}

/** Private views leave no audit row. */
async function saveViewAudit(
  tx: Tx,
  author: Author,
  before: View | undefined,
  after: View | undefined,
): Promise<void> {
  if (!before?.isShared && !after?.isShared) return;
  const describe = (view: View | undefined) =>
    view && { list: view.list, name: view.name, params: view.params, is_shared: view.isShared };
  await saveAuditEntry(tx, author, {
    action: nameAction(before, after),
    entity: 'view',
    entityId: (after ?? before)?.id ?? '',
    before: describe(before),
    after: describe(after),
  });
}

function nameAction(before: View | undefined, after: View | undefined): string {
  if (!after) return 'view.deleted';
  if (!before?.isShared) return 'view.shared';
  return after.isShared ? 'view.updated' : 'view.unshared';
}
