import { sql, type SQL, asc, count, desc, eq } from 'drizzle-orm';
import { stringify as formatUuid } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';
import { byName } from '../../platform/db/sort-names.ts';
import { brandNames, brands, products } from '../../platform/db/schema/catalogue.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { Brand, AdminBrand, BrandImpact, BrandListQuery } from './brand-contract.ts';
import { productInUse } from '../products/product-store.ts';
import { containsPattern, escapeLike } from '../../platform/text/like-pattern.ts';

const BYTES_PER_ID = 16;

/** The ids of all brands with products in use, ordered by name, then id. */
interface BrandOrder {
  total: number;
  slice: (offset: number, limit: number) => string[];
}

/**
 * Returns the order of brands in 16 bytes each: 100,000 brands are 1.6 MB. It takes a quarter of a second with a million
 * products, so callers cache it. With it every page costs the same, however deep.
 */
export async function loadBrandOrder(db: Db | Tx): Promise<BrandOrder> {
  const { rows } = await db.execute<{ ids: Buffer | null }>(sql`
    select string_agg(uuid_send(id), '' order by ${byName(brands.name)}, id) as ids from brands
    where exists (select 1 from products where products.brand_id = brands.id and ${productInUse})`);
  const ids = rows[0]?.ids ?? Buffer.alloc(0);
  const total = ids.length / BYTES_PER_ID;
  return {
    total,
    slice: (offset, limit) => {
      const end = Math.min(total, offset + limit);
      return Array.from({ length: Math.max(0, end - offset) }, (_, index) =>
        formatUuid(ids, (offset + index) * BYTES_PER_ID),
      );
    },
  };
}

/** Returns the brands with these ids by name, without brands that no longer have a product in use. */
export async function listBrandsById(db: Db | Tx, ids: string[]): Promise<Brand[]> {
  if (ids.length === 0) return [];
  const items = await brandsById(db, { ids });
  return items.filter((brand) => brand.product_count > 0);
}

const selectBrands = (condition: SQL) => sql`
  select ${brands.id} as id, ${brands.name} as name, ${brands.slug} as slug,
    (select count(*)::int from ${products}
     where ${products.brandId} = ${brands.id} and ${productInUse}) as product_count
  from ${brands} where ${condition}`;

const brandsById = prepareStatement<Brand>(
  'list_brands',
  sql`${selectBrands(sql`${brands.id} = ${anyOf('ids')}`)} order by ${byName(brands.name)}, ${brands.id}`,
);

/**
 * Returns for each text the ids of brands with a name or alias of the same letters and digits: `MT OLIVE` for
 * `Mt. Olive`. Ends at the first text that no brand has, so that a hundred unknown ones cost as much as one.
 */
