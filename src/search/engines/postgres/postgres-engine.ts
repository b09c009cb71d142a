import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { nutrientOf } from '../../exact-filters/nutrients.ts';
import { FILTERED_FACTS, joinFilteredFacts } from '../../index/filtered-facts.ts';
import { inUse } from '../../index/indexed-product-store.ts';
import { wordsOf } from '../../../platform/text/fold-text.ts';
import { containsPattern } from '../../../platform/text/like-pattern.ts';
import { barcodeCondition } from '../../barcode-condition.ts';
import { filterConditions } from '../../exact-filters/filter-conditions.ts';
import { countInPostgres } from '../../facets/count-in-postgres.ts';
import type { Order, PlainOrder, ProductSummary } from '../../search-contract.ts';
import type { EngineFilters, EnginePage, EngineQuery, SearchEngine } from '../../search-engine.ts';
import { QUALITY_BASE } from '../../search-limits.ts';

/** Returns the search as SQL: right by definition, and slow in a large catalogue. Tests compare other engines with it. */
export function createPostgresEngine(db: Db): SearchEngine {
  return { name: 'postgres', search: (query) => searchPostgres(db, query) };
}

/** Returns the exact page of a query. */
export function searchPostgres(db: Db | Tx, query: EngineQuery): Promise<EnginePage> {
  return askForPage(db, query, matchCondition(query), query.typed === undefined ? EXACTLY : INCOMPLETE);
}

const EXACTLY = { isTotalExact: true, isSettled: true, foundBy: { engine: 'postgres' } } as const;
/** Other products may rank higher. */
export const INCOMPLETE = { isTotalExact: false, isSettled: false, foundBy: { engine: 'postgres' } } as const;

/** Returns the requested page of the products `p` in use that meet a condition and the filters, in the query’s order. */
export async function askForPage(
  db: Db | Tx,
  query: EngineQuery,
  condition: SQL,
  quality: Omit<EnginePage, 'items' | 'total'>,
): Promise<EnginePage> {
  const page = await db.execute<{ total: string; items: ProductSummary[] }>(
    searchStatement(query, condition),
  );
  const row = page.rows[0];
  // Sequential, so that a search uses one connection.
  const counts = query.facets && (await countInPostgres(db, query.filters, condition, query.facets));
  return {
    total: Number(row?.total ?? 0),
    items: row?.items ?? [],
    ...quality,
    ...(counts && { facets: { counts, isExact: quality.isTotalExact } }),
  };
}

/**
 * Filters on columns of a product: Postgres can estimate how many products pass, and whether an index in their order
 * pays.
 */
const BY_COLUMNS: ReadonlySet<string> = new Set<keyof EngineFilters>([
  'categoryIds',
  'kindCategoryIds',
  'brandIds',
  'countries',
]);

/**
 * Returns one statement for the number of matches and the requested page. In a list whose order has an index the matches are
 * read twice: once to count them, and once from the start of the index to the end of the page.
 */
function searchStatement(query: EngineQuery, condition: SQL): SQL {
  // Without a text no product has a score, and the order of relevance is that of quality, which has an index.
  const order = query.order ?? (query.text ? undefined : 'quality');
  const { columns, joins, by } = orderOf(order);
  const isByColumns = Object.entries(query.filters).every(
    ([name, values]) => values === undefined || BY_COLUMNS.has(name),
  );
  const isRead = !query.text && (query.order || isByColumns) ? sql`not materialized` : sql``;
  return sql`
    with matches as ${isRead} (
      select p.id, p.quality_score, ${similarity(query)} as score ${columns}
      from products p ${joins}
      where ${inUse(sql`p`)} and ${condition} ${filterConditions(query.filters)}
    ), page as (
      select *, row_number() over (${by}) as position from matches ${by}
      limit ${query.limit} offset ${query.offset}
    )
    select (select count(*) from matches) as total,
      (select coalesce(json_agg(json_build_object(
          'id', p.id, 'gtin', ${displayGtin}, 'name', p.name, 'brand', b.name, 'category_path', c.path,
          'country_of_origin', p.country_of_origin, 'quality_score', p.quality_score, 'score', page.score::float8)
        order by page.position), '[]')
      from page join products p on p.id = page.id
        left join brands b on b.id = p.brand_id
        left join categories c on c.id = p.category_id
        left join barcodes g on g.product_id = p.id and g.is_primary) as items`;
}

