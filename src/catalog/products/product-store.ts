import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { batchReads } from '../../platform/db/batch-reads.ts';
import { anyOf, prepareStatement, toIso } from '../../platform/db/prepare-statement.ts';
import { barcodes, brands, categories, foodDetails, products } from '../../platform/db/schema/catalogue.ts';
import { buildSpecifications, type SpecificationField } from '../kinds/build-specifications.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import type { MsrpEntry } from '../../facts/values/msrp-contract.ts';
import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import { SPARSE_NAMES } from '../../facts/registry/fact-shapes-contract.ts';
import type { StoredFacts } from '../../facts/state/product-state.ts';
import { factColumns, readFactColumns } from '../../facts/state/stored-facts.ts';
import { buildPictures } from '../pictures/build-pictures.ts';
import { describeContent } from '../../facts/label/describe-content.ts';
import type { AllergenStates } from '../../facts/label/read-label.ts';
import { describeAllergens } from './describe-allergens.ts';
import { rateNutrients } from '../nutrition/nutrient-levels.ts';
import { showSource, type SourceRow } from './show-source.ts';
import { readServing, buildRecord } from './serving.ts';
import { withMainText } from './shown-language.ts';
import type { ProductRecord } from './product-record-contract.ts';
import { productSchema, type BarcodeEntry, type Product } from './product-contract.ts';

/** A condition for products in use; only these are public. */
export const productInUse = sql`${products.status} = 'active' and ${products.mergedIntoId} is null`;

/** Returns a list as one JSON value of the product’s row, so that the whole detail is one round trip. */
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

const productSources = jsonList<SourceRow>(
  sql`json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'license', s.license, 'trust', s.trust,
    'fields', array(select field from jsonb_object_keys(f.fields) as field order by field), 'claims', f.claims,
    'license_url', s.license_url, 'attribution', s.attribution, 'record_url', s.record_url)`,
  sql`s.trust desc, s.code`,
  sql`(
    select source_id, fields, coalesce(${products.claims}->source_id::text, '{}') as claims
    from provenance where product_id = ${products.id}
    union all
    select c.key::uuid, '{}', c.value from jsonb_each(${products.claims}) c
    where not exists (select from provenance where product_id = ${products.id} and source_id = c.key::uuid)
  ) f join sources s on s.id = f.source_id`,
);

export const templateFields = jsonList<SpecificationField>(
  sql`json_build_object('key', k.key, 'label', k.label, 'type', k.type, 'unit', k.unit, 'group', k."group")`,
  sql`k.position, k.key`,
  sql`kind_fields k where k.kind = ${categories.archiveKind}`,
);

/** Food details only apply under a food category. */
export const joinFood = sql`
  left join ${foodDetails} on ${foodDetails.productId} = ${products.id} and ${categories.archiveKind} = 'food'`;

/** Fields from lists of other tables, except barcodes. These lists take a third of the time of reading a product. */
const LISTED: readonly string[] = [
  'msrp',
  'sources',
  'pictures',
  'specifications',
  'allergen_states',
] satisfies (keyof Product)[];

const needsLists = (fields: readonly string[] | undefined) =>
  fields === undefined || fields.some((field) => LISTED.includes(field));

/**
 * Returns the statement for the whole detail; without `hasLists` the lists are empty. The inner join drops no product in use,
 * because a check of the table requires a category for them.
 */
