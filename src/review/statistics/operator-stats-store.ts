import { sql } from 'drizzle-orm';
import { hasPicture, isNoBin } from '../../catalog/products/product-presence.ts';
import { productInUse } from '../../catalog/products/product-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { buildProductStats, type ProductGroup } from './build-product-stats.ts';
import type { OperatorStats } from './operator-stats-contract.ts';

/**
 * Returns queue and catalogue quality from one snapshot. Reads every active product, about 0.5 s for
 * 200,000, so callers cache the result.
 */
export async function loadOperatorStats(db: Db): Promise<OperatorStats> {
  return await db.transaction(
    async (tx) => ({
      queue: await loadQueue(tx),
      ...buildProductStats(await listProductGroups(tx)),
      generated_at: new Date().toISOString(),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function loadQueue(tx: Tx): Promise<OperatorStats['queue']> {
  type Queue = OperatorStats['queue'];
  const { rows: states } = await tx.execute<Queue['by_state'][number]>(sql`
    select status, source, sum(entries)::int as entries from submission_counts
    group by status, source having sum(entries) <> 0 order by status, source`);
  const { rows: ages } = await tx.execute<Queue['pending_by_age'][number]>(sql`
    select source,
      count(*) filter (where age < interval '1 hour')::int as under_1_hour,
      count(*) filter (where age >= interval '1 hour' and age < interval '1 day')::int as under_1_day,
      count(*) filter (where age >= interval '1 day' and age < interval '7 days')::int as under_7_days,
      count(*) filter (where age >= interval '7 days' and age < interval '30 days')::int as under_30_days,
      count(*) filter (where age >= interval '30 days')::int as older
    from (select source, make_interval(secs => extract(epoch from now() - created_at)) as age
      from submissions where status = 'pending') as pending
    group by source order by source`);
  const { rows: oldest } = await tx.execute<{ created_at: string }>(sql`
    select created_at from submissions where status = 'pending' order by created_at limit 1`);
  return {
    by_state: states,
    pending_by_age: ages,
    oldest_pending_at: oldest[0] ? new Date(oldest[0].created_at).toISOString() : null,
  };
}

/** Returns a row per category and tenth of the score, a few thousand in all, from one scan of the products. */
async function listProductGroups(tx: Tx): Promise<ProductGroup[]> {
  const { rows } = await tx.execute<
    Omit<ProductGroup, 'filled'> & { filled: ProductGroup['filled']; kind: string }
  >(sql`
    select categories.archive_kind as kind, ${isNoBin} as "isCategorized", bucket, products, "scoreSum",
      json_build_object('brand', brand, 'barcode', barcode, 'net_content', net_content,
        'country_of_origin', country_of_origin, 'nutriments', nutriments, 'nutrition_basis', nutrition_basis,
        'ingredients_text', ingredients_text, 'nutri_score', nutri_score, 'attributes', attributes,
        'image', image, 'msrp', msrp) as filled
    from (
      select category_id, least(9, floor(quality_score * 10))::int as bucket, count(*)::int as products,
        sum(quality_score)::float8 as "scoreSum", count(brand_id) as brand, count(primary_barcode.product_id) as barcode,
        count(*) filter (where net_content_value is not null and net_content_unit is not null) as net_content,
        count(country_of_origin) as country_of_origin, count(nutriments) as nutriments,
        count(nutrition_basis) as nutrition_basis, count(ingredients_text) as ingredients_text,
        count(nutri_score) as nutri_score, count(*) filter (where attributes <> '{}') as attributes,
        count(*) filter (where ${hasPicture('products')}) as image, count(priced.product_id) as msrp
      from products
      left join food_details on food_details.product_id = products.id
      left join barcodes as primary_barcode on primary_barcode.product_id = products.id and is_primary
      left join (select distinct product_id from msrp_snapshots where amount > 0) as priced
        on priced.product_id = products.id
      where ${productInUse} group by category_id, bucket) as counted
    join categories on categories.id = category_id
    order by categories.archive_kind`);
  return rows;
}
