import { and, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import type { QueueFilters, TakeNextBody } from './queue-contract.ts';
import { buildCondition, isClaimed } from './queue-condition.ts';
import { QUEUE_ORDERS } from './queue-orders.ts';

/**
 * Matches submissions to lead an operator to: not claimed by others, and not awaiting an answer unless the filter
 * asks.
 */
function isForMe(filters: QueueFilters, operatorId: string): SQL | undefined {
  return and(
    buildCondition({ ...filters, waiting: filters.waiting ?? false }, operatorId),
    sql`not (${isClaimed} and submissions.claimed_by <> ${operatorId})`,
  );
}

/** Returns the id of the first submission after the given one that no other operator has claimed or is assigned to. */
export async function findNextId(
  db: Db | Tx,
  filters: QueueFilters,
  operatorId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const { order, isBehind } = QUEUE_ORDERS[filters.sort];
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        isForMe(filters, operatorId),
        filters.assigned_to === undefined
          ? sql`(submissions.assigned_to is null or submissions.assigned_to = ${operatorId})`
          : undefined,
        after === undefined ? undefined : isBehind(after),
      ),
    )
    .orderBy(order)
    .limit(1);
  return row?.id;
}

/**
 * Claims the next submission and returns its id. Submissions assigned to the operator come first, then unassigned
 * ones: those after `after` before those in front of it. Concurrent requests get different submissions without
 * waiting.
 */
export async function takeNext(
  db: Db,
  filters: QueueFilters,
  operatorId: string,
  { after, except }: TakeNextBody,
): Promise<string | undefined> {
  const { order, isBehind } = QUEUE_ORDERS[filters.sort];
  const left = after === undefined ? except : [...except, after];
  const places = after === undefined ? [undefined] : [isBehind(after), undefined];
  const tries = filters.assigned_to
    ? places.map((place) => ({ assignedTo: filters.assigned_to, place }))
    : [{ assignedTo: 'me', place: undefined }, ...places.map((place) => ({ assignedTo: 'nobody', place }))];
  for (const { assignedTo, place } of tries) {
    const wanted = db
      .select({ id: submissions.id })
      .from(submissions)
      .where(
        and(
          isForMe({ ...filters, state: 'pending', assigned_to: assignedTo }, operatorId),
          sql`submissions.id <> all(${sql.param(left)}::uuid[])`,
          place,
        ),
      )
      .orderBy(order)
      .limit(1)
      // Skip what a concurrent request is taking. What it has taken no longer matches.
      .for('update', { skipLocked: true });
    const { rows } = await db.execute<{ id: string }>(sql`
      update submissions set claimed_by = ${operatorId}, claimed_at = now() where id = (${wanted}) returning id`);
    if (rows[0]) return rows[0].id;
  }
  return undefined;
}