const selectProduct = (condition: SQL, { hasLists = true, further = sql`` } = {}) => sql`
  select ${further} ${products.id} as id, ${products.version} as version, ${products.qualityScore} as quality_score,
    ${products.createdAt} as created_at,
    ${products.updatedAt} as updated_at, ${brands.name} as brand, ${categories.path} as category_path,
    ${categories.code} as category_code, ${categories.archiveKind} as archive_kind, ${factColumns},
    case when ${products.readVersion} = ${products.version} then ${products.allergenStates} end as read_states,
    case when ${products.readVersion} = ${products.version} then ${products.assured} end as read_assured,
    ${barcodeEntries} as barcodes,
    ${
      hasLists
        ? sql`${msrpEntries} as msrp, ${productSources} as sources,
            case when ${categories.archiveKind} <> 'food' then ${templateFields} end as template`
        : sql`'[]'::json as msrp, '[]'::json as sources, null as template`
    }
  from ${products}
    join ${categories} on ${categories.id} = ${products.categoryId}
    left join ${brands} on ${brands.id} = ${products.brandId}
    ${joinFood}
  where ${condition} and ${productInUse}`;

/** Prepares two statements: for whole products, and for products without lists. */
function prepareBoth<Row extends ProductRow>(name: string, condition: SQL, further = sql``) {
  const whole = prepareStatement<Row>(name, selectProduct(condition, { further }));
  const plain = prepareStatement<Row>(
    `${name}_without_lists`,
    selectProduct(condition, { hasLists: false, further }),
  );
  return (fields: readonly string[] | undefined) => (needsLists(fields) ? whole : plain);
}

const productsByBarcodes = prepareBoth<ProductRow>(
  'find_products_by_barcodes',
  sql`${products.id} in (
    select ${barcodes.productId} from ${barcodes} where ${barcodes.gtin14} = ${anyOf('gtin14s', 'text')})`,
);

/**
 * Returns products by the 14-digit keys of all their barcodes. Keys without a product are left out.
 * `fields`: the fields that must be filled; undefined: all.
 */
export async function findProductsByBarcodes(
  db: Db | Tx,
  gtin14s: readonly string[],
  fields?: readonly string[],
): Promise<Map<string, Product>> {
  if (gtin14s.length === 0) return new Map();
  const rows = await productsByBarcodes(fields)(db, { gtin14s });
  return new Map(
    rows.flatMap((row) => {
      const product = buildProduct(row);
      return row.barcodes.map(({ gtin14 }): [string, Product] => [gtin14, product]);
    }),
  );
}

/** Returns a product by the 14-digit key of any of its barcodes. */
export const findProductByBarcode = batchReads(findProductsByBarcodes);

const productsById = prepareBoth<ProductRow>('find_products', sql`${products.id} = ${anyOf('ids')}`);

/** Returns the products in use among these by their ids, in lower case. `fields`: as above. */
export async function findProducts(
  db: Db | Tx,
  ids: readonly string[],
  fields?: readonly string[],
): Promise<Map<string, Product>> {
  if (ids.length === 0) return new Map();
  const rows = await productsById(fields)(db, { ids });
  return new Map(rows.map((row) => [row.id, buildProduct(row)]));
}

/** Returns a product by its id in lower case. */
export const findProduct = batchReads(findProducts);

const mergedInto = prepareStatement<{ id: string; winnerId: string }>(
  'find_merged_into',
  sql`
    select l.id, ${products.id} as "winnerId" from products l join ${products} on ${products.id} = l.merged_into_id
    where l.id = ${anyOf('ids')} and ${productInUse}`,
);

/** Returns the product in use into which each of these products was merged. Other ids are left out. */
export async function findMergedInto(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await mergedInto(db, { ids });
  return new Map(rows.map(({ id, winnerId }) => [id, winnerId]));
}

const recordsById = prepareBoth<ProductRow & { record_brand: ProductRecord['brand'] }>(
  'find_product_records',
  sql`${products.id} = ${anyOf('ids')}`,
  sql`case when ${brands.id} is not null then json_build_object('id', ${brands.id}, 'slug', ${brands.slug},
    'aliases', array(select n.name from brand_names n where n.brand_id = ${brands.id} and n.is_alias order by n.name_key))
    end as record_brand,`,
);

/**
 * Returns the products in use among these, each with its version and the further data for a copy, in any order. `fields`: as
 * above.
 */
