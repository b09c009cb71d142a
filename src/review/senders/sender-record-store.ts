import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { MOST_OF_CONTACT, type SenderRecord } from './sender-contract.ts';

interface Counts extends Record<string, unknown> {
  pending: number;
  approved: number;
  rejected: number;
  taken_back: number;
  is_all: boolean;
}

/**
 * Returns the outcome of an account's back-flow. Exact, from one row of `backflow_senders`. To filter submissions by
 * it, join that table by `account_id`.
 */
export async function findAccountRecord(db: Db | Tx, accountId: string): Promise<SenderRecord> {
  const { rows } = await db.execute<Counts>(sql`
    select pending, approved, rejected, taken_back, true as is_all
    from backflow_senders where account_id = ${accountId}`);
  return buildRecord(rows[0]);
}

/** Returns the outcome of the newest submissions of a contact address. Old ones lose their address in time. */
export async function findContactRecord(db: Db | Tx, contactEmail: string): Promise<SenderRecord> {
  const { rows } = await db.execute<Counts>(sql`
    with newest as materialized (
      select id, status, is_decided_by_rule from submissions where contact_email = ${contactEmail}
      order by created_at desc, id desc limit ${MOST_OF_CONTACT})
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'approved' and not is_decided_by_rule)::int as approved,
      count(*) filter (where status = 'rejected' and not is_decided_by_rule)::int as rejected,
      (select count(*)::int from newest join decision_records on submission_id = newest.id
        where undone_at is not null) as taken_back,
      count(*) < ${MOST_OF_CONTACT} as is_all
    from newest`);
  return buildRecord(rows[0]);
}

function buildRecord(counts: Counts | undefined): SenderRecord {
  const { pending = 0, approved = 0, rejected = 0, taken_back = 0, is_all: isAll = true } = counts ?? {};
  const decided = approved + rejected;
  return {
    pending,
    approved,
    rejected,
    taken_back,
    approval_rate: decided === 0 ? null : approved / decided,
    of_newest: isAll ? null : MOST_OF_CONTACT,
  };
}
