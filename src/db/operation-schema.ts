/** What keeps the service running: the audit log and the way from the catalogue to the index. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './column-types.ts';
import { products, sources } from './schema.ts';

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
  },
  (t) => [
    index('search_outbox_marked_at_idx')
      .on(t.markedAt)
      .where(sql`parked_error is null`),
  ],
);

/**
 * Every distinct word of a folded name that is, or was, in the index. The indexer adds words before the documents
 * that hold them; an API process reads on from the last `id` it has seen. One writer, so ids commit in order.
 */
export const searchWords = pgTable(
  'search_words',
  { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(), word: text().notNull() },
  (t) => [unique('search_words_word_key').on(t.word)],
);

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
    foreignKey({
      name: 'source_records_source_id_fkey',
      columns: [t.sourceId],
      foreignColumns: [sources.id],
    }),
    foreignKey({
      name: 'source_records_product_id_fkey',
      columns: [t.productId],
      foreignColumns: [products.id],
    }).onDelete('cascade'),
    index('source_records_product_id_idx').on(t.productId),
  ],
);

/** Which products a change has touched; their scores are computed anew. */
export type RecomputeScope =
  { all: true } | { category_ids: string[] } | { kind: string } | { source_id: string };

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
