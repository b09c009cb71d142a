import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { inUse } from './indexed-product-store.ts';

/** A brand or category with the number of its products in use. */
export interface CountedName {
  id: string;
  name: string;
  count: number;
}

/** Returns every brand with products in use. Reads the whole index on brands: half a second at a million products. */
export async function listUsedBrands(db: Db | Tx): Promise<CountedName[]> {
  return await listNames(
    db,
    sql`select b.id, b.name, u.count from brands b join (
      select p.brand_id, count(*)::int as count from products p
      where ${inUse(sql`p`)} and p.brand_id is not null group by p.brand_id) u on u.brand_id = b.id`,
  );
}

/** Returns the brands of these products, each with the number of all its products in use, which may be 0. */
export async function listBrandsOfProducts(db: Db | Tx, productIds: string[]): Promise<CountedName[]> {
  return await listNames(
    db,
    sql`select b.id, b.name, u.count from brands b
      cross join lateral (
        select count(*)::int as count from products p where p.brand_id = b.id and ${inUse(sql`p`)}) u
      where b.id in (select brand_id from products where id = any(${sql.param(productIds)}::uuid[]))`,
  );
}

/** Returns every category with products in use in its subtree, with their number. Reads the whole index on categories. */
export async function listUsedCategories(db: Db | Tx): Promise<CountedName[]> {
  return await listNames(
    db,
    sql`with recursive own as materialized (
        select p.category_id as id, count(*)::int as count from products p
        where ${inUse(sql`p`)} group by p.category_id),
      counted as (
        select id, count from own
        union all
        select c.parent_id, counted.count from counted join categories c on c.id = counted.id
        where c.parent_id is not null)
      select c.id, c.name, sum(counted.count)::int as count
      from counted join categories c on c.id = counted.id group by c.id`,
  );
}

/** Returns a text that changes whenever a category is added, deleted, moved or renamed. */
export async function readCategoryFingerprint(db: Db | Tx): Promise<string> {
  const { rows } = await db.execute<{ fingerprint: string }>(
    sql`select coalesce(sum(hashtextextended(id || name || path, 0)), 0)::text as fingerprint from categories`,
  );
  return rows[0]?.fingerprint ?? '';
}

async function listNames(db: Db | Tx, query: SQL): Promise<CountedName[]> {
  const { rows } = await db.execute<CountedName & Record<string, unknown>>(query);
  return rows;
}
