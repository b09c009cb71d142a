import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ignoredMisses, misses } from '../../platform/db/schema/operations.ts';
import { MISSES_KEPT_DAYS, type Miss, type MissFilter, type MissKind } from './miss-contract.ts';

/** The most rows of a kind and a day. */
export const MOST_MISSES = 2_000;

/** A text or barcode that was asked for, since the last save. */
export type CountedMiss = Pick<Miss, 'kind' | 'value' | 'count' | 'best_score'>;

const today = sql`(now() at time zone 'utc')::date`;

/**
 * Adds the counts to those of today. Of a kind that then has more than `most` rows, those with the lowest counts go, the
 * oldest first.
 */
export async function saveMisses(db: Db, counted: readonly CountedMiss[], most = MOST_MISSES): Promise<void> {
  const list = JSON.stringify(counted);
  await retryTransaction(db, async (tx) => {
    // In a fixed order: several processes lock the same rows.
    await tx.execute(sql`
      insert into misses (day, kind, value, count, best_score)
      select ${today}, kind, value, count, best_score
      from jsonb_to_recordset(${list}::jsonb) as m (kind text, value text, count int, best_score real)
      order by kind, value
      on conflict (day, kind, value) do update set
        count = misses.count + excluded.count, best_score = excluded.best_score, last_at = excluded.last_at`);
    await tx.execute(sql`
      delete from misses m using (
        select day, kind, value, row_number() over (partition by kind order by count desc, last_at desc, value) as place
        from misses where day = ${today}
      ) ranked
      where ranked.place > ${most} and (m.day, m.kind, m.value) = (ranked.day, ranked.kind, ranked.value)`);
  });
}

/** Returns the misses of the last days, the most frequent first, without barcodes that a product has by now. */
export async function listMisses(
  db: Db | Tx,
  { kind, days }: MissFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Miss[]; total: number }> {
  const { rows } = await db.execute<Omit<Miss, 'last_at'> & { last_at: Date; total: number }>(sql`
    select kind, value, sum(count)::float8 as count, count(*)::int as days, max(best_score) as best_score,
      max(last_at) as last_at, (count(*) over ())::int as total
    from misses
    where day > ${today} - ${days}::int and ${kind === undefined ? sql`true` : eq(misses.kind, kind)}
      and not exists (select from ignored_misses i where (i.kind, i.value) = (misses.kind, misses.value))
      and not (kind = 'barcode' and exists (select from barcodes where gtin14 = lpad(misses.value, 14, '0')))
    group by kind, value
    order by sum(count) desc, max(last_at) desc, value
    limit ${limit} offset ${offset}`);
  const items = rows.map(({ total: _total, last_at, ...row }) => ({
    ...row,
    last_at: new Date(last_at).toISOString(),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** Deletes a text or barcode on all days. Returns the number of days that had it. */
export async function deleteMiss(tx: Tx, kind: MissKind, value: string): Promise<number> {
  const { rowCount } = await tx.delete(misses).where(and(eq(misses.kind, kind), eq(misses.value, value)));
  return rowCount ?? 0;
}

/** Leaves a text or barcode out of the list for as long as misses are kept. */
export async function ignoreMiss(tx: Tx, kind: MissKind, value: string): Promise<void> {
  await tx
    .insert(ignoredMisses)
    .values({ kind, value })
    .onConflictDoUpdate({
      target: [ignoredMisses.kind, ignoredMisses.value],
      set: { ignoredAt: sql`now()` },
    });
}

/** Deletes the rows of days before the last 90. */
export async function forgetOldMisses(db: Db): Promise<void> {
  await db.delete(misses).where(sql`${misses.day} <= ${today} - ${MISSES_KEPT_DAYS}::int`);
  await db
    .delete(ignoredMisses)
    .where(sql`${ignoredMisses.ignoredAt} <= now() - make_interval(days => ${MISSES_KEPT_DAYS})`);
}
