import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { buildCondition, isClaimed, type QueueFilter } from '../../queue/queue-condition.ts';

export type RejectableFilter = QueueFilter & { state: 'pending'; upTo: string };

function buildMatch({ upTo, ...filter }: RejectableFilter, operatorId: string): SQL {
  return sql`${buildCondition(filter, operatorId)} and submissions.created_at <= ${upTo}::timestamptz`;
}

const isOthers = (operatorId: string) => sql`(${isClaimed} and submissions.claimed_by <> ${operatorId})`;

/** Counts matching submissions: those that can be rejected, and those that another operator has claimed. */
export async function countRejectable(
  db: Db | Tx,
  filter: RejectableFilter,
  operatorId: string,
): Promise<{ remaining: number; claimed: number }> {
  const { rows } = await db.execute<{ remaining: number; claimed: number }>(sql`
    select count(*) filter (where not ${isOthers(operatorId)})::int as remaining,
      count(*) filter (where ${isOthers(operatorId)})::int as claimed
    from submissions where ${buildMatch(filter, operatorId)}`);
  return rows[0] ?? { remaining: 0, claimed: 0 };
}

/** Rejects the oldest matching submissions, up to `most`. Skips submissions locked by another decision. */
export async function rejectFirst(
  tx: Tx,
  filter: RejectableFilter,
  { reason, operatorId }: { reason: string; operatorId: string },
  most: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with chosen as materialized (
      select id from submissions where ${buildMatch(filter, operatorId)} and not ${isOthers(operatorId)}
      order by created_at, id limit ${most} for update skip locked)
    update submissions set status = 'rejected', reason = ${reason}, reviewed_by = ${operatorId}, reviewed_at = now(),
      claimed_by = null, claimed_at = null
    from chosen where submissions.id = chosen.id returning submissions.id`);
  return rows.map(({ id }) => id);
}
