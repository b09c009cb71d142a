/** Following another Factshelf: where its change feed has been read to. */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';

/** One row while this catalogue follows another one; none: it is written here. */
export const follow = pgTable(
  'follow',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Address of the service that is followed, without a slash at the end. */
    leader: text().notNull(),
    /** The `next` of the last page that is written; null: from the beginning. Moved in the transaction that writes the page. */
    cursor: text(),
    /** The dump of the leader that is being copied, before its feed is read (`LeaderDump`); null: none is. */
    dump: jsonb(),
    /** Lines of it that are written. Moved in the transaction that writes them. */
    dumpLines: integer().notNull().default(0),
    /** The feed is read from the beginning over a catalogue that is not empty: what is not told is removed at the end. */
    isSweeping: boolean().notNull().default(false),
    startedAt: instant().notNull().defaultNow(),
    /** When everything that the leader had told was written here for the last time; null: never yet. */
    currentAt: instant(),
    /** The last page that was written was all that the leader had: it is asked for more, and an answer comes with the next change. */
    isCurrent: boolean().notNull().default(false),
    /** Why the last attempt failed; null: it did not. */
    error: text(),
  },
  (t) => [check('follow_one_row', sql`${t.isOnly}`)],
);

/** Products that a sweeping pass has been told of, or has not had to write. Empty otherwise. */
export const followSeen = pgTable('follow_seen', { productId: uuid().primaryKey() });

/** What the leader tells and this catalogue does not take, because no contributor or operator could write it. */
export const followSkipped = pgTable(
  'follow_skipped',
  {
    kind: text().notNull(),
    /** Of a product its id, else the code. */
    id: text().notNull(),
    reason: text().notNull(),
    skippedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    check('follow_skipped_kind_known', sql`${t.kind} in ('product', 'source', 'kind', 'category')`),
  ],
);