/** For a text without letters and digits, such as `.`, the similarity is always 0, so it is not computed. */
function similarity({ text, typed }: EngineQuery): SQL {
  if (!text) return sql`null::real`;
  if (!hasWords(text)) return sql`0::real`;
  const brand = sql`(select brand_key from brands where id = p.brand_id)`;
  const label = typed === undefined ? sql`p.search_name` : sql`concat_ws(' ', ${brand}, p.search_name)`;
  return sql`word_similarity(${text}, ${label})`;
}

export const hasWords = (text: string) => wordsOf(text).length > 0;

/** Rank = similarity × (base + quality); ties by quality, then id, so that pages never repeat or skip a row. */
const RANK_ORDER = sql`order by score::float8 * (${sql.raw(String(QUALITY_BASE))} + quality_score::float8) desc nulls last, quality_score desc, id`;

/** The columns that results can be ordered by, as the indexes have them. */
const ORDER_COLUMNS = sql`, p.search_name, p.updated_at, p.created_at`;
/** Read for this order alone, because it takes the facts of each match. */
const POPULARITY = sql`, ${FILTERED_FACTS.popularity} as popularity`;
const ORDERS: Record<PlainOrder, SQL> = {
  quality: sql`order by quality_score desc nulls last, id`,
  popularity: sql`order by popularity desc nulls last, quality_score desc, id`,
  name: sql`order by search_name collate "C", id`,
  '-updated': sql`order by updated_at desc nulls last, id`,
  '-created': sql`order by created_at desc nulls last, id`,
};

/** Returns how matches are sorted, with the columns and joins for that. Products without that amount come last. */
function orderOf(order: Order | undefined): { columns: SQL; joins: SQL; by: SQL } {
  if (!order) return { columns: sql``, joins: sql``, by: RANK_ORDER };
  const nutrient = nutrientOf(order);
  if (!nutrient) {
    const columns = order === 'popularity' ? POPULARITY : ORDER_COLUMNS;
    return { columns, joins: sql``, by: ORDERS[order as PlainOrder] };
  }
  return {
    columns: sql`, (${FILTERED_FACTS.nutriments}->>${nutrient.key})::float8 as amount`,
    joins: joinFilteredFacts,
    by: sql`order by amount ${nutrient.isDescending ? sql`desc` : sql`asc`} nulls last, id`,
  };
}

/** The printed barcode: 8, 12, 13 or 14 digits (see `displayGtin` in catalog/barcodes/gtin.ts). */
const displayGtin = sql`case
  when g.gtin14 like '000000%' then right(g.gtin14, 8)
  when g.gtin14 like '00%' then right(g.gtin14, 12)
  when g.gtin14 like '0%' then right(g.gtin14, 13)
  else g.gtin14 end`;

/** Returns a union of ids: each way to match has its own index, and an OR across tables could not use these indexes. */
function matchCondition(query: EngineQuery): SQL {
  if (!query.text) return sql`true`;
  const byBarcode = query.digits
    ? sql`union select product_id from barcodes where ${barcodeCondition(query.digits)}`
    : sql``;
  const byLikeness = hasWords(query.text) ? sql`${query.text} <% search_name or` : sql``;
  return sql`p.id in (
    select id from products where ${byLikeness} search_name like ${containsPattern(query.text)}
    ${byBarcode} ${query.typed === undefined ? sql`` : sql`union ${productsOfBrands(query.text)}`})`;
}

/** The most words of a brand's name that is looked for in a text. */
const MOST_BRAND_WORDS = 4;

/** Returns the products whose brand's name is a run of words of a folded text. */
export function productsOfBrands(text: string): SQL {
  const words = text.split(' ');
  const runs = words.flatMap((_, from) =>
    Array.from({ length: MOST_BRAND_WORDS }, (_none, more) => words.slice(from, from + more + 1).join(' ')),
  );
  return sql`select id from products where brand_id in (
    select brand_id from brand_names where name_key = any(${sql.param([...new Set(runs)])}::text[]))`;
}
