/** What sources say of a product: who supplied which field, and prices as they were at a time. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, reference } from './column-types.ts';
import { products, sources } from './catalogue.ts';

/** Manufacturer-suggested retail prices: reference only. Amounts of 0 may be stored and are never shown. */
export const msrpSnapshots = pgTable(
  'msrp_snapshots',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    amount: numeric({ precision: 14, scale: 4, mode: 'number' }).notNull(),
    currency: text().notNull(),
    region: text().notNull(),
    effectiveDate: date({ mode: 'string' }),
    sourceUrl: text(),
    note: text(),
    sourceId: uuid()
      .notNull()
      .references(() => sources.id),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('msrp_snapshots_product_id_idx').on(t.productId, t.effectiveDate.desc().nullsLast()),
    check('msrp_snapshots_amount_range', sql`${t.amount} >= 0 and ${t.amount} < 'Infinity'::numeric`),
    check('msrp_snapshots_currency_form', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('msrp_snapshots_region_form', sql`${t.region} ~ '^([A-Z]{2}|GLOBAL)$'`),
  ],
);

/** When a field was claimed, by which submission, and which operator approved or wrote it. */
export interface Statement {
  recorded_at: string;
  submission_id?: string;
  operator_id?: string;
}

/**
 * Which fields hold what a source says: a row for a product and a source. A second source that says the same has the field
 * too, and so raises its trust; one that is overruled loses it. The view `field_provenance` shows a row for each field.
 */
export const provenance = pgTable(
  'provenance',
  {
    productId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** By field; null: an import said it at `recorded_at`. The keys of an object are unique, so a field stands here once. */
    fields: jsonb().$type<Record<string, Statement | null>>().notNull(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'provenance_pkey', columns: [t.productId, t.sourceId] }),
    reference('provenance_product_id_fkey', t.productId, products.id).onDelete('cascade'),
    reference('provenance_source_id_fkey', t.sourceId, sources.id),
    index('provenance_source_id_idx').on(t.sourceId, t.productId),
  ],
);

/** What taking a merge back needs, written with it. */
export const productMerges = pgTable(
  'product_merges',
  {
    id: uuid().primaryKey(),
    /** The product that went, … */
    loserId: uuid().notNull(),
    /** … and the one that stayed. */
    winnerId: uuid().notNull(),
    /** Of the winner, as the merge left it: taken back only while it is still this one. */
    winnerVersion: integer().notNull(),
    /** Of the winner's audit row: what came later was changed since. */
    auditSeq: bigint({ mode: 'number' }).notNull(),
    /** Both products as they were, and what moved (`MergeRecord`). */
    before: jsonb().notNull(),
    mergedAt: instant().notNull().defaultNow(),
    undoneAt: instant(),
  },
  (t) => [
    reference('product_merges_loser_id_fkey', t.loserId, products.id).onDelete('cascade'),
    reference('product_merges_winner_id_fkey', t.winnerId, products.id).onDelete('cascade'),
    uniqueIndex('product_merges_standing_key')
      .on(t.loserId)
      .where(sql`undone_at is null`),
    index('product_merges_winner_id_idx').on(t.winnerId),
  ],
);
