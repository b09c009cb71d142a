/** Claims of sources about products: which source supplied which field, and prices over time. */
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

/** Manufacturer-suggested retail prices, for reference only. Amounts of 0 may be stored but are never shown. */
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

/** When a field was claimed, by which submission, and by which operator it was approved or written. */
export interface Statement {
  recorded_at: string;
  submission_id?: string;
  operator_id?: string;
}

/**
 * The fields that a source's claims supply, a row per product and source. A second source with the same value is
 * listed too and raises its trust; an overruled source is not. The view `field_provenance` shows a row per field.
 */
export const provenance = pgTable(
  'provenance',
  {
    productId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** By field; null: an import claimed it at `recorded_at`. */
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

/** What undoing a merge needs. */
export const productMerges = pgTable(
  'product_merges',
  {
    id: uuid().primaryKey(),
    /** The product that was merged away. */
    loserId: uuid().notNull(),
    /** The product that remained. */
    winnerId: uuid().notNull(),
    /** The winner's version after the merge. It can be undone only while this is the current version. */
    winnerVersion: integer().notNull(),
    /** Sequence number of the winner's audit row; later rows are later changes. */
    auditSeq: bigint({ mode: 'number' }).notNull(),
    /** Both products before the merge, and what moved (`MergeRecord`). */
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
