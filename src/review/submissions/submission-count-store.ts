import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';

export type Source = 'public' | 'backflow';

export interface SubmissionCount {
  status: string;
  source: Source;
  has_gtin: boolean;
  count: number;
}

/** Returns exact counts, which triggers keep in a few hundred rows however many submissions there are. */
export async function listSubmissionCounts(db: Db | Tx): Promise<SubmissionCount[]> {
  const { rows } = await db.execute<SubmissionCount & Record<string, unknown>>(sql`
    select status, source, has_gtin, sum(entries)::int as count from submission_counts
    group by status, source, has_gtin having sum(entries) <> 0 order by status, source, has_gtin`);
  return rows;
}

/** Returns the exact number of pending submissions by source. */
export async function countPending(db: Db | Tx): Promise<Record<Source, number>> {
  const pending = (await listSubmissionCounts(db)).filter(({ status }) => status === 'pending');
  const of = (source: Source) =>
    pending.filter((row) => row.source === source).reduce((sum, { count }) => sum + count, 0);
  return { public: of('public'), backflow: of('backflow') };
}