export async function findBrandsAlike(db: Db | Tx, texts: readonly string[]): Promise<string[][]> {
  const names = sql`${sql.param(texts.map(foldText))}::text[]`;
  const letters = (text: SQL) => sql`regexp_replace(${text}, '[^[:alnum:]]+', '', 'g')`;
  const idsOf = (place: SQL) => sql`(select array_agg(distinct brand_id) from brand_names
    where name_key % (${names})[${place}] and ${letters(sql`name_key`)} = ${letters(sql`(${names})[${place}]`)}
      and ${letters(sql`name_key`)} <> '')`;
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    with recursive found (place, ids) as (
      select 1, ${idsOf(sql`1`)}
      union all
      select place + 1, ${idsOf(sql`place + 1`)} from found
      where ids is not null and place < ${texts.length}::int)
    select ids from found order by place`);
  return rows.flatMap(({ ids }) => (ids === null ? [] : [ids]));
}

/** Returns a list with the brand of this slug and name, or an empty list if no such brand has products in use. Several brands may be spelt alike. */
export async function findBrand(
  db: Db | Tx,
  { slug, name }: { slug: string | undefined; name: string | undefined },
): Promise<Brand[]> {
  const items = name === undefined ? await brandBySlug(db, { slug }) : await findBrandByName(db, name);
  return items.filter((brand) => brand.product_count > 0 && (slug === undefined || brand.slug === slug));
}

/** Returns the brand with exactly this name, or otherwise those whose names have the same letters and digits. */
async function findBrandByName(db: Db | Tx, name: string): Promise<Brand[]> {
  const items = await brandByName(db, { name_key: foldText(name) });
  return items.length > 0 ? items : await listBrandsById(db, (await findBrandsAlike(db, [name])).flat());
}

const brandBySlug = prepareStatement<Brand>(
  'find_brand_by_slug',
  selectBrands(sql`${brands.slug} = ${sql.placeholder('slug')}`),
);

const brandByName = prepareStatement<Brand>(
  'find_brand_by_name',
  selectBrands(sql`${brands.id} = (
    select ${brandNames.brandId} from ${brandNames} where ${brandNames.nameKey} = ${sql.placeholder('name_key')})`),
);

const aliases = sql<string[]>`coalesce((
  select json_agg(n.name order by n.name, n.name_key) from brand_names n
  where n.brand_id = brands.id and n.is_alias), '[]')`;

const productCount = (condition: SQL = sql`true`) => sql<number>`(
  select count(*)::int from products where products.brand_id = brands.id and ${condition})`;

const adminBrand = {
  id: brands.id,
  name: brands.name,
  slug: brands.slug,
  aliases,
  product_count: productCount(),
  in_use_count: productCount(productInUse),
  created_at: brands.createdAt,
};

export async function listAdminBrands(
  db: Db | Tx,
  query: BrandListQuery,
): Promise<{ items: AdminBrand[]; total: number }> {
  const key = foldText(query.q ?? '');
  const named = sql`brands.id in (
    select brand_id from brand_names where name_key like ${containsPattern(key)})`;
  const unused = sql`not exists (select from products where products.brand_id = brands.id)`;
  const condition = sql`${key ? named : sql`true`} and ${query.unused === 'true' ? unused : sql`true`}`;
  const counts = db
    .select({ brandId: products.brandId, products: count().as('products') })
    .from(products)
    .groupBy(products.brandId)
    .as('counts');
  const used = sql`coalesce(${counts.products}, 0)`;
  const order = {
    name: [asc(brands.name)],
    '-name': [desc(brands.name)],
    newest: [desc(brands.createdAt)],
    oldest: [asc(brands.createdAt)],
    products: [desc(used), asc(brands.name)],
    fewest: [asc(used), asc(brands.name)],
  }[query.sort];
  const selection = db.select(adminBrand).from(brands).$dynamic();
  const isCounted = query.sort === 'products' || query.sort === 'fewest';
  const joined = isCounted ? selection.leftJoin(counts, eq(counts.brandId, brands.id)) : selection;
  const rows = await joined
    .where(condition)
    .orderBy(...order, asc(brands.id))
    .limit(query.size)
    .offset((query.page - 1) * query.size);
  const [totals] = await db.select({ total: count() }).from(brands).where(condition);
  return { items: rows.map(buildAdminBrand), total: totals?.total ?? 0 };
}

export async function findAdminBrand(db: Db | Tx, id: string): Promise<AdminBrand | undefined> {
  const [row] = await db.select(adminBrand).from(brands).where(eq(brands.id, id));
  return row && buildAdminBrand(row);
}

function buildAdminBrand(row: Omit<AdminBrand, 'created_at'> & { created_at: Date }): AdminBrand {
  return { ...row, created_at: row.created_at.toISOString() };
}

interface NamedBrand {
  id: string;
  name: string;
  isAlias: boolean;
}

/** Returns the brand with this folded name or alias, or undefined. */
export async function findNameHolder(db: Db | Tx, nameKey: string): Promise<NamedBrand | undefined> {
  const [row] = await db
    .select({ id: brands.id, name: brands.name, isAlias: brandNames.isAlias })
    .from(brandNames)
    .innerJoin(brands, eq(brands.id, brandNames.brandId))
    .where(eq(brandNames.nameKey, nameKey));
  return row;
}

/** Locks brands until the transaction ends, so that no product gets one of them meanwhile. */
export async function lockBrands(tx: Tx, ids: string[]): Promise<void> {
  await tx.execute(sql`select from brands where id = any(${sql.param(ids)}::uuid[]) order by id for update`);
}

/** Returns a slug that no other brand has. */
export async function findFreeSlug(tx: Tx, wanted: string, brandId: string): Promise<string> {
  const { rows } = await tx.execute<{ slug: string }>(sql`
    select slug from brands
    where id <> ${brandId} and (slug = ${wanted} or slug like ${`${escapeLike(wanted)}-%`})`);
  const taken = new Set(rows.map(({ slug }) => slug));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

export async function saveAlias(tx: Tx, brandId: string, name: string): Promise<void> {
  await tx.insert(brandNames).values({ nameKey: foldText(name), brandId, name, isAlias: true });
}

/** Deletes an alias. Returns its spelling, or undefined when the brand has no alias with this folded name. */
export async function deleteAlias(tx: Tx, brandId: string, nameKey: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(brandNames)
    .where(
      sql`${brandNames.nameKey} = ${nameKey} and ${brandNames.brandId} = ${brandId} and ${brandNames.isAlias}`,
    )
    .returning({ name: brandNames.name });
  return row?.name;
}

/** Moves all names of a brand to another brand, as aliases. */
export async function moveNames(tx: Tx, fromId: string, intoId: string): Promise<void> {
  await tx.update(brandNames).set({ brandId: intoId, isAlias: true }).where(eq(brandNames.brandId, fromId));
}

/**
 * Moves the products of a brand to another brand. Locks them in the order of ids, as every writer does.
 * @returns the number of products
 */
export async function moveProducts(tx: Tx, fromId: string, intoId: string): Promise<number> {
  await tx.execute(sql`select from products where brand_id = ${fromId} order by id for update`);
  const { rowCount } = await tx.execute(sql`
    update products set brand_id = ${intoId}, version = version + 1, updated_at = now(),
      read_version = case when read_version = version then version + 1 end
    where brand_id = ${fromId}`);
  return rowCount ?? 0;
}

export async function countBrandProducts(db: Db | Tx, id: string): Promise<BrandImpact> {
  const [row] = await db
    .select({ products: count(), documents: sql<number>`(count(*) filter (where ${productInUse}))::int` })
    .from(products)
    .where(eq(products.brandId, id));
  return row ?? { products: 0, documents: 0 };
}
