/** The change feed: from what a transaction has marked to the order in which callers read it. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, transactionId } from './column-types.ts';

/** One row: how far the feed is. Who gives positions holds its lock, so positions become visible in their order. */
export const changeFeed = pgTable(
  'change_feed',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Set anew by hand after a restore that `change_feed_epoch()` cannot tell by itself. */
    epoch: uuid().notNull().defaultRandom(),
    /** The last position given. */
    head: bigint({ mode: 'number' }).notNull().default(0),
    /** The highest position of a tombstone that is forgotten. */
    purgedTo: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('change_feed_one_row', sql`${t.isOnly}`)],
);

/** The last change of each product that is, or was, public. Without a foreign key: a tombstone outlives its product. */
export const productChanges = pgTable(
  'product_changes',
  {
    position: bigint({ mode: 'number' }).primaryKey(),
    productId: uuid().notNull(),
    stampedAt: instant().notNull().defaultNow(),
    /** No longer public when the position was given: a tombstone. */
    isGone: boolean().notNull(),
    /** The primary barcode when the product was last public; a tombstone keeps it. */
    gtin14: text(),
    /** The change as the feed tells it, as JSON, and of which version of the product; null: it is made when it is read. */
    item: text(),
    itemVersion: integer(),
  },
  (t) => [
    unique('product_changes_product_id_key').on(t.productId),
    index('product_changes_gone_idx')
      .on(t.position)
      .where(sql`is_gone`),
  ],
);

/** One row: how far the feed's changes are kept as text. Who makes them holds its lock. */
export const keptChanges = pgTable(
  'kept_changes',
  {
    isOnly: boolean().primaryKey().default(true),
    /** By which release they were made, and of which epoch of the feed; others hold none. */
    form: text().notNull().default(''),
    /** `item` of positions after this one is not to be read. */
    keptTo: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('kept_changes_one_row', sql`${t.isOnly}`)],
);

/**
 * Products whose answer a transaction has changed, written by triggers in that transaction. Each transaction has rows
 * of its own, so that nobody waits for another one, nor for who reads them.
 */
export const productChangeMarks = pgTable(
  'product_change_marks',
  {
    transactionId: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    productId: uuid().notNull(),
    markedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'product_change_marks_pkey', columns: [t.transactionId, t.productId] })],
);

/** What many products show has changed, as the name of a brand: they are given positions in portions. */
export const productChangeScopes = pgTable(
  'product_change_scopes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['brand', 'category', 'source', 'archive_kind'] }).notNull(),
    /** The id, or the code of an archive kind. */
    key: text().notNull(),
    markedAt: instant().notNull().defaultNow(),
    /** Products up to this id are done. */
    doneTo: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
  },
  (t) => [
    check('product_change_scopes_kind_known', sql`${t.kind} in ('brand','category','source','archive_kind')`),
  ],
);
