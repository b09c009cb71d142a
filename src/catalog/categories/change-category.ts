import { eq } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { categories } from '../../platform/db/schema/catalogue.ts';
import { ApiError, refuseField } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { isCategorized } from '../../quality/field-completeness.ts';
import { saveRecompute } from '../../quality/recompute/recompute-store.ts';
import type {
  AdminCategory,
  CategoryChange,
  CategoryImpact,
  ChangedCategory,
  NewCategory,
} from './category-contract.ts';
import {
  buildAdminCategory,
  countByCategory,
  describeCategory,
  hasKind,
  lockCategoryTree,
  updateCategories,
  type CategoryRow,
} from './category-store.ts';
import { MAX_LEVELS, placeCategories } from './place-categories.ts';

/** @throws ApiError `already_exists`, `validation_failed` */
export async function createCategory(db: Db, author: Author, given: NewCategory): Promise<AdminCategory> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockCategoryTree(tx);
    const wanted: CategoryRow = {
      id: uuidV7(),
      code: given.code,
      name: given.name,
      names: {},
      synonyms: [],
      parentId: given.parent_id,
      ownArchiveKind: given.archive_kind,
      path: '',
      level: 0,
      archiveKind: '',
      createdAt: new Date(),
    };
    await checkFields(tx, before, wanted);
    const row = placeTree([...before, wanted]).find(({ id }) => id === wanted.id) ?? wanted;
    await tx.insert(categories).values(row);
    await saveAuditEntry(tx, author, {
      action: 'category.created',
      entityId: row.id,
      after: describeCategory(row),
    });
    return buildAdminCategory(row, { product_count: 0, in_use_count: 0 });
  });
}

/**
 * Changes the names, synonyms, code, parent or kind of a category. Also updates paths, levels and inherited kinds of its subtree.
 * Triggers mark the products for the index, and products whose kind changes get new scores. A dry run returns the same and
 * writes nothing.
 * @throws ApiError `not_found`, `already_exists`, `validation_failed`, `invalid_state`
 */
export async function changeCategory(
  db: Db,
  author: Author,
  id: string,
  change: CategoryChange,
): Promise<ChangedCategory> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockCategoryTree(tx);
    const current = findRow(before, id);
    const wanted = applyChange(current, change);
    await checkFields(tx, before, wanted);
    if (wanted.code !== current.code) refuseForBin(current, wanted);
    const after = placeTree(before.map((row) => (row.id === id ? wanted : row)));
    const row = findRow(after, id);
    const changed = listChanged(before, after);
    const renamed = isRenamed(current, row)
      ? after.filter((one) => one.id === id || one.path.startsWith(`${row.path}/`))
      : [];
    const ids = [id, ...changed.map(({ to }) => to.id), ...renamed.map((one) => one.id)];
    const counts = await countByCategory(tx, ids);
    const impact = countImpact(id, changed, renamed, counts);
    const own = counts.get(id) ?? { products: 0, inUse: 0 };
    const category = buildAdminCategory(row, { product_count: own.products, in_use_count: own.inUse });
    if (change.dry_run || changed.length === 0) return { category, impact };
    await updateCategories(
      tx,
      changed.map(({ to }) => to),
    );
    const rescored = changed.filter(({ from, to }) => from.archiveKind !== to.archiveKind);
    // Even without products now: a running import may be adding some.
    if (rescored.length > 0) {
      await saveRecompute(tx, {
        reason: 'category.changed',
        scope: { category_ids: rescored.map(({ to }) => to.id) },
        requestedBy: author.actor,
      });
    }
    await saveAuditEntry(tx, author, {
      action: 'category.changed',
      entityId: id,
      before: describeCategory(current),
      after: { ...describeCategory(row), impact },
    });
    return { category, impact };
  });
}

/** @throws ApiError `not_found`, `invalid_state` while it has products or sub-categories */
export async function deleteCategory(db: Db, author: Author, id: string): Promise<AdminCategory> {
  return await retryTransaction(db, async (tx) => {
    const tree = await lockCategoryTree(tx);
    const row = findRow(tree, id);
    if (!isCategorized(row.code)) throw binIsNeeded();
    const children = tree.filter(({ parentId }) => parentId === id).length;
    const { products, inUse } = (await countByCategory(tx, [id])).get(id) ?? { products: 0, inUse: 0 };
    if (children > 0 || products > 0) {
      throw new ApiError('invalid_state', 'The category has products or sub-categories: move them first.', {
        details: { product_count: products, in_use_count: inUse, child_count: children },
      });
    }
    await tx.delete(categories).where(eq(categories.id, id));
    await saveAuditEntry(tx, author, {
      action: 'category.deleted',
      entityId: id,
      before: describeCategory(row),
    });
    return buildAdminCategory(row, { product_count: 0, in_use_count: 0 });
  });
}

