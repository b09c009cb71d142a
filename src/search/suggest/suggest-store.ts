import { sql, type SQL } from 'drizzle-orm';
import { displayGtin } from '../../catalog/barcodes/gtin.ts';
import type { Db, Tx } from '../../db/client.ts';
import { prepareStatement } from '../../db/prepare-statement.ts';
import { inUse } from '../../index/indexed-product-store.ts';
import { escapeLike, containsPattern } from '../../text/like-pattern.ts';
import { MOST_COUNTED, SHORTEST_INDEXED, SUGGESTED_BEST, SUGGESTED_CANDIDATES } from '../search-limits.ts';
import type { Candidate } from './candidates.ts';

interface ProductRow {
  id: string;
  text: string;
  brand: string | null;
  gtin14: string | null;
  rank: number;
}

const PRODUCT_COLUMNS = sql`
  p.id, p.name as text, b.name as brand, g.gtin14, p.quality_score::float8 as rank`;
const PRODUCT_JOINS = sql`
  left join brands b on b.id = p.brand_id
  left join barcodes g on g.product_id = p.id and g.is_primary`;

function toProduct({ gtin14, ...row }: ProductRow): Candidate {
  return { type: 'product', ...row, gtin: gtin14 === null ? null : displayGtin(gtin14) };
}

const productsById = prepareStatement<ProductRow>(
  'suggest_products',
  sql`select ${PRODUCT_COLUMNS} from products p ${PRODUCT_JOINS}
    where p.id = any(${sql.placeholder('ids')}::uuid[]) and ${inUse(sql`p`)}`,
);

/** Those of these products that are in use. */
export async function listProductsToSuggest(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  return (await productsById(db, { ids })).map(toProduct);
}

const brandsById = prepareStatement<{ id: string; text: string; slug: string; count: number }>(
  'suggest_brands',
  sql`select b.id, b.name as text, b.slug, u.count from brands b
    cross join lateral (select count(*)::int as count from (
      select from products p where p.brand_id = b.id and ${inUse(sql`p`)} limit ${sql.raw(String(MOST_COUNTED))}) few) u
    where b.id = any(${sql.placeholder('ids')}::uuid[]) and u.count > 0`,
);

/**
 * Those of these brands that have products in use. Counts up to `MOST_COUNTED` are exact; a larger one is the weight in the
 * index.
 * @param weights products in use as the index knows them, by the id of the brand
 */
export async function listBrandsToSuggest(
  db: Db,
  weights: ReadonlyMap<string, number>,
): Promise<Candidate[]> {
  if (weights.size === 0) return [];
  return (await brandsById(db, { ids: [...weights.keys()] })).map(({ id, count: counted, ...brand }) => {
    const count = counted < MOST_COUNTED ? counted : Math.max(counted, weights.get(id) ?? 0);
    return { type: 'brand', ...brand, count, rank: count };
  });
}

const categoriesById = prepareStatement<{ id: string; text: string; code: string; path: string }>(
  'suggest_categories',
  sql`select c.id, c.name as text, c.code, c.path from categories c
    where c.id = any(${sql.placeholder('ids')}::uuid[]) and (
      exists (select from products p where p.category_id = c.id and ${inUse(sql`p`)}) or exists (
        with recursive below as (
          select id from categories k where k.parent_id = c.id
          union all
          select k.id from below join categories k on k.parent_id = below.id)
        select from below join products p on p.category_id = below.id where ${inUse(sql`p`)}))`,
);

/**
 * Those of these categories that have products in use in their subtrees, counted as the index has them.
 * @param weights products in use as the index knows them, by the id of the category
 */
export async function listCategoriesToSuggest(
  db: Db,
  weights: ReadonlyMap<string, number>,
): Promise<Candidate[]> {
  if (weights.size === 0) return [];
  return (await categoriesById(db, { ids: [...weights.keys()] })).map(({ id, ...category }) => {
    const count = weights.get(id) ?? 0;
    return { type: 'category', ...category, count, rank: count };
  });
}

/**
 * Products in use whose folded names hold typed words: some of all that do, by the indexes on names, of each name the best.
 * It takes long where the words are common: the caller sets a limit.
 */
export async function findProductsHolding(db: Tx, typed: readonly string[]): Promise<Candidate[]> {
  const most = sql`limit ${SUGGESTED_CANDIDATES}`;
  const beginning = `${typed.map(escapeLike).join('%')}%`;
  const parts = [
    sql`(select o.id from products o where ${inUse(sql`o`)}
      and o.search_name collate "C" like ${beginning} ${most})`,
  ];
  // A shorter word has no trigram that is looked for by.
  if (typed.some((word) => word.length >= SHORTEST_INDEXED))
    parts.push(sql`(select o.id from products o where ${inUse(sql`o`)} and ${holdsAll(typed)} ${most})`);
  return await listBestOfNames(db, sql`p.id in (${sql.join(parts, sql` union `)})`);
}

/** The same among the best products of all: a look of a set length. */
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

/** Brands with products in use whose folded names hold typed words: some of all that do. */
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
