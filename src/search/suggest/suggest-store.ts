import { sql } from 'drizzle-orm';
import { buildPictures } from '../../catalog/pictures/build-pictures.ts';
import { chooseThumbnail } from '../../catalog/pictures/picture-address.ts';
import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import type { Db } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';
import { inUse } from '../index/indexed-product-store.ts';
import type { Candidate as FoundProduct, FoundName } from '../search-engine.ts';
import { MOST_COUNTED } from '../search-limits.ts';
import { rankOf } from '../similarity/rank-matches.ts';
import type { Candidate, Labels } from './choose-suggestions.ts';
import type { SuggestedType } from './suggest-contract.ts';

interface SuggestedRow {
  type: SuggestedType;
  id: string;
  text: string;
  brand: string | null;
  gtin14: string | null;
  pictures: StoredPicture[] | null;
  contributed: Record<string, StoredPicture> | null;
  slug: string;
  code: string;
  path: string;
  /** The number of a brand’s products, up to `MOST_COUNTED`; how popular a product is. */
  count: number;
}

/** One statement, because three would use three connections. */
const readRows = prepareStatement<SuggestedRow>(
  'suggested',
  sql`select 'product' as type, p.id, p.name as text, b.name as brand, g.gtin14, p.facts->'pictures' as pictures,
      p.facts->'contributed_pictures' as contributed, null as slug, null as code, null as path,
      coalesce((p.facts->>'popularity')::int, 0) as count
    from products p left join brands b on b.id = p.brand_id
      left join barcodes g on g.product_id = p.id and g.is_primary
    where p.id = ${anyOf('products')} and ${inUse(sql`p`)}
    union all
    select 'brand', b.id, b.name, null, null, null, null, b.slug, null, null, u.count from brands b
    cross join lateral (select count(*)::int as count from (
      select from products p where p.brand_id = b.id and ${inUse(sql`p`)} limit ${sql.raw(String(MOST_COUNTED))}) few) u
    where b.id = ${anyOf('brands')} and u.count > 0
    union all
    select 'category', c.id, c.name, null, null, null, null, null, c.code, c.path, 0 from categories c
    where c.id = ${anyOf('categories')} and (
      exists (select from products p where p.category_id = c.id and ${inUse(sql`p`)}) or exists (
        with recursive below as (
          select k.id from categories k where k.parent_id = c.id
          union all
          select k.id from below join categories k on k.parent_id = below.id)
        select from below join products p on p.category_id = below.id where ${inUse(sql`p`)}))`,
);

/**
 * Returns what was found and is in use or has products in use, with its current data. Counts of brands up to
 * `MOST_COUNTED` are exact; larger ones, and counts of categories, come from the index.
 */
export async function readSuggested(
  db: Db,
  products: readonly FoundProduct[],
  names: readonly FoundName[],
): Promise<Candidate[]> {
  if (products.length + names.length === 0) return [];
  const found = new Map(products.map((product) => [product.id, product]));
  const counts = new Map(names.map(({ id, count }) => [id, count]));
  const idsOf = (type: FoundName['type']) => names.filter((name) => name.type === type).map(({ id }) => id);
  const rows = await readRows(db, {
    products: [...found.keys()],
    brands: idsOf('brand'),
    categories: idsOf('category'),
  });
  return rows.map((row) => toCandidate(row, found.get(row.id), counts.get(row.id) ?? 0));
}

function toCandidate(row: SuggestedRow, product: FoundProduct | undefined, indexed: number): Candidate {
  const { type, id, text, brand, gtin14, slug, code, path } = row;
  if (product) {
    const thumbnail = chooseThumbnail(buildPictures(row.pictures ?? [], row.contributed ?? {}, []));
    const { score, quality_score } = product;
    return {
      type: 'product',
      text,
      id,
      gtin: gtin14 === null ? null : displayGtin(gtin14),
      brand,
      thumbnail,
      rank: rankOf({ score: score ?? 0, quality_score }),
      popularity: row.count,
      labels: labelsOf(product, brand),
    };
  }
  const count = type === 'brand' && row.count < MOST_COUNTED ? row.count : Math.max(row.count, indexed);
  return type === 'brand'
    ? { type, text, slug, count, rank: count }
    : { type: 'category', text, code, path, count, rank: count };
}

/** Returns the labels of a product besides its name. */
export function labelsOf(
  { other_names: names = [], other_brands: brands = [] }: FoundProduct,
  brand: string | null,
): Labels {
  return { names, brands: brand === null ? brands : [brand, ...brands] };
}
