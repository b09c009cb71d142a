/** Upstreams: where the files of sources come from, how far each was imported, and codes that were asked for. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';

/** One row per source that is or was kept in step. */
export const upstreams = pgTable(
  'upstreams',
  {
    sourceCode: text().primaryKey(),
    /** What an operator chose in the console; null: as the settings say. */
    isOn: boolean(),
    address: text(),
    wholeDays: integer(),
    /** Up to where everything was imported, in seconds since 1970; null: nothing yet. */
    position: bigint({ mode: 'number' }),
    /** The name of the release that was imported last. */
    release: text(),
    /** When the last whole file was imported. */
    wholeAt: instant(),
    /** When nothing more was to fetch. */
    inStepAt: instant(),
    /** When it was first to be kept in step. */
    begunAt: instant().notNull().defaultNow(),
    nextAt: instant().notNull().defaultNow(),
    /** Why the last run failed, how often in a row, and the file that could not be used. */
    error: text(),
    failures: integer().notNull().default(0),
    failedFile: text(),
    /** A run that an operator asked for. */
    requested: text({ enum: ['missing', 'whole'] }),
  },
  (t) => [check('upstreams_requested_known', sql`${t.requested} in ('missing', 'whole')`)],
);

/** Files of upstreams: one row for each try to fetch and import one. Kept 90 days. */
export const upstreamRuns = pgTable(
  'upstream_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceCode: text().notNull(),
    kind: text({ enum: ['whole', 'delta', 'release'] }).notNull(),
    file: text().notNull(),
    state: text({ enum: ['fetching', 'importing', 'done', 'failed'] })
      .notNull()
      .default('fetching'),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    rows: integer().notNull().default(0),
    /** `ImportReport` of src/import/import-report.ts. */
    report: jsonb(),
    error: text(),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (t) => [
    index('upstream_runs_started_at_idx').on(t.startedAt),
    check('upstream_runs_kind_known', sql`${t.kind} in ('whole', 'delta', 'release')`),
    check('upstream_runs_state_known', sql`${t.state} in ('fetching', 'importing', 'done', 'failed')`),
  ],
);

/** Barcodes for which an upstream was asked, because a caller or an operator found nothing. Kept 30 days. */
export const upstreamAsks = pgTable(
  'upstream_asks',
  { gtin14: text().primaryKey(), askedAt: instant().notNull().defaultNow() },
  (t) => [index('upstream_asks_asked_at_idx').on(t.askedAt)],
);
