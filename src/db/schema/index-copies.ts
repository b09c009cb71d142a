/** Copies of the index, where there are several: which of them searches may be sent to. */
import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';

/**
 * One row for each copy that the indexer keeps; none where there is one copy, or where an indexer has written to the index
 * that knows of one alone. The indexer puts a copy out of service before it deletes a mark without it, so that a copy in
 * service has every document but those of marked products.
 */
export const indexCopies = pgTable(
  'index_copies',
  {
    /** Its address, without a name and a password. */
    name: text().primaryKey(),
    /**
     * `in_service`: searches are sent to it. Out of service: `away` (it fails or lags), `returning` (it gets what it missed),
     * `empty` (it has to be filled), `rebuilding` (it is being filled).
     */
    state: text({ enum: ['in_service', 'away', 'returning', 'empty', 'rebuilding'] }).notNull(),
    /** The last change of `index_changes` that a copy out of service has taken; null: nobody knows what it lacks. */
    missedFrom: bigint({ mode: 'number' }),
    /** Of its index, as the engine says: another value means another index. */
    indexCreatedAt: text(),
    /** Why it is out of service. */
    reason: text(),
    /** Of its state. */
    changedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    check(
      'index_copies_state_known',
      sql`${t.state} in ('in_service', 'away', 'returning', 'empty', 'rebuilding')`,
    ),
  ],
);
