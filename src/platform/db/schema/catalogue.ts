/**
 * The catalogue. Postgres is the system of record: Redis and Meilisearch can be wiped at any time.
 * Triggers, extensions and seed rows, which Drizzle cannot express, are in `migrations/*.sql`.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { instant, reference } from './column-types.ts';

/** Sources of facts, their licences, and their trust (0..1). */
export const sources = pgTable(
  'sources',
  {
    id: uuid().primaryKey(),
    code: text().notNull(),
    name: text().notNull(),
    kind: text({
      enum: ['community', 'open_data', 'official', 'manufacturer', 'retailer', 'operator'],
    }).notNull(),
    trust: numeric({ precision: 3, scale: 2, mode: 'number' }).notNull(),
    license: text(),
    licenseUrl: text(),
    attribution: text(),
    homepageUrl: text(),
    /** URL of a record, with `{gtin}` in place of its barcode. */
    recordUrl: text(),
    lastImportedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('sources_code_key').on(t.code),
    check('sources_trust_range', sql`${t.trust} between 0 and 1`),
    check(
      'sources_kind_known',
      sql`${t.kind} in ('community','open_data','official','manufacturer','retailer','operator')`,
    ),
  ],
);

/** `brand_key` is the folded name (see src/platform/text/fold-text.ts). Names that fold alike are one brand. */
export const brands = pgTable(
  'brands',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    slug: text().notNull(),
    brandKey: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('brands_slug_key').on(t.slug),
    unique('brands_brand_key_key').on(t.brandKey),
    index('brands_name_idx').on(t.name, t.id),
  ],
);

/**
 * Folded names of brands: each brand's own name, which a trigger keeps, and its aliases. The primary key ensures that
 * a name means one brand, even under concurrent writes.
 */
export const brandNames = pgTable(
  'brand_names',
  {
    nameKey: text().primaryKey(),
    brandId: uuid().notNull(),
    name: text().notNull(),
    isAlias: boolean().notNull(),
  },
  (t) => [
    reference('brand_names_brand_id_fkey', t.brandId, brands.id).onDelete('cascade'),
    index('brand_names_brand_id_idx').on(t.brandId),
    index('brand_names_name_key_trgm_idx').using('gin', t.nameKey.op('gin_trgm_ops')),
  ],
);

/** Archive kinds, which determine the detail record or field template of a category's products. */
export const kinds = pgTable('kinds', { code: text().primaryKey(), name: text().notNull() }, (t) => [
  check('kinds_code_form', sql`${t.code} ~ '^[a-z][a-z0-9_]{0,39}$'`),
]);

/** Operators' names of labels, allergens, additives and nutriments. They override those of the release. */
export const codeNames = pgTable(
  'code_names',
  {
    list: text().notNull(),
    code: text().notNull(),
    /** By language. */
    names: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [primaryKey({ name: 'code_names_pkey', columns: [t.list, t.code] })],
);

/** The field template of a non-food archive kind. */
export const kindFields = pgTable(
  'kind_fields',
  {
    kind: text()
      .notNull()
      .references(() => kinds.code, { onUpdate: 'cascade' }),
    key: text().notNull(),
    label: text().notNull(),
    type: text({ enum: ['string', 'number', 'boolean', 'enum', 'date'] }).notNull(),
    unit: text(),
    group: text(),
    required: boolean().notNull().default(false),
    options: jsonb().$type<string[]>(),
    min: numeric({ mode: 'number' }),
    max: numeric({ mode: 'number' }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'kind_fields_pkey', columns: [t.kind, t.key] }),
    check('kind_fields_key_form', sql`${t.key} ~ '^[a-z][a-z0-9_]{0,59}$'`),
    check('kind_fields_type_known', sql`${t.type} in ('string','number','boolean','enum','date')`),
  ],
);

/**
 * The category tree. `path` joins the codes from the root by `/`. `archive_kind` is never null: the category's own
 * kind, else that of its parent.
 */
