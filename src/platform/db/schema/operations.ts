/** Operation of the service: the audit log, the index queue, imports, dumps and score recomputes. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from './column-types.ts';
import { products, sources } from './catalogue.ts';

/**
 * The append-only audit log: a trigger refuses UPDATE, DELETE and TRUNCATE. Another trigger numbers the rows without
 * gaps and chains them: `hash` covers the row and the hash of the row before. It holds a lock until the transaction
 * ends, so the audit row is the last write of a transaction.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** Set by the trigger. */
    seq: bigint({ mode: 'number' }).primaryKey().default(0),
    at: instant().notNull().defaultNow(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text(),
    before: jsonb(),
    after: jsonb(),
    requestId: text(),
    prevHash: bytes()
      .notNull()
      .default(sql`'\\x'::bytea`),
    hash: bytes()
      .notNull()
      .default(sql`'\\x'::bytea`),
    /** `before` and `after` were erased on a person's request. The hash still covers the original row. */
    erased: boolean().notNull().default(false),
  },
  (t) => [
    index('audit_log_entity_idx').on(t.entity, t.entityId, t.seq),
    index('audit_log_actor_idx').on(t.actor, t.seq),
    index('audit_log_action_idx').on(t.action, t.seq),
    index('audit_log_at_idx').on(t.at),
  ],
);

/**
 * Products whose index document may be stale. Triggers mark a product in the transaction that changes it. The indexer
 * deletes the mark once the engine holds what it read, unless the product was marked again meanwhile (`version` comes
 * from a sequence and only increases).
 */
export const searchOutbox = pgTable(
  'search_outbox',
  {
    productId: uuid().primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
    markedAt: instant().notNull().defaultNow(),
    /**
     * Error with which the engine refused the document. The document is set aside until the next change clears this.
     */
    parkedError: text(),
    /** The trace of the change (`createDb`). */
    traceparent: text().default(sql`nullif(current_setting('factshelf.traceparent', true), '')`),
    /**
     * Write order: 0 single changes by people, 1 changes of many products at once, 2 imports and other background
     * work.
     */
    priority: smallint().notNull().default(0),
  },
  (t) => [
    index('search_outbox_marked_at_idx')
      .on(t.markedAt)
      .where(sql`parked_error is null`),
    index('search_outbox_priority_idx')
      .on(t.priority, t.markedAt)
      .where(sql`parked_error is null`),
    index('search_outbox_parked_idx')
      .on(t.productId)
      .where(sql`parked_error is not null`),
  ],
);

/**
 * What callers asked for and the catalogue did not have, by day (UTC): folded texts, and barcodes in their printed form.
 * No row says who asked. Kept for 90 days.
 */
export const misses = pgTable(
  'misses',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: ['text', 'barcode'] }).notNull(),
    value: text().notNull(),
    count: integer().notNull(),
    /** The similarity of the best product that the text found last; 0 if none. */
    bestScore: real().notNull(),
    lastAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'misses_pkey', columns: [t.day, t.kind, t.value] }),
    check('misses_kind_known', sql`${t.kind} in ('text', 'barcode')`),
  ],
);

/** Texts and barcodes that an operator took off the list of misses, for as long as misses are kept. */
export const ignoredMisses = pgTable(
  'ignored_misses',
  {
    kind: text({ enum: ['text', 'barcode'] }).notNull(),
    value: text().notNull(),
    ignoredAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'ignored_misses_pkey', columns: [t.kind, t.value] }),
    check('ignored_misses_kind_known', sql`${t.kind} in ('text', 'barcode')`),
  ],
);

/** Requested rebuilds of the index. The indexer claims a row and saves its progress. At most one is open at a time. */
export const indexRebuilds = pgTable(
  'index_rebuilds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestedAt: instant().notNull().defaultNow(),
    requestedBy: text().notNull(),
    state: text({ enum: ['queued', 'filling', 'verifying', 'swapping', 'done', 'failed'] })
      .notNull()
      .default('queued'),
    /** Products in use when the filling began, and those that are already in the new index. */
    total: integer(),
    done: integer().notNull().default(0),
    error: text(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    uniqueIndex('index_rebuilds_one_open')
      .on(sql`(true)`)
      .where(sql`state not in ('done', 'failed')`),
    check(
      'index_rebuilds_state_known',
      sql`${t.state} in ('queued', 'filling', 'verifying', 'swapping', 'done', 'failed')`,
    ),
  ],
);

