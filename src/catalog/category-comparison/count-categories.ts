import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { categories, foodDetails, products } from '../../platform/db/schema/catalogue.ts';
import { startLoop, type RunningLoop } from '../../platform/start-loop.ts';
import { escapeLike } from '../../platform/text/like-pattern.ts';
import { hasPicture, isNoBin } from '../products/product-presence.ts';
import { productInUse } from '../products/product-store.ts';
import { COMPARED_NUTRIENTS, LEAST_PRODUCTS } from './comparison-contract.ts';

const LOOK_EVERY_MS = 60_000;
/**
 * All categories cost the same over time: one with twice as many products is counted half as often, but at least
 * daily.
 */
const SECONDS_A_PRODUCT = 6;
const SHARES = Array.from({ length: 19 }, (_, n) => (n + 1) / 20);
/** How many better products are stored per category; those shown are chosen from them. */
const MOST_BETTER = 40;

interface CountedCategory extends Record<string, unknown> {
  id: string;
  path: string;
}

/** Counts each category whose count is due, one after the other. */
export async function countDueCategories(db: Db): Promise<void> {
  for (const category of await listDueCategories(db)) await countCategory(db, category);
}

/** Returns food categories only, without roots, which are too wide to compare with. */
async function listDueCategories(db: Db): Promise<CountedCategory[]> {
  const { rows } = await db.execute<CountedCategory>(sql`
    select categories.id, categories.path from categories left join category_comparisons n on n.category_id = categories.id
    where categories.archive_kind = 'food' and categories.parent_id is not null and ${isNoBin}
      and (n.counted_at is null
        or n.counted_at < now() - least(interval '1 day', n.products * ${SECONDS_A_PRODUCT}::int * interval '1 s'))
    order by n.counted_at nulls first`);
  return rows;
}

/**
 * Stores, for a category with its subtree, the distribution of nutrients and the best rated products with a picture.
 */
async function countCategory(db: Db, { id, path }: CountedCategory): Promise<void> {
  await db.execute(sql`
    with members as materialized (
      select ${products.id} as id, ${products.qualityScore} as quality_score, ${foodDetails.nutriments} as nutriments,
        ${foodDetails.nutritionBasis} as basis, ${foodDetails.nutriScore} as grade,
        ${hasPicture('products')} as has_picture
      from ${categories}
        join ${products} on ${products.categoryId} = ${categories.id}
        left join ${foodDetails} on ${foodDetails.productId} = ${products.id}
      where (${categories.path} = ${path} or ${categories.path} like ${`${escapeLike(path)}/%`}) and ${productInUse}
    ), spreads as (
      select case basis when '100g' then 'g' else 'ml' end as unit, key, count(*)::int as products,
        percentile_cont(${sql.param(SHARES)}::float8[]) within group (order by value::float8) as quantiles
      from members, jsonb_each_text(nutriments)
      where basis in ('100g', '100ml') and key = any(${sql.param(COMPARED_NUTRIENTS)}::text[])
      group by unit, key having count(*) >= ${LEAST_PRODUCTS}::int
    )
    insert into category_comparisons (category_id, products, nutrients, better, counted_at)
    select ${id}, (select count(*) from members),
      coalesce((select jsonb_agg(to_jsonb(spreads)) from spreads), '[]'),
      array(select id from members where grade < 'e' and has_picture
        order by grade, quality_score desc, id limit ${MOST_BETTER}::int),
      now()
    on conflict (category_id) do update set products = excluded.products, nutrients = excluded.nutrients,
      better = excluded.better, counted_at = excluded.counted_at`);
}

/** Keeps the comparison data up to date while the process lives. */
export function keepCategoriesCounted(db: Db, logger: Logger): RunningLoop {
  const work = () => countDueCategories(db);
  return startLoop({ name: 'the count of categories', everyMs: LOOK_EVERY_MS, work, logger });
}
