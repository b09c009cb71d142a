import type { Client } from 'pg';
import { importFile } from '../../src/import/import-file.ts';
import { createOffImporter } from '../../src/import/open-food-facts/off-importer.ts';
import { onBenchDatabase } from '../shared/issue-bench-key.ts';
import { buildCopy, type BaseProduct, type ProductCopy } from './vary-products.ts';

const BATCH_SIZE = 5_000;

/** Imports the file. A product that is sold in one country only counts as made there, so that filters by country find some. */
export async function importCatalogue(file: string, databaseUrl: string): Promise<void> {
  await onBenchDatabase(databaseUrl, async (db) => {
    const importer = createOffImporter();
    await importFile({
      db,
      path: file,
      importer: {
        ...importer,
        mapRow(row, catalogue) {
          const result = importer.mapRow(row, catalogue);
          if (!result.ok) return result;
          const { facts } = result.record;
          const [only, ...others] = facts.countries_sold;
          if (only !== undefined && others.length === 0) facts.country_of_origin ??= only;
          return result;
        },
      },
    });
  });
}

/** How many products the file itself gave: copies have no record of a source. */
export async function countImported(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct product_id)::int as count from source_records',
  );
  return rows[0]?.count ?? 0;
}

/** Adds this many varied copies of the imported products. Existing copies stay. */
export async function saveCopies(
  client: Client,
  count: number,
  seed: number,
  onProgress: (saved: number) => void,
): Promise<void> {
  const products = await listImported(client);
  if (products.length === 0) throw new Error('There is nothing to copy: the import gave no product in use.');
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const size = Math.min(BATCH_SIZE, count - from);
    await saveBatch(
      client,
      Array.from({ length: size }, (_, i) => buildCopy(products, seed, from + i)),
    );
    onProgress(from + size);
  }
}

/** In an order that does not depend on ids, which are other ones in each import. */
async function listImported(client: Client): Promise<BaseProduct[]> {
  const { rows } = await client.query<BaseProduct>(`
    select p.name, g.gtin14, p.brand_id, p.category_id, p.country_of_origin, p.quality_score::float8
    from products p left join barcodes g on g.product_id = p.id and g.is_primary
    where p.status = 'active' and p.merged_into_id is null
      and exists (select from source_records r where r.product_id = p.id)
    order by md5(p.name || coalesce(g.gtin14, '')), p.quality_score`);
  return rows;
}

async function saveBatch(client: Client, copies: ProductCopy[]): Promise<void> {
  const json = JSON.stringify(copies);
  await client.query('begin');
  await client.query(
    // Marked as read: otherwise the API would read the labels of all copies, and write them to the index again.
    `insert into products (id, name, search_name, brand_id, category_id, status, country_of_origin, quality_score,
       read_version)
     select id, name, search_name, brand_id, category_id, 'active', country_of_origin, quality_score, 1
     from json_to_recordset($1::json) as r(id uuid, name text, search_name text, brand_id uuid, category_id uuid,
       country_of_origin text, quality_score numeric)
     on conflict (id) do nothing`,
    [json],
  );
  // A code that is taken is left to the product that has it.
  await client.query(
    `insert into barcodes (gtin14, product_id, type, pack_level, is_primary)
     select gtin14, id, case when gtin14 like '000000%' then 'gtin8' when gtin14 like '00%' then 'gtin12'
       when gtin14 like '0%' then 'gtin13' else 'gtin14' end, 'each', true
     from json_to_recordset($1::json) as r(id uuid, gtin14 text) where gtin14 is not null
     on conflict do nothing`,
    [json],
  );
  await client.query('commit');
}
