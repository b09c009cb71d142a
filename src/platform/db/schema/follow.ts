/** The state of following another Factshelf: how far its change feed has been read. */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';

/** One row while this catalogue follows another one, else empty. */
export const follow = pgTable(
  'follow',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Address of the leader, without a trailing slash. */
    leader: text().notNull(),
    /** `next` of the last applied page; null: from the beginning. Updated in the transaction that writes the page. */
    cursor: text(),
    /** The leader's dump that is being copied before its feed is read (`LeaderDump`), or null. */
    dump: jsonb(),
    /** Lines of the dump that are written. Updated in the transaction that writes them. */
    dumpLines: integer().notNull().default(0),
    /**
     * The feed is being read from the beginning into a filled catalogue. Products that it lacks are deleted at the
     * end.
     */
    isSweeping: boolean().notNull().default(false),
    startedAt: instant().notNull().defaultNow(),
    /** When this catalogue was last up to date with its leader; null: never. */
    currentAt: instant(),
    /** Whether the last applied page was the last one. The next read then waits for a change. */
    isCurrent: boolean().notNull().default(false),
    /** Why the last attempt failed, or null. */
    error: text(),
  },
  (t) => [check('follow_one_row', sql`${t.isOnly}`)],
);

/** Products that a sweeping pass must not delete. Empty otherwise. */
export const followSeen = pgTable('follow_seen', { productId: uuid().primaryKey() });

/** Items of the leader that this catalogue refused, because no contributor or operator could write them. */
export const followSkipped = pgTable(
  'follow_skipped',
  {
    kind: text().notNull(),
    /** The id of a product, else the code. */
    id: text().notNull(),
    reason: text().notNull(),
    skippedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    check('follow_skipped_kind_known', sql`${t.kind} in ('product', 'source', 'kind', 'category')`),
  ],
);
