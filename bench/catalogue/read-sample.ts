import pg from 'pg';
import { displayGtin } from '../../src/facts/values/gtin.ts';
import type { Sample, SampleProduct } from '../questions/draw-question.ts';

/** Enough for any number of questions, and not too many to hold. */
const MAX_PRODUCTS = 50_000;

/** Products of the catalogue to make questions from: the same in every database that holds the same products. */
export async function readSample(databaseUrl: string, productCount: number): Promise<Sample> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<SampleProduct & { gtin14: string | null }>(
      `select p.name, g.gtin14, b.name as brand, c.path as "categoryPath", p.country_of_origin as country
       from products p
         left join barcodes g on g.product_id = p.id and g.is_primary
         left join brands b on b.id = p.brand_id
         left join categories c on c.id = p.category_id
       where p.status = 'active' and p.merged_into_id is null
       order by md5(p.name || coalesce(g.gtin14, '')), p.name, c.path, p.country_of_origin
       limit $1`,
      [MAX_PRODUCTS],
    );
    const products = rows.map(({ gtin14, ...product }) => ({
      ...product,
      gtin: gtin14 === null ? null : displayGtin(gtin14),
    }));
    return { products, productCount };
  } finally {
    await client.end();
  }
}
