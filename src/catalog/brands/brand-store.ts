import { sql, type SQL } from 'drizzle-orm';
import { stringify as formatUuid } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { byName } from '../../platform/db/sort-names.ts';
import { brandNames, brands, products } from '../../platform/db/schema/catalogue.ts';
import { foldText, wordsOf } from '../../platform/text/fold-text.ts';
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
  sql`${selectBrands(sql`${brands.id} = any(${sql.placeholder('ids')}::uuid[])`)} order by ${byName(brands.name)}, ${brands.id}`,
);

/** Returns the ids of brands with a name or alias of the same letters and digits: `MT OLIVE` for `Mt. Olive`. */
export async function findBrandsAlike(db: Db | Tx, name: string): Promise<string[]> {
  const folded = foldText(name);
  const letters = wordsOf(folded).join('');
  if (letters === '') return [];
  const { rows } = await db.execute<{ id: string; nameKey: string }>(sql`
    select brand_id as id, name_key as "nameKey" from brand_names where name_key % ${folded}`);
  const alike = rows.filter(({ nameKey }) => wordsOf(nameKey).join('') === letters);
  return [...new Set(alike.map(({ id }) => id))];
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
  return items.length > 0 ? items : await listBrandsById(db, await findBrandsAlike(db, name));
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
