/** What keeps the service running: the audit log and the way from the catalogue to the index. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from './column-types.ts';
import { products, sources } from './catalogue.ts';

/**
 * Append-only (a trigger refuses UPDATE, DELETE and TRUNCATE): every write that matters leaves a row here. Another
 * trigger numbers the rows without gaps and chains them: `hash` covers the row and the hash of the one before. It
 * takes a lock until the transaction ends, so the audit row is the last thing a transaction writes.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** Given by the trigger. */
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
    /** `before` and `after` were emptied because somebody asked for it: the hash is still that of the whole row. */
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
 * The dirty set: products whose document in the index may differ from their row. Triggers mark a product in the
 * transaction that changes it; the indexer deletes the mark when the engine holds what it read, and nothing newer
 * was marked meanwhile (`version` comes from a sequence and only goes up). No payload, no cursor.
 */
export const searchOutbox = pgTable(
  'search_outbox',
  {
    productId: uuid().primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
    markedAt: instant().notNull().defaultNow(),
    /** Set aside: the engine refused the document with these words. The next change clears it. */
    parkedError: text(),
    /** What is written first: 0 what somebody changed, 1 many products changed at once, 2 an import's and the like. */
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
 * Rebuilds of the index, asked for by a row: the indexer takes it up, and writes down how far it is. One is open at a
 * time, whoever asks.
 */
export const indexRebuilds = pgTable(
  'index_rebuilds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestedAt: instant().notNull().defaultNow(),
    requestedBy: text().notNull(),
    state: text({ enum: ['queued', 'filling', 'verifying', 'swapping', 'done', 'failed'] })
      .notNull()
      .default('queued'),
    /** Products in use when the filling began, and those of them whose documents the new index has. */
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

/** Comparisons of the index with Postgres, and what they found. One without `started_at` is asked for. Kept 7 days. */
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
    /** Without a document, with another one than their own, and documents without a product in use. */
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

/** How far the index was behind, every 10 s while an indexer is at work: its sign of life as well. Kept 7 days. */
export const indexLagSamples = pgTable('index_lag_samples', {
  at: instant().primaryKey().defaultNow(),
  dirty: integer().notNull(),
  parked: integer().notNull(),
  /** Age of the oldest change that is not in the index. */
  lagSeconds: doublePrecision().notNull(),
  /** What the last reconcile found. */
  drift: integer().notNull(),
});

/**
 * What an import has read: the source's own key of a record, the product it went into, and a hash of what was mapped
 * from it. A record whose hash is the same is passed over, so that a second run of a file writes nothing.
 */
export const sourceRecords = pgTable(
  'source_records',
  {
    sourceId: uuid().notNull(),
    sourceKey: text().notNull(),
    productId: uuid().notNull(),
    contentHash: text().notNull(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'source_records_pkey', columns: [t.sourceId, t.sourceKey] }),
    reference('source_records_source_id_fkey', t.sourceId, sources.id),
    reference('source_records_product_id_fkey', t.productId, products.id).onDelete('cascade'),
    index('source_records_product_id_idx').on(t.productId),
  ],
);

/** Keyed hashes of the barcodes and source records of products that were erased: no import takes these. */
export const erasedKeys = pgTable(
  'erased_keys',
  { keyHash: bytes().primaryKey(), erasedAt: instant().notNull().defaultNow() },
  (t) => [check('erased_keys_hash_length', sql`length(${t.keyHash}) = 32`)],
);

/**
 * Dumps of the catalogue that were begun, and what came of each. Who makes one holds a lock: a row that is `running` without
 * it was killed. Kept 90 days.
 */
export const dumpRuns = pgTable(
  'dump_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `schedule`, or `command`. */
    requestedBy: text({ enum: ['schedule', 'command'] }).notNull(),
    /** `refused`: it was smaller than the one before, which is served on. */
    state: text({ enum: ['running', 'published', 'refused', 'failed'] })
      .notNull()
      .default('running'),
    /** Its folder, once there is one. */
    name: text(),
    /** Products written so far. */
    products: integer().notNull().default(0),
    /** Why it is not published. */
    error: text(),
    /** `Manifest` of src/publish/dumps/dump-contract.ts: what the next one is compared with. */
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

/** The products whose scores have to be computed again after a change. `unread`: those whose labels are not read yet. */
export type RecomputeScope =
  { all: true } | { unread: true } | { category_ids: string[] } | { kind: string } | { source_id: string };

/**
 * Quality scores to be computed anew, batch by batch. `cursor` moves on in the transaction that writes a batch's
 * scores, so that a worker that dies leaves nothing half done and another goes on from there.
 */
export const qualityRecomputes = pgTable(
  'quality_recomputes',
  {
    id: uuid().primaryKey(),
    /** What was changed: the action of its audit row. */
    reason: text().notNull(),
    scope: jsonb().$type<RecomputeScope>().notNull(),
    state: text({ enum: ['pending', 'running', 'done', 'failed'] })
      .notNull()
      .default('pending'),
    /** The last product that is done. */
    cursor: uuid(),
    /** Products in all, counted when it begins. */
    total: integer(),
    done: integer().notNull().default(0),
    /** Products whose score became another. */
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