function findRow(tree: readonly CategoryRow[], id: string): CategoryRow {
  const row = tree.find((candidate) => candidate.id === id);
  if (!row) throw new ApiError('not_found', 'There is no category with this id.');
  return row;
}

function applyChange(row: CategoryRow, change: CategoryChange): CategoryRow {
  return {
    ...row,
    name: change.name ?? row.name,
    names: change.names ?? row.names,
    synonyms: change.synonyms ?? row.synonyms,
    code: change.code ?? row.code,
    parentId: change.parent_id === undefined ? row.parentId : change.parent_id,
    ownArchiveKind: change.archive_kind === undefined ? row.ownArchiveKind : change.archive_kind,
  };
}

async function checkFields(tx: Tx, tree: readonly CategoryRow[], wanted: CategoryRow): Promise<void> {
  const holder = tree.find(({ id, code }) => code === wanted.code && id !== wanted.id);
  if (holder) {
    throw new ApiError('already_exists', `The category ${holder.path} has this code.`, {
      details: { category_id: holder.id, path: holder.path },
    });
  }
  if (wanted.parentId !== null && !tree.some(({ id }) => id === wanted.parentId)) {
    throw refuseField('parent_id', 'is no category');
  }
  if (wanted.ownArchiveKind !== null && !(await hasKind(tx, wanted.ownArchiveKind))) {
    throw refuseField('archive_kind', 'is no archive kind');
  }
}

/** Refuses a new code for a catch-all category of products without a category: it is found by its code. */
function refuseForBin(current: CategoryRow, wanted: CategoryRow): void {
  if (!isCategorized(current.code)) throw binIsNeeded();
  if (!isCategorized(wanted.code)) throw refuseField('code', 'is kept for products without a category');
}

function binIsNeeded(): ApiError {
  return new ApiError('invalid_state', 'Products without a category need this one: its code must stay.');
}

/** Returns the same categories with their new paths, levels and kinds. */
function placeTree(tree: readonly CategoryRow[]): CategoryRow[] {
  const placed = placeCategories(tree);
  if (placed.ok) return tree.map((row) => ({ ...row, ...placed.places.get(row.id) }));
  if (placed.problem === 'no_kind') throw refuseField('archive_kind', 'must be set for a root');
  throw placed.problem === 'cycle'
    ? refuseField('parent_id', 'must not be the category itself or lie in its subtree')
    : refuseField('parent_id', `would make the tree deeper than ${MAX_LEVELS} levels`);
}

interface ChangedRow {
  from: CategoryRow;
  to: CategoryRow;
}

function listChanged(before: readonly CategoryRow[], after: readonly CategoryRow[]): ChangedRow[] {
  const rowById = new Map(before.map((row) => [row.id, row]));
  return after.flatMap((row) => {
    const old = rowById.get(row.id);
    return old && JSON.stringify(describeCategory(old)) !== JSON.stringify(describeCategory(row))
      ? [{ from: old, to: row }]
      : [];
  });
}

function isRenamed(from: CategoryRow, to: CategoryRow): boolean {
  const namesOf = ({ name, names, synonyms }: CategoryRow) => JSON.stringify([name, names, synonyms]);
  return namesOf(from) !== namesOf(to);
}

/** @param renamed the category and its subtree if its name or synonyms change: their documents hold them */
function countImpact(
  id: string,
  changed: readonly ChangedRow[],
  renamed: readonly CategoryRow[],
  counts: ReadonlyMap<string, { products: number; inUse: number }>,
): CategoryImpact {
  // A new name alone only changes the category itself, and documents.
  const placed = changed.filter(
    ({ from, to }) => from.path !== to.path || from.archiveKind !== to.archiveKind,
  );
  const rescored = placed.filter(({ from, to }) => from.archiveKind !== to.archiveKind);
  const sum = (ids: Iterable<string>, key: 'products' | 'inUse') =>
    Array.from(ids).reduce((total, one) => total + (counts.get(one)?.[key] ?? 0), 0);
  const idsOf = (rows: readonly ChangedRow[]) => rows.map(({ to }) => to.id);
  const indexed = new Set([...idsOf(placed), ...renamed.map((row) => row.id)]);
  return {
    categories: placed.filter(({ to }) => to.id !== id).length,
    products: sum(idsOf(placed), 'products'),
    documents: sum(indexed, 'inUse'),
    rescored: sum(idsOf(rescored), 'products'),
  };
}
