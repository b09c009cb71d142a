import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import type { accountSessions } from '../platform/db/schema/accounts.ts';
import type { operatorSessions } from '../platform/db/schema/operators.ts';

/** A session ends after this time without use. */
export const IDLE_MINUTES = 30;
/** A session ends after this time even when used. */
export const TOTAL_HOURS = 12;

/** The sessions of operators or of accounts. */
type SessionTable = typeof operatorSessions | typeof accountSessions;

/** Matches sessions that have not ended. */
export const isAliveIn = ({ lastSeenAt, createdAt }: SessionTable) =>
  sql`${lastSeenAt} > now() - make_interval(mins => ${IDLE_MINUTES})
    and ${createdAt} > now() - make_interval(hours => ${TOTAL_HOURS})`;

/** Matches sessions whose idle time is due to be renewed: at most once a minute. */
export const isStaleIn = ({ lastSeenAt }: SessionTable) =>
  sql<boolean>`${lastSeenAt} < now() - interval '1 minute'`;

/** Records that a session is used now. */
export async function moveIdleTimeOn(db: Db | Tx, sessions: SessionTable, tokenHash: Buffer): Promise<void> {
  await db.execute(sql`update ${sessions} set last_seen_at = now() where token_hash = ${tokenHash}`);
}

/** Begins a session. Deletes the owner's sessions beyond the newest `most`, and all that have ended. */
export async function saveSessionRow(
  tx: Tx,
  { sessions, owner, most }: { sessions: SessionTable; owner: 'operator_id' | 'account_id'; most: number },
  ownerId: string,
  tokenHash: Buffer,
): Promise<void> {
  const ownerColumn = sql.identifier(owner);
  // Not now(): this transaction may have started before another sign-in that it waited for. The newest is kept.
  await tx.execute(sql`
    insert into ${sessions} (${ownerColumn}, token_hash, created_at, last_seen_at)
    values (${ownerId}, ${tokenHash}, clock_timestamp(), clock_timestamp())`);
  await tx.execute(sql`
    delete from ${sessions} where not (${isAliveIn(sessions)}) or token_hash in (
      select token_hash from ${sessions} where ${ownerColumn} = ${ownerId}
      order by created_at desc, token_hash offset ${most})`);
}