export const categories = pgTable(
  'categories',
  {
    id: uuid().primaryKey(),
    code: text().notNull(),
    name: text().notNull(),
    parentId: uuid().references((): AnyPgColumn => categories.id),
    path: text().notNull(),
    level: integer().notNull(),
    archiveKind: text()
      .notNull()
      .references(() => kinds.code, { onUpdate: 'cascade' }),
    /** Null if the kind is inherited. */
    ownArchiveKind: text(),
    /** By language, without English. */
    names: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** In any language: words that find its products and are not shown. */
    synonyms: text().array().notNull().default([]),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique('categories_code_key').on(t.code),
    unique('categories_path_key').on(t.path),
    index('categories_parent_id_idx').on(t.parentId),
    check('categories_code_form', sql`${t.code} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('categories_level_range', sql`${t.level} between 1 and 6`),
    check('categories_own_kind_counts', sql`${t.ownArchiveKind} = ${t.archiveKind}`),
    check('categories_root_has_kind', sql`${t.parentId} is not null or ${t.ownArchiveKind} is not null`),
  ],
);

/**
 * A product. In use: `status = 'active'` and not merged. Only products in use are public and indexed. `search_name`
 * is the folded name that searches compare with; `version` increases with each edit.
 */
export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    searchName: text().notNull(),
    brandId: uuid().references(() => brands.id),
    categoryId: uuid().references(() => categories.id),
    status: text({ enum: ['draft', 'active', 'archived'] }).notNull(),
    archiveReason: text(),
    mergedIntoId: uuid().references((): AnyPgColumn => products.id),
    netContentValue: numeric({ mode: 'number' }),
    netContentUnit: text(),
    countryOfOrigin: text(),
    images: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Free attributes, typed by the kind's field template. */
    attributes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** All other facts, by wire name (see src/facts/registry/fact-registry.ts). */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Sources' claims that were overruled (see src/facts/claims.ts); null: none. */
    claims: jsonb().$type<Record<string, Record<string, unknown>>>(),
    qualityScore: numeric({ precision: 4, scale: 3, mode: 'number' }).notNull(),
    /** Allergens read from a food's label (see src/facts/label/read-label.ts); null for other kinds. */
    allergenStates: jsonb().$type<Record<string, unknown>>(),
    /** Properties that filters may rely on (see src/facts/label/assurance.ts). */
    assured: text().array(),
    /** Version from which these two were read. If it differs from `version`, nothing is assured. */
    readVersion: integer(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('products_quality_idx')
      .on(t.qualityScore.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    // Orders of a list without a text (see search/postgres-engine.ts). Collation "C", so that the order does not
    // depend on the database.
    index('products_name_order_idx')
      .on(sql`search_name COLLATE "C"`, t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    index('products_updated_idx')
      .on(t.updatedAt.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    index('products_created_idx')
      .on(t.createdAt.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    // Includes status and merge, so that index-only scans can count products in use by brand and category.
    index('products_brand_id_idx').on(t.brandId, t.status, t.mergedIntoId),
    index('products_category_id_idx').on(t.categoryId, t.status, t.mergedIntoId),
    index('products_merged_into_id_idx').on(t.mergedIntoId),
    index('products_country_of_origin_idx').on(t.countryOfOrigin),
    // Products whose label is not read yet. Empty, except after an upgrade.
    index('products_unread_idx')
      .on(t.id)
      .where(sql`read_version is distinct from version`),
    index('products_search_name_trgm_idx').using('gin', t.searchName.op('gin_trgm_ops')),
    check('products_status_known', sql`${t.status} in ('draft','active','archived')`),
    check('products_name_length', sql`length(${t.name}) between 1 and 300`),
    check('products_active_has_category', sql`${t.status} <> 'active' or ${t.categoryId} is not null`),
    check('products_merged_is_archived', sql`${t.mergedIntoId} is null or ${t.status} = 'archived'`),
    check('products_quality_range', sql`${t.qualityScore} between 0 and 1`),
    check('products_net_content_unit_known', sql`${t.netContentUnit} in ('g','kg','ml','l','pcs','m')`),
    check(
      'products_net_content_positive',
      sql`${t.netContentValue} > 0 and ${t.netContentValue} < 'Infinity'::numeric`,
    ),
  ],
);

/** Details of a food product. Nutriment keys include their unit (`fat_g`); values are per the basis. */
export const foodDetails = pgTable(
  'food_details',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    nutriments: jsonb().$type<Record<string, number>>(),
    nutritionBasis: text({ enum: ['100g', '100ml', 'serving'] }),
    servingSize: text(),
    nutriScore: text({ enum: ['a', 'b', 'c', 'd', 'e'] }),
    ingredientsText: text(),
    allergens: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** True for water, spices and the like, which have no nutrition fields. */
    noNutritionData: boolean().notNull().default(false),
  },
  (t) => [
    check('food_details_basis_known', sql`${t.nutritionBasis} in ('100g','100ml','serving')`),
    check('food_details_nutri_score_known', sql`${t.nutriScore} in ('a','b','c','d','e')`),
  ],
);

/**
 * Barcodes. Each belongs to one product, and a product has at most one primary barcode. The key is padded to 14
 * digits.
 */
export const barcodes = pgTable(
  'barcodes',
  {
    gtin14: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    type: text({ enum: ['gtin8', 'gtin12', 'gtin13', 'gtin14'] }).notNull(),
    packLevel: text({ enum: ['each', 'inner', 'case', 'pallet'] }).notNull(),
    region: text(),
    isPrimary: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('barcodes_product_id_idx').on(t.productId),
    uniqueIndex('barcodes_one_primary_key')
      .on(t.productId)
      .where(sql`is_primary`),
    index('barcodes_gtin14_trgm_idx').using('gin', t.gtin14.op('gin_trgm_ops')),
    check('barcodes_gtin14_form', sql`${t.gtin14} ~ '^[0-9]{14}$'`),
    check('barcodes_type_known', sql`${t.type} in ('gtin8','gtin12','gtin13','gtin14')`),
    check('barcodes_pack_level_known', sql`${t.packLevel} in ('each','inner','case','pallet')`),
    check('barcodes_region_form', sql`${t.region} ~ '^([A-Z]{2}|GLOBAL)$'`),
  ],
);
