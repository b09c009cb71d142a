/** The change feed: from the marks of transactions to the order in which callers read changes. */
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

/** One row with the state of the feed. Assigning positions locks it, so that positions become visible in order. */
export const changeFeed = pgTable(
  'change_feed',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Set a new value by hand after a restore that `change_feed_epoch()` cannot detect. */
    epoch: uuid().notNull().defaultRandom(),
    /** The last assigned position. */
    head: bigint({ mode: 'number' }).notNull().default(0),
    /** The highest position of a deleted tombstone. */
    purgedTo: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('change_feed_one_row', sql`${t.isOnly}`)],
);

/** The last change of each product that is or was public. No foreign key, because a tombstone outlives its product. */
export const productChanges = pgTable(
  'product_changes',
  {
    position: bigint({ mode: 'number' }).primaryKey(),
    productId: uuid().notNull(),
    stampedAt: instant().notNull().defaultNow(),
    /** Tombstone: the product was not public when the position was assigned. */
    isGone: boolean().notNull(),
    /** The primary barcode when the product was last public; a tombstone keeps it. */
    gtin14: text(),
    /** The change as JSON, and the product version it was rendered from; null: render it on read. */
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

/** One row with the state of the feed's cached changes. Rendering them locks it. */
export const keptChanges = pgTable(
  'kept_changes',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Release and feed epoch that the cache belongs to; others ignore it. */
    form: text().notNull().default(''),
    /** Do not read `item` of positions after this one. */
    keptTo: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('kept_changes_one_row', sql`${t.isOnly}`)],
);

/**
 * Products whose representation a transaction has changed, written by triggers in that transaction. Each transaction
 * has its own rows, so that writers do not wait for each other or for the reader.
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

/** Changes that affect many products, such as a brand's name. Their products get positions in portions. */
export const productChangeScopes = pgTable(
  'product_change_scopes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['brand', 'category', 'source', 'archive_kind'] }).notNull(),
    /** The id, or the code of an archive kind. */
    key: text().notNull(),
    markedAt: instant().notNull().defaultNow(),
    /** Products up to this id have their positions. */
    doneTo: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
  },
  (t) => [
    check('product_change_scopes_kind_known', sql`${t.kind} in ('brand','category','source','archive_kind')`),
  ],
);
