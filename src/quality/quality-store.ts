import { and, eq, sql } from 'drizzle-orm';
import { productInUse } from '../catalog/products/product-store.ts';
import type { Db, Tx } from '../db/client.ts';
import { categories, foodDetails, products } from '../db/schema.ts';
import type { TemplateField } from './plausibility-check.ts';
import type { QualityInput } from './quality-score.ts';

const hasPrimaryBarcode = sql<boolean>`exists (
  select 1 from barcodes b where b.product_id = ${products.id} and b.is_primary)`;

const hasMsrp = sql<boolean>`exists (
  select 1 from msrp_snapshots m where m.product_id = ${products.id} and m.amount > 0)`;

const templateFields = sql<TemplateField[]>`coalesce((
  select json_agg(json_build_object('key', k.key, 'required', k.required, 'min', k.min, 'max', k.max))
  from kind_fields k where k.kind = ${categories.archiveKind}), '[]')`;

const trustByField = sql<QualityInput['trustByField']>`coalesce((
  select json_object_agg(f.field, f.trusts) from (
    select p.field, json_agg(s.trust) as trusts
    from field_provenance p join sources s on s.id = p.source_id
    where p.product_id = ${products.id} group by p.field) f), '{}')`;

/** All that the score of a product in use depends on, as it is stored now. */
export async function findQualityInput(db: Db | Tx, productId: string): Promise<QualityInput | undefined> {
  const [row] = await db
    .select({
      product: products,
      archiveKind: categories.archiveKind,
      categoryCode: categories.code,
      food: foodDetails,
      hasPrimaryBarcode,
      hasMsrp,
      templateFields,
      trustByField,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(foodDetails, eq(foodDetails.productId, products.id))
    .where(and(eq(products.id, productId), productInUse));
  if (!row) return undefined;
  const { product, food } = row;
  return {
    archiveKind: row.archiveKind,
    name: product.name,
    hasBrand: product.brandId !== null,
    categoryCode: row.categoryCode,
    hasPrimaryBarcode: row.hasPrimaryBarcode,
    netContentValue: product.netContentValue,
    netContentUnit: product.netContentUnit,
    countryOfOrigin: product.countryOfOrigin,
    nutriments: food?.nutriments ?? null,
    nutritionBasis: food?.nutritionBasis ?? null,
    ingredientsText: food?.ingredientsText ?? null,
    nutriScore: food?.nutriScore ?? null,
    noNutritionData: food?.noNutritionData ?? false,
    attributes: product.attributes,
    hasImageOrMsrp: product.images.length > 0 || row.hasMsrp,
    templateFields: row.templateFields,
    trustByField: row.trustByField,
  };
}
