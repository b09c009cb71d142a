import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import { prepareStatement } from '../platform/db/prepare-statement.ts';
import type { LeaderDump } from './dump/leader-dump.ts';

/** How long the leader may hold a call that waits for the next change. */
export const WAIT_SECONDS = 20;
/** The rest between two calls, plus the usual time of an answer. */
const WAIT_MARGIN_SECONDS = 6;

/** State of a follower. */
export interface Follow {
  /** Address of the leader. */
  leader: string;
  /** Cursor of its feed; null: from the beginning. */
  cursor: string | null;
  /** The dump that is copied before the feed is read, and its saved lines. Unused once there is a cursor. */
  dump: LeaderDump | null;
  dumpLines: number;
  isSweeping: boolean;
  /**
   * Seconds since the catalogue was last up to date, or since following began. 0 while a call waits for the next
   * change, because the leader would answer at once if there was one.
   */
  lagSeconds: number;
  /** Error of the last attempt. */
  error: string | null;
}

const followRow = prepareStatement<Follow>(
  'find_follow',
  sql`
    select leader, cursor, dump, dump_lines as "dumpLines", is_sweeping as "isSweeping", error,
      case when is_current and error is null
        and clock_timestamp() < current_at + make_interval(secs => ${WAIT_SECONDS + WAIT_MARGIN_SECONDS}::float8) then 0
      else greatest(0, extract(epoch from clock_timestamp() - coalesce(current_at, started_at)))::float8 end as "lagSeconds"
    from follow`,
);

/** Returns the state; undefined: this catalogue does not follow and is writable. */
export async function findFollow(db: Db | Tx): Promise<Follow | undefined> {
  const [row] = await followRow(db, {});
  return row;
}

/** Another process has moved the cursor, or the catalogue does not follow any more. */
export class CursorMoved extends Error {
  constructor() {
    super('another process has moved the cursor');
  }
}

type LockedFollow = Pick<Follow, 'cursor' | 'dumpLines' | 'isSweeping'> & { dump: string | null };

/**
 * Locks the position until the transaction ends. Returns it with the name of the dump.
 * @returns undefined if this catalogue does not follow
 */
export async function lockFollow(tx: Tx): Promise<LockedFollow | undefined> {
  const { rows } = await tx.execute<LockedFollow>(sql`
    select cursor, dump->>'name' as dump, dump_lines as "dumpLines", is_sweeping as "isSweeping" from follow for update`);
  return rows[0];
}

export async function saveFollow(tx: Tx, leader: string): Promise<void> {
  await tx.execute(sql`
    insert into follow (leader) values (${leader}) on conflict (is_only) do update set leader = excluded.leader, error = null`);
}

export async function deleteFollow(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`delete from follow_skipped`);
  await tx.execute(sql`delete from follow`);
}

/** @param isCurrent whether the leader has no further changes */
export async function moveCursor(tx: Tx, cursor: string, isCurrent: boolean): Promise<void> {
  await tx.execute(sql`
    update follow set cursor = ${cursor}, error = null, is_current = ${isCurrent}, current_at = ${isCurrent ? sql`clock_timestamp()` : sql`current_at`}`);
}

/** Restarts from the beginning. Products that the feed does not list by its end are deleted then. */
export async function restartFollow(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`delete from follow_skipped`);
  await tx.execute(sql`update follow set cursor = null, dump = null, dump_lines = 0, error = null, is_current = false,
    is_sweeping = exists (select from products)`);
}

/** Begins copying this dump at its first line. */
export async function saveDump(tx: Tx, dump: LeaderDump): Promise<void> {
  await tx.execute(
    sql`update follow set dump = ${JSON.stringify(dump)}::jsonb, dump_lines = 0, error = null`,
  );
}

export async function moveDumpLines(tx: Tx, lines: number): Promise<void> {
  await tx.execute(sql`update follow set dump_lines = ${lines}, error = null`);
}

/** Ends copying a dump. The feed is read from the dump's cursor next. */
export async function endDump(tx: Tx, cursor: string): Promise<void> {
  await tx.execute(sql`update follow set cursor = ${cursor}, dump = null, dump_lines = 0, error = null`);
}

export async function endSweep(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`update follow set is_sweeping = false`);
}

/** Saves why following fails, for `/readyz` and operators. */
export async function saveFollowError(db: Db, error: string): Promise<void> {
  await db.execute(sql`update follow set error = ${error} where error is distinct from ${error}`);
}

export async function markSeen(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into follow_seen (product_id) select unnest(${sql.param(productIds)}::uuid[]) on conflict do nothing`);
}

/** Deletes up to `limit` products that a sweeping pass did not list, and those merged into them. */
export async function deleteUnseen(tx: Tx, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with unseen as (
      select p.id from products p where not exists (select from follow_seen s where s.product_id = p.id)
      order by p.id limit ${limit}
    )
    delete from products where id in (select id from unseen) or merged_into_id in (select id from unseen)`);
  return rowCount ?? 0;
}

export async function hasProducts(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from products limit 1`);
  return rows.length > 0;
}
