import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { prepareStatement } from '../db/prepare-statement.ts';

/** How a follower stands to its leader. */
export interface Follow {
  /** Address of the service that is followed. */
  leader: string;
  /** Where its feed is read on; null: from the beginning. */
  cursor: string | null;
  isSweeping: boolean;
  /** Seconds since everything that the leader had told was written here; since it began where that was never so. */
  lagSeconds: number;
  /** Why the last attempt failed. */
  error: string | null;
}

const followRow = prepareStatement<Follow>(
  'find_follow',
  sql`
    select leader, cursor, is_sweeping as "isSweeping", error,
      greatest(0, extract(epoch from clock_timestamp() - coalesce(current_at, started_at)))::float8 as "lagSeconds"
    from follow`,
);

/** Undefined: this catalogue follows nobody and is written here. */
export async function findFollow(db: Db | Tx): Promise<Follow | undefined> {
  const [row] = await followRow(db, {});
  return row;
}

/**
 * The cursor, which nobody else moves until the transaction ends.
 * @returns undefined when this catalogue follows nobody
 */
export async function lockFollow(
  tx: Tx,
): Promise<{ cursor: string | null; isSweeping: boolean } | undefined> {
  const { rows } = await tx.execute<{ cursor: string | null; isSweeping: boolean }>(
    sql`select cursor, is_sweeping as "isSweeping" from follow for update`,
  );
  return rows[0];
}

export async function saveFollow(tx: Tx, leader: string): Promise<void> {
  await tx.execute(sql`
    insert into follow (leader) values (${leader}) on conflict (is_only) do update set leader = excluded.leader, error = null`);
}

export async function deleteFollow(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`delete from follow`);
}

/** @param isCurrent whether this was all that the leader had told */
export async function moveCursor(tx: Tx, cursor: string, isCurrent: boolean): Promise<void> {
  await tx.execute(sql`
    update follow set cursor = ${cursor}, error = null, current_at = ${isCurrent ? sql`clock_timestamp()` : sql`current_at`}`);
}

/** From the beginning again; what is not told until its end is removed then. */
export async function restartFollow(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`update follow set cursor = null, error = null,
    is_sweeping = exists (select from products)`);
}

export async function endSweep(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from follow_seen`);
  await tx.execute(sql`update follow set is_sweeping = false`);
}

/** Says in the database why nothing comes any more, for `/readyz` and operators. */
export async function saveFollowError(db: Db, error: string): Promise<void> {
  await db.execute(sql`update follow set error = ${error} where error is distinct from ${error}`);
}

export async function markSeen(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into follow_seen (product_id) select unnest(${sql.param(productIds)}::uuid[]) on conflict do nothing`);
}

/** Deletes so many products, at most, that a sweeping pass was not told of. */
export async function deleteUnseen(tx: Tx, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from products where id in (
      select p.id from products p where not exists (select from follow_seen s where s.product_id = p.id)
      order by p.id limit ${limit})`);
  return rowCount ?? 0;
}

export async function hasProducts(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from products limit 1`);
  return rows.length > 0;
}
