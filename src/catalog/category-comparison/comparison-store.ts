import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { jsonList, productInUse, joinFood } from '../products/product-store.ts';
import { prepareStatement, toIso } from '../../platform/db/prepare-statement.ts';
import { categories, foodDetails, products } from '../../platform/db/schema/catalogue.ts';
import type { NutrientSpread } from '../../platform/db/schema/comparisons.ts';
import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { scaleToHundred, type NutritionFacts } from '../nutrition/nutrient-levels.ts';
import { buildPictures } from '../pictures/build-pictures.ts';
import { chooseThumbnail, makeAbsolute } from '../pictures/picture-address.ts';
import { findLanguage, withMainText } from '../products/shown-language.ts';
import {
  COMPARED_NUTRIENTS,
  LEAST_PRODUCTS,
  type BetterProduct,
  type Comparison,
} from './comparison-contract.ts';

const MOST_SHOWN = 4;

interface BetterRow extends Omit<BetterProduct, 'gtin' | 'thumbnail'> {
  gtin14: string | null;
  names: Record<string, string> | null;
  pictures: StoredPicture[] | null;
  contributed: Record<string, StoredPicture> | null;
}

interface ComparisonRow extends NutritionFacts {
  id: string;
  category_code: string | null;
  category_products: number | null;
  spreads: NutrientSpread[] | null;
  better: BetterRow[];
  counted_at: string | null;
}

/**
 * Compares a product in use with its category; returns undefined for any other id. `wanted`: languages of the names;
 * `root`: of the service, for addresses of pictures.
 */
export async function compareWithCategory(
  db: Db,
  id: string,
  { wanted, root }: { wanted: readonly string[]; root: string },
): Promise<Comparison | undefined> {
  const [row] = await comparisonById(db, { id });
  if (!row) return undefined;
  const perHundred = scaleToHundred(row);
  const unit = perHundred?.unit ?? null;
  const spreads = (row.spreads ?? []).filter((spread) => spread.unit === unit);
  return {
    product_id: row.id,
    category_code: row.category_code,
    category_products: row.category_products,
    unit,
    nutrients: Object.fromEntries(
      COMPARED_NUTRIENTS.flatMap((key) => {
        const amount = perHundred?.amounts[key];
        const spread = spreads.find((candidate) => candidate.key === key);
        return amount === undefined || !spread ? [] : [[key, compare(amount, spread)]];
      }),
    ),
    better_in_category: row.better.map((product) => show(product, wanted, root)),
    counted_at: row.counted_at === null ? null : toIso(row.counted_at),
  };
}

function compare(amount: number, { quantiles, products: count }: NutrientSpread) {
  const median = quantiles[(quantiles.length - 1) / 2] ?? 0;
  return {
    amount,
    median: Number(median.toPrecision(4)),
    difference_pct: median === 0 ? null : Math.round((amount / median - 1) * 100),
    percentile: 5 * quantiles.filter((quantile) => quantile <= amount).length,
    products: count,
  };
}

function show(row: BetterRow, wanted: readonly string[], root: string): BetterProduct {
  const { gtin14, names: others, pictures, contributed, ...shown } = row;
  const names = withMainText(others ?? {}, shown.name_lang, shown.name);
  const lang = findLanguage(wanted, names);
  return {
    ...shown,
    gtin: gtin14 === null ? null : displayGtin(gtin14),
    name: (lang === undefined ? undefined : names[lang]) ?? shown.name,
    name_lang: lang ?? shown.name_lang,
    thumbnail: makeAbsolute(chooseThumbnail(buildPictures(pictures ?? [], contributed ?? {}, [])), root),
  };
}

const comparisonById = prepareStatement<ComparisonRow>(
  'compare_with_category',
  sql`
    select ${products.id} as id, n.code as category_code, n.products as category_products, n.nutrients as spreads, n.counted_at,
      ${foodDetails.nutriments} as nutriments, ${foodDetails.nutritionBasis} as nutrition_basis,
      ${foodDetails.servingSize} as serving_size,
      ${jsonList<BetterRow>(
        sql`json_build_object('id', b.id, 'gtin14', b.gtin14, 'name', b.name, 'name_lang', b.facts->>'name_lang',
          'names', b.facts->'names', 'brand', b.brand, 'category_path', b.category_path, 'nutri_score', b.nutri_score,
          'net_content_value', b.net_content_value::float8, 'net_content_unit', b.net_content_unit,
          'pictures', b.facts->'pictures', 'contributed', b.facts->'contributed_pictures')`,
        sql`b.likeness desc, b.nutri_score, b.id`,
        sql`(
          select o.*, r.name as brand, g.gtin14, f.nutri_score, c.path as category_path,
            similarity(o.search_name, ${products.searchName}) as likeness
          from products o
            join categories c on c.id = o.category_id and c.archive_kind = 'food'
            join food_details f on f.product_id = o.id
            left join brands r on r.id = o.brand_id
            left join barcodes g on g.product_id = o.id and g.is_primary
          where o.id = any(n.better) and o.status = 'active' and o.merged_into_id is null
            and f.nutri_score < food_details.nutri_score
          order by likeness desc, f.nutri_score, o.id limit ${sql.raw(String(MOST_SHOWN))}
        ) b`,
      )} as better
    from ${products}
      join ${categories} on ${categories.id} = ${products.categoryId}
      ${joinFood}
      left join lateral (
        select a.code, m.* from categories a join category_comparisons m on m.category_id = a.id
        where a.code = any(string_to_array(${categories.path}, '/')) and m.products >= ${sql.raw(String(LEAST_PRODUCTS))}
        order by a.level desc limit 1
      ) n on true
    where ${products.id} = ${sql.placeholder('id')} and ${productInUse}`,
);
