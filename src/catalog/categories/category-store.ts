import { eq, inArray, sql } from 'drizzle-orm';
import type { NamedCategory } from '../../data/names/names.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { categories, products } from '../../platform/db/schema/catalogue.ts';
import { byName } from '../../platform/db/sort-names.ts';
import type { CountedCategory } from './build-category-tree.ts';
import { productInUse } from '../products/product-store.ts';

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
