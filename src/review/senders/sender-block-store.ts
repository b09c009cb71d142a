import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { MOST_OF_CONTACT, type SenderDetail } from './sender-contract.ts';

/** Identifies a sender: an account, or a contact address that is still stored. */
export type SenderKey = { accountId: string } | { contactEmail: string };

interface SenderBlock {
  id: string;
  blockedAt: Date;
}

/**
 * Matches blocks of a sender. A block of an address refers to a submission that names it, and ends when that address
 * is erased. Scans the few blocks, because an address may have very many submissions.
 */
const isOf = (key: SenderKey) =>
  'accountId' in key
    ? sql`sender_blocks.account_id = ${key.accountId}`
    : sql`(select contact_email from submissions where submissions.id = sender_blocks.submission_id)
        = ${key.contactEmail}`;

/** Returns the sender's block, or undefined if submissions are accepted. */
export async function findBlock(db: Db | Tx, key: SenderKey): Promise<SenderBlock | undefined> {
  const { rows } = await db.execute<{ id: string; blocked_at: string }>(sql`
    select id, blocked_at from sender_blocks where ${isOf(key)} order by blocked_at, id limit 1`);
  const [row] = rows;
  return row && { id: row.id, blockedAt: new Date(row.blocked_at) };
}

/** Serialises blocking and unblocking of a sender. */
export async function lockSender(tx: Tx, key: SenderKey): Promise<void> {
  const name = 'accountId' in key ? key.accountId : key.contactEmail;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`factshelf.sender ${name}`}))`);
}

/** For an address, refers to its newest submission, which keeps the address longest. */
export async function saveSenderBlock(tx: Tx, id: string, key: SenderKey): Promise<void> {
  await tx.execute(
    'accountId' in key
      ? sql`insert into sender_blocks (id, account_id) values (${id}, ${key.accountId})`
      : sql`insert into sender_blocks (id, submission_id)
          select ${id}, id from submissions where contact_email = ${key.contactEmail}
          order by created_at desc, id desc limit 1`,
  );
}

export async function deleteBlocks(tx: Tx, key: SenderKey): Promise<void> {
  await tx.execute(sql`delete from sender_blocks where ${isOf(key)}`);
}

/** Deletes blocks of submissions whose address has been erased. */
export async function endForgottenBlocks(db: Db | Tx): Promise<void> {
  await db.execute(sql`
    delete from sender_blocks using submissions
    where submissions.id = sender_blocks.submission_id and submissions.contact_email is null`);
}

type ApprovedSubmission = SenderDetail['approved_entries'][number];

/** Returns the sender's approved submissions, newest first. */
export async function listApproved(
  db: Db | Tx,
  key: SenderKey,
  limit: number,
): Promise<ApprovedSubmission[]> {
  const isSent =
    'accountId' in key
      ? sql`s.account_id = ${key.accountId}`
      : sql`s.id in (select id from submissions where contact_email = ${key.contactEmail}
          order by created_at desc, id desc limit ${MOST_OF_CONTACT})`;
  const { rows } = await db.execute<Omit<ApprovedSubmission, 'reviewed_at'> & { reviewed_at: Date }>(sql`
    select s.id, coalesce(s.content->>'name', p.name) as name, s.result_product_id as product_id, s.reviewed_at
    from submissions s left join products p on p.id = s.result_product_id
    where ${isSent} and s.status = 'approved' order by s.created_at desc, s.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, reviewed_at: new Date(row.reviewed_at).toISOString() }));
}