export async function findProductRecords(
  db: Db | Tx,
  ids: readonly string[],
  fields?: readonly string[],
): Promise<{ version: number; product: Product; record: ProductRecord }[]> {
  const rows = await recordsById(fields)(db, { ids });
  return rows.map((row) => {
    const facts = readFactColumns(row, row.archive_kind);
    const record = buildRecord(row.record_brand, facts);
    return { version: row.version, product: buildProduct(row, facts), record };
  });
}

const PRODUCT_KEYS = Object.keys(productSchema.shape);

/** A row that also has the columns of `factColumns`. */
interface ProductRow extends Record<string, unknown> {
  id: string;
  version: number;
  quality_score: string;
  created_at: string;
  updated_at: string;
  brand: string | null;
  category_path: string;
  category_code: string;
  archive_kind: string;
  /** Null if the label has not been read yet. */
  read_states: AllergenStates | null;
  read_assured: string[] | null;
  msrp: MsrpEntry[];
  barcodes: BarcodeRow[];
  sources: SourceRow[];
  /** Null for food. */
  template: SpecificationField[] | null;
}

function buildProduct(
  row: ProductRow,
  facts: Record<string, unknown> & StoredFacts = readFactColumns(row, row.archive_kind),
): Product {
  const { id, brand, category_path, category_code, archive_kind, msrp, sources, template } = row;
  const barcodeList = row.barcodes.map(({ gtin14, ...entry }) => ({ gtin: displayGtin(gtin14), ...entry }));
  const gtin = barcodeList.find((entry) => entry.is_primary)?.gtin ?? null;
  const others: Record<string, unknown> = {
    names: withMainText(facts.names, facts.name_lang, facts.name),
    ingredients_texts: withMainText(facts.ingredients_texts, facts.ingredients_lang, facts.ingredients_text),
    allergens_status: describeStated(facts.allergens, facts.allergens_other, facts.no_allergens_stated),
    traces_status: describeStated(facts.traces, facts.traces_other, facts.no_traces_stated),
    allergen_states: archive_kind === 'food' ? describeAllergens(row.read_states ?? {}, sources) : [],
    ...describeContent(archive_kind, row.read_states ?? {}, row.read_assured ?? []),
    ...readServing(facts.serving_size),
    nutrient_levels: rateNutrients(facts, { archiveKind: archive_kind, categoryPath: category_path }),
    pictures: buildPictures(facts.pictures, facts.contributed_pictures, row.sources),
    id,
    gtin,
    brand,
    category_path,
    quality_score: Number(row.quality_score),
    msrp,
    barcodes: barcodeList,
    specifications: template ? buildSpecifications(template, facts.attributes) : [],
    status: 'active',
    archive_kind,
    category_code,
    sources: sources
      .map((source) => showSource(source, gtin))
      .filter(({ fields, claims }) => fields.length > 0 || Object.keys(claims).length > 0),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
  // Only the fields of the API description, in its order.
  const product: Record<string, unknown> = {};
  for (const key of PRODUCT_KEYS) {
    if (SPARSE_NAMES.has(key) && isEmptyFact(facts[key])) continue;
    product[key] = key in others ? others[key] : facts[key];
  }
  return product as Product;
}

function describeStated(
  codes: string[],
  others: string[],
  isNoneStated: boolean,
): Product['allergens_status'] {
  if (codes.length > 0 || others.length > 0) return 'stated';
  return isNoneStated ? 'none_stated' : 'unknown';
}

/** Returns the prices of a product, newest first, or an empty list without prices or for an unknown product. */
export async function listMsrp(db: Db | Tx, id: string): Promise<MsrpEntry[]> {
  const [row] = await msrpById(db, { id });
  return row?.items ?? [];
}

const msrpById = prepareStatement<{ items: MsrpEntry[] }>(
  'list_msrp',
  sql`
    select ${msrpEntries} as items from ${products}
    where ${products.id} = ${sql.placeholder('id')} and ${productInUse}`,
);
