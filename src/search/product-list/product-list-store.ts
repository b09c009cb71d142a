import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { resolveFilters } from '../resolve-filters.ts';
import { foldText, readSearchText } from '../../platform/text/fold-text.ts';
import { containsPattern } from '../../platform/text/like-pattern.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import type {
  PRODUCT_SORTS,
  ProductFilter,
  ProductListItem,
} from '../../catalog/products/administration/product-admin-contract.ts';
import { barcodeCondition } from '../barcode-condition.ts';
import { HAS_BARCODE, presenceOf } from '../../catalog/products/product-presence.ts';
import { QUALITY_BASE } from '../search-limits.ts';

type Sort = (typeof PRODUCT_SORTS)[number];

interface ListRow extends Record<string, unknown> {
  id: string;
  gtin14: string | null;
  name: string;
  brand: string | null;
  category_path: string | null;
  archive_kind: string | null;
  country_of_origin: string | null;
  status: ProductListItem['status'];
  merged_into_id: string | null;
  quality_score: number;
  score: number | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** Returns a page of products of any status; `sort` by relevance needs a `q`. */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  { sort, page, size }: { sort: Sort; page: number; size: number },
): Promise<{ items: ProductListItem[]; total: number }> {
  const condition = await buildFilterCondition(db, filter);
  const text = foldText(filter.q);
  const order = orderOf(sort, text);
  // Sorts and limits before the joins: otherwise each join reads every product of the filter.
  const { rows } = await db.execute<ListRow>(sql`
    ${listColumns(text)}
    from (select p.* from products p left join brands b on b.id = p.brand_id where ${condition}
      order by ${order} limit ${size} offset ${(page - 1) * size}) p ${JOINS}
    order by ${order}`);
  return { items: rows.map(buildItem), total: await countProducts(db, condition) };
}

/** Returns these products in this order. */
export async function listProductsById(db: Db | Tx, ids: readonly string[]): Promise<ProductListItem[]> {
  const { rows } = await db.execute<ListRow>(sql`
    ${listColumns('')} from products p ${JOINS} where p.id = any(${sql.param(ids)}::uuid[])
    order by array_position(${sql.param(ids)}::uuid[], p.id)`);
  return rows.map(buildItem);
}

export async function countProducts(db: Db, condition: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from products p where ${condition}`,
  );
  return rows[0]?.total ?? 0;
}

/** Returns the filter as a condition on `products p`. */
export async function buildFilterCondition(db: Db, filter: ProductFilter): Promise<SQL> {
  const { categoryIds, brandIds, countries } = await resolveFilters(db, filter);
  const conditions = [
    textCondition(filter.q),
    filter.status && STATUS_CONDITIONS[filter.status],
    categoryIds && sql`p.category_id = any(${sql.param(categoryIds)}::uuid[])`,
    brandIds && sql`p.brand_id = any(${sql.param(brandIds)}::uuid[])`,
    filter.brand_id && sql`p.brand_id = ${filter.brand_id}`,
    countries && sql`p.country_of_origin = any(${sql.param(countries)}::text[])`,
    filter.kind && sql`p.category_id in (select id from categories where archive_kind = ${filter.kind})`,
    filter.not_kind &&
      sql`p.category_id in (select id from categories where archive_kind <> ${filter.not_kind})`,
    filter.source &&
      sql`exists (select from provenance f join sources s on s.id = f.source_id
        where f.product_id = p.id and s.code = ${filter.source})`,
    filter.has_gtin !== undefined && (filter.has_gtin ? HAS_BARCODE : sql`not ${HAS_BARCODE}`),
    filter.min_quality !== undefined && sql`p.quality_score >= ${filter.min_quality}`,
    filter.max_quality !== undefined && sql`p.quality_score <= ${filter.max_quality}`,
    filter.missing && sql`not ${presenceOf(filter.missing)}`,
    filter.present && presenceOf(filter.present),
  ];
  return sql.join(
    [sql`true`, ...conditions.filter((condition): condition is SQL => Boolean(condition))],
    sql` and `,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the condition of the public search (see postgres-engine.ts), which also matches product ids here. */
function textCondition(q: string): SQL | undefined {
  if (q.trim() === '') return undefined;
  if (UUID.test(q.trim())) return sql`p.id = ${q.trim()}`;
  const { text, digits } = readSearchText(foldText(q));
  if (text === '') return sql`false`;
  const byBarcode = digits
    ? sql`union select product_id from barcodes where ${barcodeCondition(digits)}`
    : sql``;
  return sql`p.id in (
    select id from products where ${text} <% search_name or search_name like ${containsPattern(text)} ${byBarcode})`;
}

const STATUS_CONDITIONS = {
  draft: sql`p.status = 'draft'`,
  active: sql`p.status = 'active'`,
  archived: sql`p.status = 'archived' and p.merged_into_id is null`,
  merged: sql`p.merged_into_id is not null`,
};

function orderOf(sort: Sort, text: string): SQL {
  const orders: Record<Sort, SQL> = {
    relevance: text
      ? sql`word_similarity(${text}, p.search_name) * (${sql.raw(String(QUALITY_BASE))} + p.quality_score::float8) desc, p.quality_score desc, p.id`
      : sql`p.quality_score desc, p.id`,
    quality: sql`p.quality_score, p.id`,
    '-quality': sql`p.quality_score desc, p.id`,
    name: sql`p.search_name, p.id`,
    '-name': sql`p.search_name desc, p.id`,
    updated: sql`p.updated_at, p.id`,
    '-updated': sql`p.updated_at desc, p.id`,
    created: sql`p.created_at, p.id`,
    '-created': sql`p.created_at desc, p.id`,
    brand: sql`b.name, p.id`,
    '-brand': sql`b.name desc nulls last, p.id`,
    country: sql`p.country_of_origin, p.id`,
    '-country': sql`p.country_of_origin desc nulls last, p.id`,
  };
  return orders[sort];
}

const listColumns = (text: string) => sql`
  select p.id, g.gtin14, p.name, b.name as brand, c.path as category_path, c.archive_kind, p.country_of_origin,
    p.status, p.merged_into_id, p.quality_score::float8 as quality_score, p.version, p.created_at, p.updated_at,
    ${text ? sql`word_similarity(${text}, p.search_name)::float8` : sql`NULL::float8`} as score`;

const JOINS = sql`
  left join brands b on b.id = p.brand_id
  left join categories c on c.id = p.category_id
  left join barcodes g on g.product_id = p.id and g.is_primary`;

function buildItem({ gtin14, created_at, updated_at, score, ...row }: ListRow): ProductListItem {
  return {
    ...row,
    gtin: gtin14 === null ? null : displayGtin(gtin14),
    score: score === null ? null : Math.round(score * 1e6) / 1e6,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}
