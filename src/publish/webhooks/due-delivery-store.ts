import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { StoredDelivery } from './delivery-store.ts';
import type { Failure } from './webhook-contract.ts';

/** A delivery that one process has claimed, with the data for an attempt. */
export interface TakenDelivery {
  id: string;
  webhookId: string;
  accountId: string;
  url: string;
  host: string;
  event: StoredDelivery['event'];
  data: Record<string, unknown>;
  createdAt: Date;
  /** The trace of the change, or null. */
  traceparent: string | null;
  /** Attempts before this one. */
  attempts: number;
  secret: Buffer;
  /** The secret before; deliveries are signed with it too until it expires. */
  previousSecret: Buffer | null;
}

export interface DueDelivery extends Record<string, unknown> {
  id: string;
  webhookId: string;
  accountId: string;
  host: string;
  isFailing: boolean;
}

/** The receivers whose deliveries are not listed now. */
interface BusyReceivers {
  hosts: readonly string[];
  accounts: readonly string[];
  /** Receivers that failed last time. */
  failing: boolean;
}

/** Deliveries of a disabled webhook or a blocked account wait. An unverified webhook only gets the challenge. */
const isDelivered = sql`
  (w.state = 'active' or (w.state = 'unverified' and d.event = 'webhook.challenge'))
  and exists (select from accounts a where a.id = w.account_id and a.blocked_at is null)`;

/** Returns due deliveries, the longest waiting first, with at most a few of each webhook. */
export async function listDue(
  db: Db,
  now: Date,
  busy: BusyReceivers,
  { ofEach, inAll }: { ofEach: number; inAll: number },
): Promise<DueDelivery[]> {
  const { rows } = await db.execute<DueDelivery>(sql`
    select d.id, w.id as "webhookId", w.account_id as "accountId", w.host,
      w.failing_since is not null as "isFailing"
    from webhooks w
    cross join lateral (
      select d.id, d.due_at from webhook_deliveries d
      where d.webhook_id = w.id and d.due_at <= ${now.toISOString()}::timestamptz and ${isDelivered}
      order by d.due_at limit ${ofEach}) d
    where w.state <> 'off' and w.host <> all(${sql.param(busy.hosts)}::text[])
      and w.account_id <> all(${sql.param(busy.accounts)}::uuid[])
      ${busy.failing ? sql`and w.failing_since is null` : sql``}
    order by d.due_at limit ${inAll}`);
  return rows;
}

/**
 * Claims a due delivery until `until`. If this process is killed, another one tries the delivery after that time.
 * @returns undefined if another process was faster, or the delivery must not be sent any more
 */
export async function takeDelivery(
  db: Db,
  id: string,
  now: Date,
  until: Date,
): Promise<TakenDelivery | undefined> {
  const { rows } = await db.execute<Omit<TakenDelivery, 'createdAt'> & { createdAt: number }>(sql`
    update webhook_deliveries d set due_at = ${until.toISOString()}::timestamptz
    from webhooks w
    where d.id = ${id} and d.due_at <= ${now.toISOString()}::timestamptz and w.id = d.webhook_id and ${isDelivered}
    returning d.id, w.id as "webhookId", w.account_id as "accountId", w.url, w.host, d.event, d.data,
      (extract(epoch from d.created_at) * 1000)::float8 as "createdAt", d.traceparent, d.attempts, w.secret,
      case when w.previous_secret_ends_at > ${now.toISOString()}::timestamptz then w.previous_secret end
        as "previousSecret"`);
  const [row] = rows;
  return row && { ...row, createdAt: new Date(row.createdAt) };
}

/** The outcome of an attempt. */
interface Attempt {
  at: Date;
  status: number | null;
  /** Null: the receiver accepted the delivery. */
  failure: Failure | null;
}

/** Saves the outcome of an attempt. Returns false if the delivery was finished meanwhile. */
export async function saveAttempt(
  tx: Tx,
  { id, attempts }: TakenDelivery,
  { at, status, failure }: Attempt,
  next: Date | null,
): Promise<boolean> {
  const state = failure === null ? 'delivered' : next === null ? 'failed' : 'pending';
  const { rowCount } = await tx.execute(sql`
    update webhook_deliveries set status = ${state}, due_at = ${next?.toISOString() ?? null}::timestamptz,
      attempts = attempts + 1, last_attempt_at = ${at.toISOString()}::timestamptz, last_status = ${status}::smallint,
      last_failure = ${failure}
    where id = ${id} and attempts = ${attempts} and status = 'pending'`);
  return rowCount === 1;
}

/**
 * Returns how long the oldest due delivery has been due, in seconds, or 0 when no delivery is due. Receivers that failed
 * last time are left out: their backlog is not the service’s fault.
 */
export async function measureOldestDue(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(d.due_at)), 0)::float8 as seconds
    from webhooks w cross join lateral (
      select d.due_at from webhook_deliveries d
      where d.webhook_id = w.id and d.due_at <= now() and ${isDelivered} order by d.due_at limit 1) d
    where w.state <> 'off' and w.failing_since is null`);
  return rows[0]?.seconds ?? 0;
}
