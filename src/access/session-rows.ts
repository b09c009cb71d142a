import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import type { accountSessions } from '../platform/db/schema/accounts.ts';
import type { operatorSessions } from '../platform/db/schema/operators.ts';

/** An unused session ends after this, … */
export const IDLE_MINUTES = 30;
/** … and one that is used all day after this. */
export const TOTAL_HOURS = 12;

/** The sessions of operators or of accounts. */
type SessionTable = typeof operatorSessions | typeof accountSessions;

export const isAliveIn = ({ lastSeenAt, createdAt }: SessionTable) =>
  sql`${lastSeenAt} > now() - make_interval(mins => ${IDLE_MINUTES})
    and ${createdAt} > now() - make_interval(hours => ${TOTAL_HOURS})`;

/** Whether to move the idle time of a used session on: at most once a minute. */
export const isStaleIn = ({ lastSeenAt }: SessionTable) =>
  sql<boolean>`${lastSeenAt} < now() - interval '1 minute'`;

export async function moveIdleTimeOn(db: Db | Tx, sessions: SessionTable, tokenHash: Buffer): Promise<void> {
  await db.execute(sql`UPDATE ${sessions} SET last_seen_at = now() WHERE token_hash = ${tokenHash}`);
}

/** Begins a session of an owner. Deletes all sessions that have ended, and those of the owner beyond the newest `most`. */
export async function saveSessionRow(
  tx: Tx,
  { sessions, owner, most }: { sessions: SessionTable; owner: 'operator_id' | 'account_id'; most: number },
  ownerId: string,
  tokenHash: Buffer,
): Promise<void> {
  const ownerColumn = sql.identifier(owner);
  // By the clock, not by the start of a transaction that may have waited for another sign-in: the newest is kept.
  await tx.execute(sql`
    INSERT INTO ${sessions} (${ownerColumn}, token_hash, created_at, last_seen_at)
    VALUES (${ownerId}, ${tokenHash}, clock_timestamp(), clock_timestamp())`);
  await tx.execute(sql`
    DELETE FROM ${sessions} WHERE NOT (${isAliveIn(sessions)}) OR token_hash IN (
      SELECT token_hash FROM ${sessions} WHERE ${ownerColumn} = ${ownerId}
      ORDER BY created_at DESC, token_hash OFFSET ${most})`);
}
