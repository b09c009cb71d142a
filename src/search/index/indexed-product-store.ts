import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { listCategoryWords } from './category-words.ts';
import { FILTERED_FACTS, joinFilteredFacts, type FilteredFacts } from './filtered-facts.ts';

/** The data of a product in use that its document needs. */
export interface IndexedProduct extends FilteredFacts {
  name: string;
  brandId: string | null;
  brand: string | null;
  categoryId: string | null;
  categoryPath: string | null;
  countryOfOrigin: string | null;
  qualityScore: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
  primaryGtin14: string | null;
  /** All barcodes, 14 digits each, in order. */
  gtins: string[];
  /** The archive kind of the category. */
  kind: string | null;
  /** Names in other languages, and generic names, each by language. */
  names: Record<string, string> | null;
  genericNames: Record<string, string> | null;
  /** All brands, where a source names several. */
  brands: string[] | null;
  /** The words of its category and of the categories above it. */
  categoryWords: string | null;
}

/** The current state of a product. A product that is not in use, or does not exist, has no document. */
export type ProductState = { productId: string } & (({ inUse: true } & IndexedProduct) | { inUse: false });

/** A condition for products in use. These alone are public and in the index. */
export function inUse(products: SQL): SQL {
  return sql`(${products}.status = 'active' and ${products}.merged_into_id is null)`;
}

type IndexedRow = { productId: string; inUse: true } & Omit<IndexedProduct, 'categoryWords'>;

/** The columns of `IndexedRow`, over the joins below. */
const indexedColumns: SQL = sql`
  p.name as "name", p.brand_id as "brandId", b.name as "brand",
  p.category_id as "categoryId", c.path as "categoryPath", p.country_of_origin as "countryOfOrigin",
  p.quality_score::float8 as "qualityScore",
  floor(extract(epoch from p.updated_at) * 1000)::float8 as "updatedAt", g.gtin14 as "primaryGtin14", c.archive_kind as "kind",
  array(select gtin14 from barcodes where product_id = p.id order by gtin14) as "gtins",
  p.facts->'names' as "names", p.facts->'generic_names' as "genericNames", p.facts->'brands' as "brands",
  ${sql.join(
    Object.entries(FILTERED_FACTS).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )}`;

/** The joins of a document to the product `p`. */
const indexedJoins: SQL = sql`
  left join brands b on b.id = p.brand_id
  ${joinFilteredFacts}
  left join barcodes g on g.product_id = p.id and g.is_primary`;

/** The lowest possible product id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the next products in use after an id, in the order of ids. */
export async function listProductsInUse(
  db: Db | Tx,
  after: string,
  limit: number,
): Promise<(ProductState & { inUse: true })[]> {
  const { rows } = await db.execute<IndexedRow & Record<string, unknown>>(sql`
    select p.id as "productId", true as "inUse", ${indexedColumns}
    from (select * from products p where ${inUse(sql`p`)} and id > ${after}::uuid order by id limit ${limit}) p
    ${indexedJoins} order by p.id`);
  return await addCategoryWords(db, rows);
}

/**
 * Returns the current state of these products by id, without products that are missing or not in use. The ids are a
 * list, not a join: while an import fills tables that Postgres believes to be empty, a join would scan them for each
 * id.
 */
export async function listProductStates(
  db: Db | Tx,
  productIds: string[],
): Promise<Map<string, ProductState & { inUse: true }>> {
  const { rows } = await db.execute<IndexedRow & Record<string, unknown>>(sql`
    select p.id as "productId", true as "inUse", ${indexedColumns}
    from products p ${indexedJoins}
    where p.id = any(${sql.param(productIds)}::uuid[]) and ${inUse(sql`p`)}`);
  return new Map((await addCategoryWords(db, rows)).map((row) => [row.productId, row]));
}

/** Reads the words of each category once, because many products of a page share it. */
async function addCategoryWords(
  db: Db | Tx,
  rows: IndexedRow[],
): Promise<(ProductState & { inUse: true })[]> {
  const words = await listCategoryWords(
    db,
    rows.flatMap(({ categoryPath }) => categoryPath ?? []),
  );
  return rows.map((row) => ({ ...row, categoryWords: words.get(row.categoryPath ?? '') ?? null }));
}

/** Returns the current state of these products, except marked ones: their documents are about to change. */
export async function listUnmarkedProducts(db: Db, productIds: string[]): Promise<ProductState[]> {
  return await db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select product_id as id from search_outbox where product_id = any(${sql.param(productIds)}::uuid[])`,
      );
      const marked = new Set(rows.map(({ id }) => id));
      const states = await listProductStates(tx, productIds);
      return productIds
        .filter((id) => !marked.has(id))
        .map((productId) => states.get(productId) ?? { productId, inUse: false });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

export async function countProductsInUse(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from products p where ${inUse(sql`p`)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns whether any product is in use, or any without a mark: if the index is empty, that product’s document is missing. */
export async function hasProductInUse(db: Db | Tx, only: 'any' | 'unmarked'): Promise<boolean> {
  const unmarked = sql`and not exists (select from search_outbox o where o.product_id = p.id)`;
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from products p where ${inUse(sql`p`)} ${only === 'unmarked' ? unmarked : sql``}
    ) as found`);
  return rows[0]?.found ?? false;
}
