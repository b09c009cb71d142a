import { and, count, desc, eq, inArray, notExists, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/client.ts';
import { follow } from '../../platform/db/schema/follow.ts';
import { qualityRecomputes, type RecomputeScope } from '../../platform/db/schema/operations.ts';
import type { Recompute, RecomputeListQuery } from './recompute-contract.ts';

type RecomputeRow = typeof qualityRecomputes.$inferSelect;

/** Channel on which processes learn of requests. */
export const RECOMPUTES_REQUESTED = 'quality_recomputes_requested';

/** Requests a recomputation of these products’ scores, in the transaction of the change that makes it necessary. */
export async function saveRecompute(
  tx: Tx,
  request: { reason: string; scope: RecomputeScope; requestedBy: string },
): Promise<string> {
  const id = uuidV7();
  await tx.insert(qualityRecomputes).values({ id, ...request });
  await tx.execute(sql`select pg_notify(${RECOMPUTES_REQUESTED}, '')`);
  return id;
}

/** Returns recomputations, newest first. */
export async function listRecomputes(
  db: Db | Tx,
  query: RecomputeListQuery,
): Promise<{ items: Recompute[]; total: number }> {
  const condition = query.state ? eq(qualityRecomputes.state, query.state) : undefined;
  const rows = await db
    .select()
    .from(qualityRecomputes)
    .where(condition)
    .orderBy(desc(qualityRecomputes.createdAt), desc(qualityRecomputes.id))
    .limit(query.size)
    .offset((query.page - 1) * query.size);
  const [totals] = await db.select({ total: count() }).from(qualityRecomputes).where(condition);
  return { items: rows.map(buildRecompute), total: totals?.total ?? 0 };
}

export async function findRecompute(db: Db | Tx, id: string): Promise<Recompute | undefined> {
  const [row] = await db.select().from(qualityRecomputes).where(eq(qualityRecomputes.id, id));
  return row && buildRecompute(row);
}

function buildRecompute(row: RecomputeRow): Recompute {
  return {
    id: row.id,
    reason: row.reason,
    scope: row.scope,
    state: row.state,
    total: row.total,
    done: row.done,
    changed: row.changed,
    error: row.error,
    requested_by: row.requestedBy,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** Returns the oldest unfinished recomputation. None on a follower, which copies the leader's scores. */
export async function findOpenRecompute(db: Db | Tx): Promise<RecomputeRow | undefined> {
  const [row] = await db
    .select()
    .from(qualityRecomputes)
    .where(and(inArray(qualityRecomputes.state, ['pending', 'running']), notExists(db.select().from(follow))))
    .orderBy(qualityRecomputes.createdAt, qualityRecomputes.id)
    .limit(1);
  return row;
}

/**
 * Returns whether this transaction may compute scores until it ends; only one may, across all processes. Its lock
 * timeout is short, because it holds other locks while it waits for a product.
 */
export async function takeRecomputeTurn(tx: Tx): Promise<boolean> {
  await tx.execute(sql`set local lock_timeout = '200ms'`);
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('factshelf.quality_recomputes')) as taken`,
  );
  return rows[0]?.taken ?? false;
}

export async function saveProgress(
  db: Db | Tx,
  id: string,
  progress: Partial<Omit<RecomputeRow, 'id'>>,
): Promise<void> {
  await db.update(qualityRecomputes).set(progress).where(eq(qualityRecomputes.id, id));
}

export async function countScopeProducts(db: Db | Tx, scope: RecomputeScope): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${productIdsOf(scope, sql`true`)}) scope`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the next products of a scope after the last processed one, by id. */
export async function listScopeProducts(
  db: Db | Tx,
  scope: RecomputeScope,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const isNext = after === null ? sql`true` : sql`id > ${after}::uuid`;
  const { rows } = await db.execute<{ id: string }>(
    sql`${productIdsOf(scope, isNext)} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns a query that selects each product's id once. */
function productIdsOf(scope: RecomputeScope, condition: SQL): SQL {
  if ('category_ids' in scope) {
    const ids = sql.param(scope.category_ids);
    return sql`select id from products where category_id = any(${ids}::uuid[]) and ${condition}`;
  }
  if ('kind' in scope) {
    return sql`select id from products
      where category_id in (select id from categories where archive_kind = ${scope.kind}) and ${condition}`;
  }
  if ('source_id' in scope) {
    return sql`select id from (select product_id as id, source_id from provenance) facts
      where source_id = ${scope.source_id} and ${condition}`;
  }
  if ('unread' in scope)
    return sql`select id from products where read_version is distinct from version and ${condition}`;
  return sql`select id from products where ${condition}`;
}

/** Values derived from a product's facts and stored beside them. */
export interface ComputedRow {
  id: string;
  score: number;
  states: unknown;
  assured: readonly string[];
}

/**
 * Writes only values that differ. They are derived and not an edit, so the product's version and time stay.
 * @returns how many differed
 */
export async function saveComputed(tx: Tx, rows: readonly ComputedRow[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update products p
    set quality_score = r.score, allergen_states = r.states, assured = r.assured, read_version = p.version
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id uuid, score numeric, states jsonb, assured text[])
    where p.id = r.id and (p.quality_score, p.allergen_states, p.assured, p.read_version)
      is distinct from (r.score, r.states, r.assured, p.version)`);
  return rowCount ?? 0;
}

const READING = 'labels.unread';
/** Postgres expects nearly every label to be unread, and reads the whole table for an `exists`. Ordered by id, it takes the index. */
const isAnyUnread = sql`(select id from products where read_version is distinct from version order by id limit 1) is not null`;

/**
 * Requests reading of all unread labels: after an upgrade, or if a process of an older release has changed a product.
 * A failed reading is retried after ten minutes.
 * @returns whether there were any
 */
export async function requestReading(db: Db | Tx): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into quality_recomputes (id, reason, scope, requested_by)
    select ${uuidV7()}::uuid, ${READING}, '{"unread": true}', 'system'
    where ${isAnyUnread}
      and not exists (select from follow)
      and not exists (select from quality_recomputes where reason = ${READING}
        and (state in ('pending', 'running') or (state = 'failed' and finished_at > now() - interval '10 minutes')))`);
  return rowCount === 1;
}
