import { sql, type SQL } from 'drizzle-orm';
import { buildPictures } from '../../catalog/pictures/build-pictures.ts';
import { chooseThumbnail } from '../../catalog/pictures/picture-address.ts';
import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { inUse } from '../index/indexed-product-store.ts';
import { escapeLike, containsPattern } from '../../platform/text/like-pattern.ts';
import { MOST_COUNTED, SHORTEST_INDEXED, SUGGESTED_BEST, SUGGESTED_CANDIDATES } from '../search-limits.ts';
import type { Candidate } from './candidates.ts';
import type { Proposal } from './find-candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

interface ProductRow {
  id: string;
  text: string;
  brand: string | null;
  gtin14: string | null;
  rank: number;
  pictures: StoredPicture[] | null;
  contributed: Record<string, StoredPicture> | null;
}

const PRODUCT_COLUMNS = sql`
  p.id, p.name as text, b.name as brand, g.gtin14, p.quality_score::float8 as rank,
  p.facts->'pictures' as pictures, p.facts->'contributed_pictures' as contributed`;
const PRODUCT_JOINS = sql`
  left join brands b on b.id = p.brand_id
  left join barcodes g on g.product_id = p.id and g.is_primary`;

function toProduct({ gtin14, pictures, contributed, ...row }: ProductRow): Candidate {
  const thumbnail = chooseThumbnail(buildPictures(pictures ?? [], contributed ?? {}, []));
  return { type: 'product', ...row, gtin: gtin14 === null ? null : displayGtin(gtin14), thumbnail };
}

interface ProposedRow {
  type: SuggestedType;
  id: string;
  text: string;
  brand: string | null;
  gtin14: string | null;
  rank: number;
  pictures: ProductRow['pictures'];
  contributed: ProductRow['contributed'];
  slug: string;
  code: string;
  path: string;
  /** The number of a brand’s products, up to `MOST_COUNTED`. */
  count: number;
}

/**
 * Hides the number of ids from the planner: otherwise it plans the statement again each time, which takes three times as long
 * as the statement itself.
 */
const anyOf = (ids: string): SQL => sql`any((select ${sql.placeholder(ids)}::uuid[])::uuid[])`;

/** One statement, because three would use three connections. */
const proposed = prepareStatement<ProposedRow>(
  'suggest_proposed',
  sql`select 'product' as type, ${PRODUCT_COLUMNS},
      null as slug, null as code, null as path, 0 as count
    from products p ${PRODUCT_JOINS} where p.id = ${anyOf('products')} and ${inUse(sql`p`)}
    union all
    select 'brand', b.id, b.name, null, null, 0, null, null, b.slug, null, null, u.count from brands b
    cross join lateral (select count(*)::int as count from (
      select from products p where p.brand_id = b.id and ${inUse(sql`p`)} limit ${sql.raw(String(MOST_COUNTED))}) few) u
    where b.id = ${anyOf('brands')} and u.count > 0
    union all
    select 'category', c.id, c.name, null, null, 0, null, null, null, c.code, c.path, 0 from categories c
    where c.id = ${anyOf('categories')} and (
      exists (select from products p where p.category_id = c.id and ${inUse(sql`p`)}) or exists (
        with recursive below as (
          select k.id from categories k where k.parent_id = c.id
          union all
          select k.id from below join categories k on k.parent_id = below.id)
        select from below join products p on p.category_id = below.id where ${inUse(sql`p`)}))`,
);

/**
 * Returns the proposals that are in use or have products in use, with their current data. Counts of brands up to
 * `MOST_COUNTED` are exact; larger ones, and counts of categories, come from the index.
 */
export async function readProposed(db: Db, proposals: readonly Proposal[]): Promise<Candidate[]> {
  if (proposals.length === 0) return [];
  const counts = new Map(proposals.map(({ id, count }) => [id, count]));
  const idsOf = (wanted: SuggestedType) =>
    proposals.filter(({ type }) => type === wanted).map(({ id }) => id);
  const rows = await proposed(db, {
    products: idsOf('product'),
    brands: idsOf('brand'),
    categories: idsOf('category'),
  });
  return rows.map((row) => toCandidate(row, counts.get(row.id) ?? 0));
}

function toCandidate(row: ProposedRow, indexed: number): Candidate {
  const { type, id, text } = row;
  if (type === 'product') {
    const { brand, gtin14, rank, pictures, contributed } = row;
    return toProduct({ id, text, brand, gtin14, rank, pictures, contributed });
  }
  const count = type === 'brand' && row.count < MOST_COUNTED ? row.count : Math.max(row.count, indexed);
  return type === 'brand'
    ? { type, text, slug: row.slug, count, rank: count }
    : { type, text, code: row.code, path: row.path, count, rank: count };
}

/**
 * Returns some products in use whose folded names contain typed words, found by the indexes on names, the best for each name.
 * Slow for common words: the caller sets a timeout.
 */
export async function findProductsHolding(db: Tx, typed: readonly string[]): Promise<Candidate[]> {
  const most = sql`limit ${SUGGESTED_CANDIDATES}`;
  const beginning = `${typed.map(escapeLike).join('%')}%`;
  const parts = [
    sql`(select o.id from products o where ${inUse(sql`o`)}
      and o.search_name collate "C" like ${beginning} ${most})`,
  ];
  // A shorter word has no trigram that the index can use.
  if (typed.some((word) => word.length >= SHORTEST_INDEXED))
    parts.push(sql`(select o.id from products o where ${inUse(sql`o`)} and ${holdsAll(typed)} ${most})`);
  return await listBestOfNames(db, sql`p.id in (${sql.join(parts, sql` union `)})`);
}

/** The same among the best products of the catalogue: a search of a fixed cost. */
export async function findBestProductsHolding(db: Db, typed: readonly string[]): Promise<Candidate[]> {
  return await listBestOfNames(
    db,
    sql`p.id in (
      select o.id from (
        select o.id, o.search_name from products o where ${inUse(sql`o`)}
        order by o.quality_score desc nulls last, o.id limit ${SUGGESTED_BEST}) o
      where ${holdsAll(typed)})`,
  );
}

async function listBestOfNames(db: Db | Tx, condition: SQL): Promise<Candidate[]> {
  const { rows } = await db.execute<ProductRow & Record<string, unknown>>(sql`
    select distinct on (p.search_name) ${PRODUCT_COLUMNS} from products p ${PRODUCT_JOINS}
    where ${condition} order by p.search_name, p.quality_score desc nulls last, p.id`);
  return rows.map(toProduct);
}

function holdsAll(typed: readonly string[]): SQL {
  return sql.join(
    typed.map((word) => sql`o.search_name like ${containsPattern(word)}`),
    sql` and `,
  );
}

/** Returns some brands with products in use whose folded names contain typed words. */
export async function findBrandsHolding(db: Tx, typed: readonly string[]): Promise<Candidate[]> {
  const holding = sql.join(
    typed.map((word) => sql`o.brand_key like ${containsPattern(word)}`),
    sql` and `,
  );
  const { rows } = await db.execute<{ text: string; slug: string; count: number }>(sql`
    select b.name as text, b.slug, u.count from (
      select o.id, o.name, o.slug from brands o where ${holding}
      order by o.brand_key not like ${`${escapeLike(typed[0] ?? '')}%`}, length(o.brand_key) limit ${SUGGESTED_CANDIDATES}) b
    cross join lateral (select count(*)::int as count from products p where p.brand_id = b.id and ${inUse(sql`p`)}) u
    where u.count > 0`);
  return rows.map((row) => ({ type: 'brand', ...row, rank: row.count }));
}
