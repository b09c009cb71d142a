import pg from 'pg';
import { stringify as formatUuid } from 'uuid';
import { startPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import type { Stoppable } from '../../src/embedded/start-servers.ts';
import { prepareDatabase, type DatabaseUrls } from '../../src/db/prepare-database.ts';
import { createLogger } from '../../src/logger.ts';
import { importCatalogue } from '../search/catalogue/fill-database.ts';
import { buildCopy, type BaseProduct } from '../search/catalogue/vary-products.ts';

export type { Stoppable };

const SEED = 1;
const BATCH_SIZE = 5_000;
/** As the ids of the service: a time first, so that later products have greater ones. All of them after the imported. */
const FIRST_MS = Date.UTC(2040, 0, 1);

export interface HeldDatabase {
  urls: DatabaseUrls;
  /** Adds varied copies of what was imported until there are so many products. Returns how many there are. */
  growTo: (products: number) => Promise<number>;
}

/** A Postgres without an engine that holds the file; one of an earlier run is used again, with the copies it has. */
export async function prepareHeldDatabase(
  file: string,
  dataDir: string,
  parts: Stoppable[],
  say: (line: string) => void,
): Promise<HeldDatabase> {
  const postgres = await startPostgres({ dataDir, logger: createLogger('bench', 'warn'), durable: false });
  parts.push(postgres);
  const urls = { databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url };
  await prepareDatabase(urls);
  const owner = new pg.Client({ connectionString: urls.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  parts.push({ stop: () => owner.end(), kill: () => undefined });
  if ((await countProducts(owner)) === 0) {
    say(`Importing ${file} …`);
    await importCatalogue(file, urls.ownerUrl, dataDir);
    // Nothing that is measured looks into them, and each copy would have to be put in order.
    const { rows } = await owner.query<{ name: string }>(`select indexname as name from pg_indexes
      where tablename in ('products', 'barcodes') and indexname ~ 'trgm|quality_idx|order_idx|updated|created|brand_id|country'`);
    for (const { name } of rows) await owner.query(`drop index ${pg.escapeIdentifier(name)}`);
  }
  return { urls, growTo: (products) => grow(owner, products, say) };
}

async function grow(owner: pg.Client, products: number, say: (line: string) => void): Promise<number> {
  const { rows: bases } = await owner.query<BaseProduct & { id: string }>(`
    select p.id, p.name, g.gtin14, p.brand_id, p.category_id, p.country_of_origin, p.quality_score::float8
    from products p left join barcodes g on g.product_id = p.id and g.is_primary
    where p.status = 'active' and p.merged_into_id is null
      and exists (select from source_records r where r.product_id = p.id)
    order by md5(p.name || coalesce(g.gtin14, '')), p.quality_score`);
  const known = await countProducts(owner);
  // Copies fire no trigger: no mark has to be taken, and no change to be read.
  await owner.query('set session_replication_role = replica');
  for (let from = known - bases.length; from < products - bases.length; from += BATCH_SIZE) {
    const size = Math.min(BATCH_SIZE, products - bases.length - from);
    const copies = Array.from({ length: size }, (_, i) => ({
      ...buildCopy(bases, SEED, from + i),
      id: idOfCopy(from + i),
      base_id: bases[(from + i) % bases.length]?.id,
    }));
    await owner.query(SAVE_COPIES, [JSON.stringify(copies)]);
    if ((from + bases.length) % 500_000 < BATCH_SIZE)
      say(`${(from + bases.length).toLocaleString('en')} products`);
  }
  await owner.query('truncate search_outbox');
  // What a process keeps on disk is told by the last change.
  await owner.query("insert into index_changes (product_ids) values ('{}')");
  await owner.query('vacuum (analyze) products, barcodes, food_details, categories, search_outbox');
  return await countProducts(owner);
}

/** With the facts of the product that was copied. A code that is taken is left to the product that has it. */
const SAVE_COPIES = `
  with copies as materialized (
    select * from json_to_recordset($1::json) as r(id uuid, base_id uuid, name text, search_name text, brand_id uuid,
      category_id uuid, country_of_origin text, quality_score numeric, gtin14 text)),
  saved as (
    insert into products (id, name, search_name, brand_id, category_id, status, country_of_origin, quality_score, facts)
    select c.id, c.name, c.search_name, c.brand_id, c.category_id, 'active', c.country_of_origin, c.quality_score, p.facts
    from copies c join products p on p.id = c.base_id),
  fed as (
    insert into food_details (product_id, nutri_score, allergens)
    select c.id, f.nutri_score, f.allergens from copies c join food_details f on f.product_id = c.base_id)
  insert into barcodes (gtin14, product_id, type, pack_level, is_primary)
  select gtin14, id, case when gtin14 like '000000%' then 'gtin8' when gtin14 like '00%' then 'gtin12'
    when gtin14 like '0%' then 'gtin13' else 'gtin14' end, 'each', true
  from copies where gtin14 is not null
  on conflict do nothing`;

function idOfCopy(n: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(FIRST_MS + Math.floor(n / 4), 0, 6);
  bytes[6] = 0x70;
  bytes[8] = 0x80;
  // Ids are spread by their last bytes in tables of hashes: as random as those of the service.
  bytes.writeUInt32BE(Math.imul(n + 1, 0x9e3779b1) >>> 0, 12);
  bytes.writeUInt16BE(n & 0xffff, 9);
  return formatUuid(bytes);
}

async function countProducts(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from products');
  return rows[0]?.count ?? 0;
}
