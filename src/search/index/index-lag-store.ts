import { desc, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { indexLagSamples } from '../../platform/db/schema/operations.ts';
import { isOpenForLost } from './rebuild-store.ts';

/** Changes that wait up to this long are normal, and pages do not report them. */
const PROMISED_SECONDS = 1;

/** How far the index was behind at a moment. The newest sample is also the indexer’s heartbeat. */
type LagSample = typeof indexLagSamples.$inferSelect;

/** Adds a sample and deletes samples older than 7 days. */
export async function saveLagSample(db: Db | Tx, sample: Omit<LagSample, 'at'>): Promise<void> {
  await db.insert(indexLagSamples).values(sample).onConflictDoNothing();
  await db.delete(indexLagSamples).where(sql`at < now() - interval '7 days'`);
}

export async function findLastLagSample(db: Db | Tx): Promise<LagSample | undefined> {
  const [row] = await db.select().from(indexLagSamples).orderBy(desc(indexLagSamples.at)).limit(1);
  return row;
}

/** Returns whether an indexer has saved a sample in the last 30 s. */
export async function hasIndexer(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from index_lag_samples where at > now() - interval '30 seconds') as found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Returns whether the live index lacks products: an import or another bulk change waits in the outbox, a change waits for more
 * than the promised second, or a rebuild of lost documents is open. Parked products do not count. It reads minimum and maximum
 * from the indexes, because `exists` would read all dead rows that a large drain leaves.
 */
export async function isIndexBehind(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ isBehind: boolean }>(sql`
    select coalesce(max(priority) > 0 or min(marked_at) < now() - make_interval(secs => ${PROMISED_SECONDS}), false)
        or exists (select from index_rebuilds where ${isOpenForLost}) as "isBehind"
    from search_outbox where parked_error is null`);
  return rows[0]?.isBehind ?? false;
}
