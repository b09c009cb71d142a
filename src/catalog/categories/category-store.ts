import { eq, inArray, sql, asc } from 'drizzle-orm';
import type { NamedCategory } from '../../data/names/names.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { categories, products, kinds } from '../../platform/db/schema/catalogue.ts';
import { byName } from '../../platform/db/sort-names.ts';
import type { CountedCategory } from './build-category-tree.ts';
import { productInUse } from '../products/product-store.ts';
import type { AdminCategory } from './category-contract.ts';

/** Returns every category with the number of its products in use, without its subtree: parents first, siblings by name. */
export async function listCountedCategories(db: Db | Tx): Promise<CountedCategory[]> {
  const counts = db
    .select({ categoryId: products.categoryId, inUse: sql<number>`count(*)::int`.as('in_use') })
    .from(products)
    .where(productInUse)
    .groupBy(products.categoryId)
    .as('counts');
  return db
    .select({
      code: categories.code,
      name: categories.name,
      names: categories.names,
      archive_kind: categories.archiveKind,
      path: categories.path,
      level: categories.level,
      own_count: sql<number>`coalesce(${counts.inUse}, 0)`,
    })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(categories.level, byName(categories.name), categories.code);
}

/** Returns the names of the categories with these codes. */
export async function findNamedCategories(db: Db, codes: string[]): Promise<NamedCategory[]> {
  return db
    .select({ code: categories.code, name: categories.name, names: categories.names })
    .from(categories)
    .where(inArray(categories.code, codes));
}

export type CategoryRow = typeof categories.$inferSelect;

/** Returns all categories, or the one with this id, with their own counts, by path. */
export async function listAdminCategories(db: Db | Tx, id?: string): Promise<AdminCategory[]> {
  const counts = db
    .select({
      categoryId: products.categoryId,
      all: sql<number>`count(*)::int`.as('all_products'),
      inUse: sql<number>`(count(*) filter (where ${productInUse}))::int`.as('in_use'),
    })
    .from(products)
    .where(id === undefined ? undefined : eq(products.categoryId, id))
    .groupBy(products.categoryId)
    .as('counts');
  const rows = await db
    .select({
      category: categories,
      product_count: sql<number>`coalesce(${counts.all}, 0)`,
      in_use_count: sql<number>`coalesce(${counts.inUse}, 0)`,
    })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .where(id === undefined ? undefined : eq(categories.id, id))
    .orderBy(asc(categories.path));
  return rows.map(({ category, ...counted }) => buildAdminCategory(category, counted));
}

/** Returns a category as the audit log stores it. */
export function describeCategory(row: CategoryRow) {
  return {
    code: row.code,
    name: row.name,
    names: row.names,
    synonyms: row.synonyms,
    parent_id: row.parentId,
    path: row.path,
    level: row.level,
    archive_kind: row.archiveKind,
    own_archive_kind: row.ownArchiveKind,
  };
}

export function buildAdminCategory(
  row: CategoryRow,
  counts: Pick<AdminCategory, 'product_count' | 'in_use_count'>,
): AdminCategory {
  return {
    id: row.id,
    ...describeCategory(row),
    ...counts,
    created_at: row.createdAt.toISOString(),
  };
}

/**
 * Returns all categories for a transaction that changes the tree. Such transactions run one at a time, so that two moves
 * cannot create a cycle that neither of them sees.
 */
export async function lockCategoryTree(tx: Tx): Promise<CategoryRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('factshelf.category_tree'))`);
  return await tx.select().from(categories);
}

export async function hasKind(db: Db | Tx, code: string): Promise<boolean> {
  const rows = await db.select({ code: kinds.code }).from(kinds).where(eq(kinds.code, code));
  return rows.length > 0;
}

/** Returns the numbers of products of any status and of products in use, by category. */
export async function countByCategory(
  db: Db | Tx,
  categoryIds: string[],
): Promise<Map<string, { products: number; inUse: number }>> {
  const rows = await db
    .select({
      id: products.categoryId,
      products: sql<number>`count(*)::int`,
      inUse: sql<number>`(count(*) filter (where ${productInUse}))::int`,
    })
    .from(products)
    .where(inArray(products.categoryId, categoryIds))
    .groupBy(products.categoryId);
  return new Map(rows.map(({ id, ...counts }) => [id ?? '', counts]));
}

/** Updates a whole subtree in one statement, so that its trigger marks all products at once. */
export async function updateCategories(tx: Tx, rows: readonly CategoryRow[]): Promise<void> {
  const changed = rows.map((row) => ({ id: row.id, ...describeCategory(row) }));
  await tx.execute(sql`
    update categories c set code = r.code, name = r.name, names = r.names, synonyms = r.synonyms, parent_id = r.parent_id,
      path = r.path, level = r.level, archive_kind = r.archive_kind, own_archive_kind = r.own_archive_kind
    from json_to_recordset(${JSON.stringify(changed)}::json) as r (id uuid, code text, name text, names jsonb, synonyms text[],
      parent_id uuid, path text, level int, archive_kind text, own_archive_kind text)
    where c.id = r.id`);
}
