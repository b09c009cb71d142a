import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';
import { recomputeBatch } from '../../../src/quality/recompute/recompute-batch.ts';
import { findOpenRecompute } from '../../../src/quality/recompute/recompute-store.ts';
import { findOpenRebuild } from '../../../src/search/index/rebuild-store.ts';
import type { IndexDifferences } from './compare-index.ts';

const LABELS_AT_ONCE = 500;

/**
 * Returns whether the index equals Postgres and nothing is under way that would change either. The labels of rows that
 * SQL has inserted are unread; an API process reads them up to half a minute later, in batches that change scores. So
 * they are read here first: an index that is equal before would differ a moment later.
 */
export async function isIndexSettled(
  db: Db,
  findDifferences: () => Promise<IndexDifferences>,
): Promise<boolean> {
  while (await recomputeBatch(db, LABELS_AT_ONCE));
  // Another process may be reading them.
  if (await findOpenRecompute(db)) return false;
  const dirty = await db.execute(sql`select from search_outbox where parked_error is null limit 1`);
  if (dirty.rows.length > 0 || (await findOpenRebuild(db))) return false;
  const { missing, stale, ghost } = await findDifferences();
  return missing.length + stale.length + ghost.length === 0;
}
