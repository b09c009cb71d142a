import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { rejectReasons } from '../../../platform/db/schema/operators.ts';
import type { Reason } from './reason-contract.ts';

/** Returns reasons in their order; retired ones last. */
export async function listReasons(db: Db | Tx): Promise<Reason[]> {
  const rows = await db
    .select()
    .from(rejectReasons)
    .orderBy(sql`retired_at is not null`, asc(rejectReasons.place), asc(rejectReasons.id));
  return rows.map(({ id, text, retiredAt, createdAt }) => ({
    id,
    text,
    retired_at: retiredAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }));
}

/** Locks all reasons until the transaction ends. A table lock is fine: there are few, and they change seldom. */
export async function lockReasons(tx: Tx): Promise<Reason[]> {
  await tx.execute(sql`lock table reject_reasons in share row exclusive mode`);
  return await listReasons(tx);
}

const last = sql`(select coalesce(max(place), 0) + 1 from reject_reasons)`;

export async function insertReason(tx: Tx, id: string, text: string): Promise<void> {
  await tx.insert(rejectReasons).values({ id, text, place: last });
}

export async function updateReasonText(tx: Tx, id: string, text: string): Promise<void> {
  await tx.update(rejectReasons).set({ text }).where(eq(rejectReasons.id, id));
}

/** Retires or restores a reason. A restored reason comes last. */
export async function updateRetirement(tx: Tx, id: string, isRetired: boolean): Promise<void> {
  await tx
    .update(rejectReasons)
    .set(isRetired ? { retiredAt: sql`now()` } : { retiredAt: null, place: last })
    .where(eq(rejectReasons.id, id));
}

export async function updatePlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update reject_reasons set place = given.place
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, place) where reject_reasons.id = given.id`);
}
