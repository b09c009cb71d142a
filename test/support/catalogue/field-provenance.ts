import { pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The view of `provenance` with a row for each field. */
export const fieldProvenance = pgView('field_provenance', {
  productId: uuid().notNull(),
  field: text().notNull(),
  sourceId: uuid().notNull(),
  submissionId: uuid(),
  operatorId: uuid(),
  recordedAt: timestamp({ withTimezone: true }).notNull(),
}).existing();
