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

/** Who supplied facts, under which licence, and how far they are trusted (0..1). */
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
    /** Address of a record, with `{gtin}` in the place of its barcode. */
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

/** `brand_key` is the folded name (see src/platform/text/fold-text.ts): two spellings that fold alike are one brand. */
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
 * Every name a brand answers to, folded: its own, which a trigger keeps, and its aliases. No two are alike, whoever
 * writes at the same moment, so that a name means one brand.
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

/** Archive kinds: which detail record or field template a category's products use. */
export const kinds = pgTable('kinds', { code: text().primaryKey(), name: text().notNull() }, (t) => [
  check('kinds_code_form', sql`${t.code} ~ '^[a-z][a-z0-9_]{0,39}$'`),
]);

/** Names of labels, allergens, additives and nutriments that operators gave: they come before those of the release. */
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
 * The category tree. `path` is the codes from the root joined by `/`; `archive_kind` is resolved, never null: the
 * category's own one, else its parent's.
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
    /** Null where the kind is inherited. */
    ownArchiveKind: text(),
    /** By language, without English. */
    names: jsonb().$type<Record<string, string>>().notNull().default({}),
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
 * A product. In use = `status = 'active'` and not merged away; only those are public and in the index.
 * `search_name` is the folded name that every search compares with; `version` goes up with each edit.
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
    /** Free attributes, completed by the kind's field template. */
    attributes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Every other fact, by wire name (see src/facts/registry/fact-registry.ts). */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** What sources say and are not believed (see src/facts/claims.ts); null: nothing. */
    claims: jsonb().$type<Record<string, Record<string, unknown>>>(),
    qualityScore: numeric({ precision: 4, scale: 3, mode: 'number' }).notNull(),
    /** What was read from the label of a food (see src/facts/label/read-label.ts); null for other kinds. */
    allergenStates: jsonb().$type<Record<string, unknown>>(),
    /** What filters may rely on (see src/facts/label/assurance.ts). */
    assured: text().array(),
    /** The version that these two were read from. Of another version nothing is assured. */
    readVersion: integer(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('products_quality_idx')
      .on(t.qualityScore.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    // What a list without a text can be ordered by (see search/postgres-engine.ts). By code points, whatever the
    // collation of the database.
    index('products_name_order_idx')
      .on(sql`search_name COLLATE "C"`, t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    index('products_updated_idx')
      .on(t.updatedAt.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    index('products_created_idx')
      .on(t.createdAt.desc(), t.id)
      .where(sql`status = 'active' and merged_into_id is null`),
    // With status and merge, so that products in use are counted by brand and by category from the index alone.
    index('products_brand_id_idx').on(t.brandId, t.status, t.mergedIntoId),
    index('products_category_id_idx').on(t.categoryId, t.status, t.mergedIntoId),
    index('products_merged_into_id_idx').on(t.mergedIntoId),
    index('products_country_of_origin_idx').on(t.countryOfOrigin),
    // Products whose label is yet to be read. Empty but after an upgrade.
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

/** The detail record of a food product. Nutriment keys carry their unit (`fat_g`); values are per the basis. */
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
    /** Set for water, spices and the like: nutrition fields do not apply. */
    noNutritionData: boolean().notNull().default(false),
  },
  (t) => [
    check('food_details_basis_known', sql`${t.nutritionBasis} in ('100g','100ml','serving')`),
    check('food_details_nutri_score_known', sql`${t.nutriScore} in ('a','b','c','d','e')`),
  ],
);

/** One code, one product; at most one primary barcode for a product. The key is the GTIN padded to 14 digits. */
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
