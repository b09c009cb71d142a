import { sql } from 'drizzle-orm';
import { MeilisearchApiError, type Meilisearch } from 'meilisearch';
import { isDeepStrictEqual } from 'node:util';
import { buildDocument } from '../../../indexer/drain/build-document.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { wordsOfCategories, type SearchedCategory } from '../../../src/search/index/category-words.ts';
import { DOCUMENT_FIELDS, type SearchDocument } from '../../../src/search/index/search-index.ts';

type DocumentSource = Parameters<typeof buildDocument>[0];
type ProductRow = Omit<DocumentSource, 'categoryWords'> & { categories: SearchedCategory[] | null };

/** Ids of products in use without a document, with another one, and of documents without a product in use. */
export interface IndexDifferences {
  missing: string[];
  stale: string[];
  ghost: string[];
}

const PAGE = 10_000;

/** Compares every document with its row, field by field. Nothing may be written meanwhile. */
export async function compareIndex(db: Db, client: Meilisearch, indexUid: string): Promise<IndexDifferences> {
  return await compareDocuments(db, await readDocuments(client, indexUid));
}

/** The same for documents that have been read, by id. */
export async function compareDocuments(
  db: Db,
  documents: Map<string, SearchDocument>,
): Promise<IndexDifferences> {
  const differences: IndexDifferences = { missing: [], stale: [], ghost: [] };
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await readProducts(db, last);
    for (const row of rows) {
      const document = documents.get(row.productId);
      if (!document) differences.missing.push(row.productId);
      else if (!isDeepStrictEqual(document, buildDocument(row))) differences.stale.push(row.productId);
      documents.delete(row.productId);
      last = row.productId;
    }
    if (rows.length < PAGE) break;
  }
  differences.ghost.push(...documents.keys());
  return differences;
}

async function readProducts(db: Db, after: string): Promise<DocumentSource[]> {
  const { rows } = await db.execute<ProductRow & Record<string, unknown>>(sql`
    select p.id as "productId", p.name as "name", p.search_name as "searchName", p.brand_id as "brandId",
      (select name from brands where id = p.brand_id) as "brand", p.category_id as "categoryId",
      (select path from categories where id = p.category_id) as "categoryPath",
      p.country_of_origin as "countryOfOrigin", p.quality_score::float8 as "qualityScore", k.kind as "kind",
      (select gtin14 from barcodes where product_id = p.id and is_primary) as "primaryGtin14",
      array(select gtin14 from barcodes where product_id = p.id order by gtin14) as "gtins",
      case when k.kind = 'food' then f.nutri_score end as "nutriScore",
      case when k.kind = 'food' then p.facts->>'nova_group' end as "novaGroup",
      case when k.kind = 'food' then p.facts->>'environmental_score' end as "environmentalScore",
      case when k.kind = 'food' and f.nutrition_basis <> 'serving' then f.nutriments end as "nutriments",
      (extract(epoch from date_trunc('milliseconds', p.updated_at)) * 1000)::float8 as "updatedAt",
      case when k.kind <> 'food' then '{}' when p.read_version = p.version and p.allergen_states is not null
        then array(select jsonb_object_keys(p.allergen_states->'contains') order by 1)
        when f.allergens is not null then f.allergens else '{}' end as "allergens",
      case when k.kind = 'food' and p.read_version = p.version and p.assured is not null then p.assured
        else '{}' end as "assured",
      coalesce(p.facts->'labels', '[]') as "labels", coalesce(p.facts->'countries_sold', '[]') as "countriesSold",
      (p.facts->'popularity')::int as "popularity", p.facts->'names' as "names", p.facts->'generic_names' as "genericNames", p.facts->'brands' as "brands",
      (with recursive above as (
          select * from categories where id = p.category_id
          union all select c.* from above join categories c on c.id = above.parent_id)
        select json_agg(json_build_object('code', code, 'name', name, 'names', names,
          'synonyms', synonyms) order by level) from above
      ) as "categories"
    from products p
      left join food_details f on f.product_id = p.id
      left join lateral (select archive_kind as kind from categories where id = p.category_id) k on true
    where p.status = 'active' and p.merged_into_id is null and p.id > ${after}::uuid
    order by p.id limit ${PAGE}`);
  return rows.map(({ categories, ...row }) => ({
    ...row,
    categoryWords: categories && wordsOfCategories(categories),
  }));
}

async function readDocuments(client: Meilisearch, indexUid: string): Promise<Map<string, SearchDocument>> {
  const found = new Map<string, SearchDocument>();
  try {
    for (let offset = 0; ; offset += PAGE) {
      const { results, total } = await client
        .index<SearchDocument>(indexUid)
        .getDocuments({ offset, limit: PAGE, fields: DOCUMENT_FIELDS });
      for (const document of results) found.set(document.id, document);
      if (offset + PAGE >= total) return found;
    }
  } catch (error) {
    // No index yet: no documents.
    if (error instanceof MeilisearchApiError && error.response.status === 404) return found;
    throw error;
  }
}
