import { asc, desc, gte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { indexLagSamples } from '../db/operation-schema.ts';

/** How far the index was behind at a moment. The newest one is an indexer's last sign of life. */
export type LagSample = typeof indexLagSamples.$inferSelect;

/** Adds a sample, and forgets those older than 7 days. */
export async function saveLagSample(db: Db | Tx, sample: Omit<LagSample, 'at'>): Promise<void> {
  await db.insert(indexLagSamples).values(sample).onConflictDoNothing();
  await db.delete(indexLagSamples).where(sql`at < now() - interval '7 days'`);
}

export async function findLastLagSample(db: Db | Tx): Promise<LagSample | undefined> {
  const [row] = await db.select().from(indexLagSamples).orderBy(desc(indexLagSamples.at)).limit(1);
  return row;
}

/** Samples since a moment, oldest first. */
export async function listLagSamples(db: Db | Tx, since: Date): Promise<LagSample[]> {
  return await db
    .select()
    .from(indexLagSamples)
    .where(gte(indexLagSamples.at, since))
    .orderBy(asc(indexLagSamples.at));
}

/** Whether an indexer has given a sign of life in the last 30 s. */
export async function hasIndexer(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from index_lag_samples where at > now() - interval '30 seconds') as found`,
  );
  return rows[0]?.found ?? false;
}
