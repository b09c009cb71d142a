import { sql, type SQL } from 'drizzle-orm';
import { stringify as formatUuid } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';
import { byName } from '../../platform/db/sort-names.ts';
import { brandNames, brands, products } from '../../platform/db/schema/catalogue.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { Brand } from './brand-contract.ts';
import { productInUse } from '../products/product-store.ts';

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
