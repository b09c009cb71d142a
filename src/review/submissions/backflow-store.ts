import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { rateSubmissions } from './rate-submissions.ts';
import type { NewSubmissionRow } from './submission-store.ts';

/** Limits of a tier's accounts; null: no limit. */
export interface BackflowCaps {
  tier: string;
  perDay: number | null;
  pending: number | null;
}

export type BackflowSubmission = NewSubmissionRow & { gtin14: string; accountId: string };

/**
 * Accounts with fewer pending items may use the last fifth of the queue, so that large senders do not shut them out.
 */
const FEW_PENDING = 100;

const today = sql`(now() at time zone 'UTC')::date`;

/** Returns the current caps of an account's tier. Creates the row that senders lock. */
export async function findBackflowCaps(
  db: Db | Tx,
  accountId: string,
): Promise<BackflowCaps & { isBlocked: boolean }> {
  const { rows } = await db.execute<BackflowCaps & { isBlocked: boolean } & Record<string, unknown>>(sql`
    with made as (insert into backflow_senders (account_id) values (${accountId}) on conflict do nothing)
    select tiers.code as tier, backflow_per_day as "perDay", backflow_pending as pending,
      exists (select from sender_blocks where account_id = accounts.id) as "isBlocked"
    from accounts join tiers on tiers.code = accounts.tier where accounts.id = ${accountId}`);
  const [caps] = rows;
  if (!caps) throw new Error(`there is no account ${accountId}`);
  return caps;
}

const isBlocked = sql`exists (select from sender_blocks where account_id = sender.account_id)`;
const isDayFull = ({ perDay }: BackflowCaps) =>
  sql`coalesce(sender.day = ${today} and sender.accepted >= ${perDay}::int, false)`;
const isSenderFull = ({ pending }: BackflowCaps) =>
  sql`coalesce(sender.pending + sender.waiting >= ${pending}::int, false)`;
/** Ignores the queue's cap for tiers without a limit, which operators trust. */
const isQueueFull = ({ pending }: BackflowCaps, mostInQueue: number) =>
  pending === null
    ? sql`false`
    : sql`(${countPendingBackflow()} >=
        case when sender.pending < ${FEW_PENDING} then ${mostInQueue}::int else ${mostInQueue}::int / 5 * 4 end)`;

function countPendingBackflow(): SQL {
  return sql`(select coalesce(sum(entries), 0) from submission_counts where status = 'pending' and source = 'backflow')`;
}

/**
 * Returns false if the barcode is pending, a cap is reached, or the sender is blocked. Locks the sender's row before
 * reading it, so the caps of an account are exact. Concurrent calls may exceed the queue's cap.
 */
export async function saveBackflowSubmission(
  db: Db | Tx,
  submission: BackflowSubmission,
  caps: BackflowCaps,
  mostInQueue: number,
): Promise<boolean> {
  const { id, gtin14, content, contentHash, accountId, requestId } = submission;
  const [rated] = await rateSubmissions(db, [submission]);
  const { rowCount } = await db.execute(sql`
    with sender as (
      select from backflow_senders as sender where account_id = ${accountId}
        and not ${isBlocked} and not ${isDayFull(caps)} and not ${isSenderFull(caps)} and not ${isQueueFull(caps, mostInQueue)}
      for update)
    insert into submissions (id, source, gtin14, content, content_hash, account_id, request_id, risk, name_key)
    select ${id}, 'backflow', ${gtin14}, ${JSON.stringify(content)}::jsonb, ${contentHash}, ${accountId}, ${requestId},
      ${rated?.risk}, ${rated?.nameKey}
    from sender on conflict do nothing`);
  return rowCount === 1;
}

/** Returns the cap or block that keeps an account from sending more now. */
export async function findReachedCap(
  db: Db | Tx,
  accountId: string,
  caps: BackflowCaps,
  mostInQueue: number,
): Promise<'blocked' | 'per_day' | 'pending' | 'queue' | undefined> {
  const { rows } = await db.execute<{ reached: 'blocked' | 'per_day' | 'pending' | 'queue' | null }>(sql`
    select case when ${isBlocked} then 'blocked' when ${isDayFull(caps)} then 'per_day' when ${isSenderFull(caps)} then 'pending'
      when ${isQueueFull(caps, mostInQueue)} then 'queue' end as reached
    from backflow_senders as sender where account_id = ${accountId}`);
  return rows[0]?.reached ?? undefined;
}

/**
 * Keeps items whose barcode is pending from another sender, in case that submission is rejected. They count as
 * pending items of the account. Drops items beyond the cap, and those behind a submission that is being decided.
 */
export async function keepWaiting(
  db: Db,
  accountId: string,
  waiting: readonly { submission: BackflowSubmission; behindId: string }[],
  { pending: mostPending }: BackflowCaps,
): Promise<void> {
  const given = waiting.map(({ submission: { id, gtin14, content, contentHash, requestId }, behindId }) => ({
    id,
    gtin14,
    content,
    content_hash: contentHash.toString('hex'),
    request_id: requestId,
    behind_id: behindId,
  }));
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ held: number }>(sql`
      select pending + waiting as held from backflow_senders where account_id = ${accountId} for update`);
    const room = mostPending === null ? given.length : mostPending - (rows[0]?.held ?? 0);
    if (room <= 0) return;
    await tx.execute(sql`
      insert into backflow_waiting (id, gtin14, account_id, content, content_hash, request_id)
      select given.id, given.gtin14, ${accountId}, given.content, decode(given.content_hash, 'hex'), given.request_id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
        (id uuid, gtin14 text, content jsonb, content_hash text, request_id text, behind_id uuid)
      join submissions held on held.id = given.behind_id and held.status = 'pending'
        and held.account_id is distinct from ${accountId}
      where not exists (select from backflow_waiting w where w.gtin14 = given.gtin14 and w.account_id = ${accountId})
      limit ${room} for share of held skip locked
      on conflict do nothing`);
  });
}

/** Deletes an account's waiting back-flow, so that it does not replace the account's rejected submissions. */
export async function deleteWaiting(db: Db | Tx, accountId: string): Promise<void> {
  await db.execute(sql`delete from backflow_waiting where account_id = ${accountId}`);
}
