import { and, eq, sql, type SQL } from 'drizzle-orm';
import { buildOnce } from '../../db/build-once.ts';
import type { Db, Tx } from '../../db/client.ts';
import { barcodes, brands, categories, foodDetails, products } from '../../db/schema/catalogue.ts';
import { buildSpecifications, type SpecificationField } from '../kinds/build-specifications.ts';
import { displayGtin } from '../barcodes/gtin.ts';
import type { MsrpEntry } from '../msrp/msrp-contract.ts';
import type { Nutriments } from '../../facts/registry/nutriments-contract.ts';
import { readStoredFacts } from '../../facts/state/stored-facts.ts';
import { buildPictures } from './build-pictures.ts';
import { readServing, scaleToServing } from './serving.ts';
import { withMainText } from './shown-language.ts';
import { productSchema, type BarcodeEntry, type Product, type ProductSource } from './product-contract.ts';

/** In use: only these products are public. */
export const productInUse = sql`${products.status} = 'active' and ${products.mergedIntoId} is null`;

/** A list as one JSON value of the product's row: the whole detail is one round trip. */
export const jsonList = <T>(row: SQL, order: SQL, from: SQL) =>
  sql<T[]>`coalesce((select json_agg(${row} order by ${order}) from ${from}), '[]')`;

const msrpEntries = jsonList<MsrpEntry>(
  sql`json_build_object('amount', m.amount, 'currency', m.currency, 'region', m.region,
    'effective_date', m.effective_date, 'source_url', m.source_url, 'note', m.note)`,
  sql`m.effective_date desc nulls last, m.recorded_at desc, m.id desc`,
  // Amounts of 0 may be stored and are never shown.
  sql`msrp_snapshots m where m.product_id = ${products.id} and m.amount > 0`,
);

type BarcodeRow = Omit<BarcodeEntry, 'gtin'> & { gtin14: string };

export const barcodeEntries = jsonList<BarcodeRow>(
  sql`json_build_object('gtin14', b.gtin14, 'type', b.type, 'pack_level', b.pack_level, 'region', b.region,
    'is_primary', b.is_primary)`,
  sql`b.is_primary desc, b.gtin14`,
  sql`barcodes b where b.product_id = ${products.id}`,
);

type SourceRow = ProductSource & { attribution: string | null };

const productSources = jsonList<SourceRow>(
  sql`json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'license', s.license, 'trust', s.trust,
    'fields', f.fields, 'attribution', s.attribution)`,
  sql`s.trust desc, s.code`,
  sql`(select source_id, array_agg(field order by field) as fields from field_provenance
       where product_id = ${products.id} group by source_id) f join sources s on s.id = f.source_id`,
);

export const templateFields = jsonList<SpecificationField>(
  sql`json_build_object('key', k.key, 'label', k.label, 'unit', k.unit, 'group', k."group")`,
  sql`k.position, k.key`,
  sql`kind_fields k where k.kind = ${categories.archiveKind}`,
);

/** The food record counts only under a food category. */
const foodRecord = and(eq(foodDetails.productId, products.id), eq(categories.archiveKind, 'food'));

export async function findProduct(db: Db | Tx, id: string): Promise<Product | undefined> {
  const [row] = await productById(db).execute({ id });
  return row && buildProduct(row);
}

/** By the 14-digit key of any of its barcodes. */
export async function findProductByBarcode(db: Db | Tx, gtin14: string): Promise<Product | undefined> {
  const [row] = await productByBarcode(db).execute({ gtin14 });
  return row && buildProduct(row);
}

const productById = buildOnce((db) =>
  selectProduct(db, eq(products.id, sql.placeholder('id'))).prepare('find_product'),
);
const productByBarcode = buildOnce((db) => {
  const owner = sql`(select ${barcodes.productId} from ${barcodes} where ${barcodes.gtin14} = ${sql.placeholder('gtin14')})`;
  return selectProduct(db, sql`${products.id} = ${owner}`).prepare('find_product_by_barcode');
});

/** One statement for the whole detail, prepared on each connection: planning it takes longer than running it. */
function selectProduct(db: Db | Tx, condition: SQL) {
  return (
    db
      .select({
        product: products,
        brand: brands.name,
        category_path: categories.path,
        category_code: categories.code,
        archive_kind: categories.archiveKind,
        food: foodDetails,
        msrp: msrpEntries,
        barcodes: barcodeEntries,
        sources: productSources,
        template: templateFields,
      })
      .from(products)
      // A product in use has a category: a check of the table says so.
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(brands, eq(brands.id, products.brandId))
      .leftJoin(foodDetails, foodRecord)
      .where(and(condition, productInUse))
  );
}

