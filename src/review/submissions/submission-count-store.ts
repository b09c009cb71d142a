import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db, Tx } from '../../platform/db/client.ts';
import { DAY_MS, startLoop, type RunningLoop } from '../../platform/start-loop.ts';

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

/** A counter that triggers keep, and the number of rows that it should have. */
export interface WrongCount extends Record<string, unknown> {
  counter: string;
  /** Status, source and whether there is a barcode; or the id of an account. */
  key: string;
  kept: number;
  rows: number;
}

/** Lists at most so many: one wrong trigger makes all counts wrong. */
const MOST_LISTED = 20;

/** Compares the counts of submissions with their rows. One statement, so that both are of one moment. */
export async function listWrongCounts(db: Db): Promise<WrongCount[]> {
  return await db.transaction(async (tx) => {
    // Reads every submission.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    const { rows } = await tx.execute<WrongCount>(sql`
      with counted as (
        select status, source, gtin14 is not null as has_gtin, count(*) as entries from submissions group by 1, 2, 3
      ), kept as (
        select status, source, has_gtin, sum(entries) as entries from submission_counts group by 1, 2, 3
      ), sent as (
        select account_id, count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status = 'approved' and not is_decided_by_rule) as approved,
          count(*) filter (where status = 'rejected' and not is_decided_by_rule) as rejected
        from submissions where source = 'backflow' group by 1
      ), waits as (select account_id, count(*) as waiting from backflow_waiting group by 1)
      select 'submission_counts' as counter, concat_ws(' ', status, source, has_gtin) as key,
        coalesce(kept.entries, 0)::int as kept, coalesce(counted.entries, 0)::int as rows
      from kept full join counted using (status, source, has_gtin)
      where coalesce(kept.entries, 0) <> coalesce(counted.entries, 0)
      union all
      select 'backflow_senders.' || of.counter, account_id::text, of.kept, of.entries::int
      from backflow_senders s left join sent using (account_id) left join waits using (account_id),
        lateral (values ('pending', s.pending, coalesce(sent.pending, 0)), ('approved', s.approved, coalesce(sent.approved, 0)),
          ('rejected', s.rejected, coalesce(sent.rejected, 0)), ('waiting', s.waiting, coalesce(waits.waiting, 0)))
          as of (counter, kept, entries)
      where of.kept <> of.entries
      limit ${MOST_LISTED}`);
    return rows;
  });
}

/** Logs counts that differ from their rows, once a day. */
export function checkCountsDaily(db: Db, logger: Logger): RunningLoop {
  const work = async () => {
    const wrong = await listWrongCounts(db);
    if (wrong.length > 0)
      logger.error({ wrong }, 'counts of submissions differ from their rows: see docs/runbook.md');
  };
  return startLoop({ name: 'the check of the counts of submissions', everyMs: DAY_MS, work, logger });
}
