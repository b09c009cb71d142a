/** Pictures that contributors send with their submissions. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { bytes, instant } from './column-types.ts';
import { submissions } from './submissions.ts';
import { operators } from './operators.ts';

/** A row per submitted picture, stored or not. Files are stored by `sha256` (see `src/review/pictures/storage/`). */
export const submissionPictures = pgTable(
  'submission_pictures',
  {
    id: uuid().primaryKey(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** What it shows, according to its contributor. */
    role: text({ enum: ['front', 'ingredients', 'nutrition', 'packaging'] }).notNull(),
    /**
     * Only `approved` pictures are public. `left_out`: the submission was approved without it. `taken_down`: its
     * files are deleted, and it is not accepted again.
     */
    state: text({ enum: ['pending', 'approved', 'left_out', 'taken_down'] })
      .notNull()
      .default('pending'),
    /** SHA-256 of the uploaded file. */
    uploadSha256: bytes().notNull(),
    /** SHA-256 of the stored full size. */
    sha256: bytes().notNull(),
    /** Difference hash of 64 bits: pictures that look alike differ in few bits. */
    likeness: bigint({ mode: 'bigint' }).notNull(),
    /** Public address of the full size after approval. */
    url: text().notNull(),
    /** Pixels of the full size. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Bytes of all sizes together. */
    byteSize: integer().notNull(),
    /** The product that it was approved for. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    createdAt: instant().notNull().defaultNow(),
    /** Time of the last state change. */
    decidedAt: instant(),
  },
  (t) => [
    uniqueIndex('submission_pictures_upload_key').on(t.submissionId, t.uploadSha256),
    index('submission_pictures_sha256_idx').on(t.sha256),
    index('submission_pictures_product_id_idx').on(t.productId),
    index('submission_pictures_pending_idx')
      .on(t.createdAt)
      .where(sql`state in ('pending', 'left_out')`),
    check(
      'submission_pictures_role_known',
      sql`${t.role} in ('front', 'ingredients', 'nutrition', 'packaging')`,
    ),
    check(
      'submission_pictures_state_known',
      sql`${t.state} in ('pending', 'approved', 'left_out', 'taken_down')`,
    ),
  ],
);

/** Pictures that were taken down. Neither the same file nor a similar picture is accepted again. */
export const blockedPictures = pgTable('blocked_pictures', {
  /** SHA-256 of the stored full size. */
  sha256: bytes().primaryKey(),
  /** Its difference hash. */
  likeness: bigint({ mode: 'bigint' }).notNull(),
  /** SHA-256 of the uploaded files. */
  uploadSha256s: bytes().array().notNull(),
  reason: text().notNull(),
  blockedBy: uuid().references(() => operators.id, { onDelete: 'set null' }),
  blockedAt: instant().notNull().defaultNow(),
});
