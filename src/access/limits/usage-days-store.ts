import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';

const SHOWN_DAYS = 30;

/** Returns an account's calls on each of the last 30 days (UTC), oldest first. Days without calls have 0. */
export async function listUsageDays(
  db: Db | Tx,
  accountId: string,
): Promise<{ day: string; calls: number }[]> {
  const { rows } = await db.execute<{ day: string; calls: string }>(sql`
    SELECT days.day::date::text AS day, coalesce(u.calls, 0) AS calls
    FROM generate_series(
      (now() AT TIME ZONE 'UTC')::date - ${SHOWN_DAYS - 1}::int, (now() AT TIME ZONE 'UTC')::date, '1 day'
    ) AS days (day)
    LEFT JOIN account_usage_days u ON u.account_id = ${accountId} AND u.day = days.day::date
    ORDER BY days.day`);
  return rows.map(({ day, calls }) => ({ day, calls: Number(calls) }));
}
