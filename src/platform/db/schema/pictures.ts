/** Pictures that contributors send with their submissions. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { bytes, instant } from './column-types.ts';
import { submissions } from './submissions.ts';
import { operators } from './operators.ts';

/** One row for each picture that is kept, or was; the files are kept by `sha256` (see `src/review/pictures/storage/`). */
export const submissionPictures = pgTable(
  'submission_pictures',
  {
    id: uuid().primaryKey(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** What it shows, as its contributor says. */
    role: text({ enum: ['front', 'ingredients', 'nutrition', 'packaging'] }).notNull(),
    /**
     * Only `approved` ones are public. `left_out`: its submission was approved without it. `taken_down`: its files are gone, and
     * it is not taken again.
     */
    state: text({ enum: ['pending', 'approved', 'left_out', 'taken_down'] })
      .notNull()
      .default('pending'),
    /** SHA-256 of the file as it was sent, … */
    uploadSha256: bytes().notNull(),
    /** … and of what is kept of it in the full size. */
    sha256: bytes().notNull(),
    /** 64 bits of which few differ between pictures that look alike. */
    likeness: bigint({ mode: 'bigint' }).notNull(),
    /** Where the full size is public once it is approved. */
    url: text().notNull(),
    /** Of the full size, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of all sizes together. */
    byteSize: integer().notNull(),
    /** The product that it was let into. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    createdAt: instant().notNull().defaultNow(),
    /** When its state changed last. */
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

/** Pictures that were taken down: neither the same file nor one that looks like it is taken again. */
export const blockedPictures = pgTable('blocked_pictures', {
  /** As it was kept, … */
  sha256: bytes().primaryKey(),
  /** … and how it looks. */
  likeness: bigint({ mode: 'bigint' }).notNull(),
  /** Files that it came as. */
  uploadSha256s: bytes().array().notNull(),
  reason: text().notNull(),
  blockedBy: uuid().references(() => operators.id, { onDelete: 'set null' }),
  blockedAt: instant().notNull().defaultNow(),
});