/** Comparisons of the index with Postgres and their results. Without `started_at`: requested. Kept 7 days. */
export const indexReconciles = pgTable(
  'index_reconciles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestedAt: instant().notNull().defaultNow(),
    requestedBy: text().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    /** Products in use that were compared. */
    products: integer(),
    /** Products without a document, with a stale one, and documents without a product in use. */
    missing: integer(),
    stale: integer(),
    ghost: integer(),
    error: text(),
  },
  (t) => [
    index('index_reconciles_unfinished_idx')
      .on(t.id)
      .where(sql`finished_at is null`),
  ],
);

/** Lag of the index, sampled every 10 s while an indexer runs, which also shows that one runs. Kept 7 days. */
export const indexLagSamples = pgTable('index_lag_samples', {
  at: instant().primaryKey().defaultNow(),
  dirty: integer().notNull(),
  parked: integer().notNull(),
  /** Age of the oldest change that is not indexed. */
  lagSeconds: doublePrecision().notNull(),
  /** Differences found by the last reconcile. */
  drift: integer().notNull(),
});

/**
 * Records that imports have read: the source's key, the product, and a hash of the mapped content. Records with the
 * same hash are skipped, so that importing a file again writes nothing.
 */
export const sourceRecords = pgTable(
  'source_records',
  {
    sourceId: uuid().notNull(),
    sourceKey: text().notNull(),
    productId: uuid().notNull(),
    contentHash: text().notNull(),
    /** The barcode that the row gave and its product has; null: none, or it is the row's key. */
    gtin14: text(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'source_records_pkey', columns: [t.sourceId, t.sourceKey] }),
    reference('source_records_source_id_fkey', t.sourceId, sources.id),
    reference('source_records_product_id_fkey', t.productId, products.id).onDelete('cascade'),
    index('source_records_product_id_idx').on(t.productId),
  ],
);

/** Keyed hashes of barcodes and source records of erased products, which imports must not bring back. */
export const erasedKeys = pgTable(
  'erased_keys',
  { keyHash: bytes().primaryKey(), erasedAt: instant().notNull().defaultNow() },
  (t) => [check('erased_keys_hash_length', sql`length(${t.keyHash}) = 32`)],
);

/** Runs of dumps. A run holds a lock; a row in state `running` without it was killed. Kept 90 days. */
export const dumpRuns = pgTable(
  'dump_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestedBy: text({ enum: ['schedule', 'command'] }).notNull(),
    /** `refused`: it was smaller than the previous one, which stays published. */
    state: text({ enum: ['running', 'published', 'refused', 'failed'] })
      .notNull()
      .default('running'),
    /** Name of its folder. */
    name: text(),
    /** Products written so far. */
    products: integer().notNull().default(0),
    /** Why it was not published. */
    error: text(),
    /** `Manifest` of src/publish/dumps/dump-contract.ts, to compare the next dump with. */
    manifest: jsonb(),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (t) => [
    index('dump_runs_started_at_idx').on(t.startedAt),
    check('dump_runs_requested_by_known', sql`${t.requestedBy} in ('schedule', 'command')`),
    check('dump_runs_state_known', sql`${t.state} in ('running', 'published', 'refused', 'failed')`),
  ],
);

/** Products whose scores must be recomputed after a change. `unread`: products whose labels are not read yet. */
export type RecomputeScope =
  { all: true } | { unread: true } | { category_ids: string[] } | { kind: string } | { source_id: string };

/**
 * Requested recomputes of quality scores. `cursor` is saved in the transaction that writes a batch, so that another
 * worker can continue after one dies.
 */
export const qualityRecomputes = pgTable(
  'quality_recomputes',
  {
    id: uuid().primaryKey(),
    /** The cause: the action of its audit row. */
    reason: text().notNull(),
    scope: jsonb().$type<RecomputeScope>().notNull(),
    state: text({ enum: ['pending', 'running', 'done', 'failed'] })
      .notNull()
      .default('pending'),
    /** The last finished product. */
    cursor: uuid(),
    /** Number of products, counted at the start. */
    total: integer(),
    done: integer().notNull().default(0),
    /** Products whose score changed. */
    changed: integer().notNull().default(0),
    error: text(),
    requestedBy: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index('quality_recomputes_open_idx')
      .on(t.createdAt, t.id)
      .where(sql`state in ('pending','running')`),
    index('quality_recomputes_created_at_idx').on(t.createdAt, t.id),
    check('quality_recomputes_state_known', sql`${t.state} in ('pending','running','done','failed')`),
  ],
);