const PRODUCT_KEYS = Object.keys(productSchema.shape);

interface ProductRow {
  product: typeof products.$inferSelect;
  brand: string | null;
  category_path: string;
  category_code: string;
  archive_kind: string;
  food: typeof foodDetails.$inferSelect | null;
  msrp: MsrpEntry[];
  barcodes: BarcodeRow[];
  sources: SourceRow[];
  template: SpecificationField[];
}

function buildProduct({ product, food, ...row }: ProductRow): Product {
  const barcodeList = row.barcodes.map(({ gtin14, ...entry }) => ({ gtin: displayGtin(gtin14), ...entry }));
  const isFood = row.archive_kind === 'food';
  const facts = readStoredFacts(product, food, row.archive_kind);
  const values: Record<string, unknown> = {
    ...facts,
    names: withMainText(facts.names, facts.name_lang, facts.name),
    ingredients_texts: withMainText(facts.ingredients_texts, facts.ingredients_lang, facts.ingredients_text),
    allergens_status: describeStated(facts.allergens, facts.allergens_other, facts.no_allergens_stated),
    traces_status: describeStated(facts.traces, facts.traces_other, facts.no_traces_stated),
    ...readServing(facts.serving_size),
    pictures: buildPictures(facts.pictures, row.sources),
    id: product.id,
    gtin: barcodeList.find((entry) => entry.is_primary)?.gtin ?? null,
    brand: row.brand,
    category_path: row.category_path,
    quality_score: product.qualityScore,
    msrp: row.msrp,
    barcodes: barcodeList,
    specifications: isFood ? [] : buildSpecifications(row.template, product.attributes),
    status: 'active',
    archive_kind: row.archive_kind,
    category_code: row.category_code,
    sources: row.sources.map(({ attribution: _attribution, ...source }) => source),
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  };
  // In the order of the description, and nothing that it does not have.
  return Object.fromEntries(PRODUCT_KEYS.map((key) => [key, values[key]])) as Product;
}

function describeStated(
  codes: string[],
  others: string[],
  isNoneStated: boolean,
): Product['allergens_status'] {
  if (codes.length > 0 || others.length > 0) return 'stated';
  return isNoneStated ? 'none_stated' : 'unknown';
}

/** Names in the language that each product's is shown in, and those in others, by product. */
export async function listNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { lang: string | null; names: Record<string, string> }>> {
  const rows = await namesOfProducts(db).execute({ ids });
  return new Map(
    rows.map(({ id, name, lang, names }) => [id, { lang, names: withMainText(names ?? {}, lang, name) }]),
  );
}

const namesOfProducts = buildOnce((db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      lang: sql<string | null>`${products.facts}->>'name_lang'`,
      names: sql<Record<string, string> | null>`${products.facts}->'names'`,
    })
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('list_names'),
);

export async function findNutriments(
  db: Db | Tx,
  id: string,
): Promise<Omit<Nutriments, 'disclaimer'> | undefined> {
  const [row] = await nutrimentsById(db).execute({ id });
  if (!row) return undefined;
  const facts = readStoredFacts(row.product, row.food, 'food');
  const { nutriments, nutrition_basis, nutri_score, serving_size } = facts;
  return {
    product_id: row.product.id,
    nutriments,
    nutrition_basis,
    nutri_score,
    serving_size,
    ...readServing(serving_size),
    nutriments_per_serving: scaleToServing(facts),
  };
}

const nutrimentsById = buildOnce((db) =>
  db
    .select({ product: products, food: foodDetails })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(foodDetails, foodRecord)
    .where(and(eq(products.id, sql.placeholder('id')), productInUse))
    .prepare('find_nutriments'),
);

/** Newest first; empty when there are none, and when there is no such product. */
export async function listMsrp(db: Db | Tx, id: string): Promise<MsrpEntry[]> {
  const [row] = await msrpById(db).execute({ id });
  return row?.items ?? [];
}

const msrpById = buildOnce((db) =>
  db
    .select({ items: msrpEntries, id: products.id })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, sql.placeholder('id')), productInUse))
    .prepare('list_msrp'),
);
