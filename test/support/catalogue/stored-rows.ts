import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';
import { auditLog, searchOutbox } from '../../../src/platform/db/schema/operations.ts';
import { categories } from '../../../src/platform/db/schema/catalogue.ts';

/** Returns the last entry of the audit log. */
export async function findLastAudit(db: Db) {
  const [row] = await db
    .select()
    .from(auditLog)
    .orderBy(sql`seq desc`)
    .limit(1);
  return row;
}

/** Products that are marked for the index. */
export async function listMarked(db: Db): Promise<string[]> {
  const rows = await db.select({ productId: searchOutbox.productId }).from(searchOutbox);
  return rows.map(({ productId }) => productId);
}

export async function clearMarks(db: Db): Promise<void> {
  await db.delete(searchOutbox);
}

export interface StoredCategory {
  path: string;
  level: number;
  kind: string;
  own: string | null;
}

/** Returns the stored categories by code. */
export async function readTree(db: Db): Promise<Record<string, StoredCategory>> {
  const rows = await db.select().from(categories).orderBy(categories.path);
  return Object.fromEntries(
    rows.map((row) => [
      row.code,
      { path: row.path, level: row.level, kind: row.archiveKind, own: row.ownArchiveKind },
    ]),
  );
}
