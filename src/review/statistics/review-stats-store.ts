import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import type { ReviewStats } from './review-stats-contract.ts';

const MAX_SHOPS = 50;

interface GroupRow extends Record<string, unknown> {
  grouped_by: 'total' | 'operator' | 'source' | 'shop';
  day: string;
  actor: string;
  source: 'public' | 'backflow';
  account_id: string;
  operator_email: string | null;
  rule_name: string | null;
  account_email: string;
  approved: number;
  rejected: number;
  undone: number;
  p50_seconds: number | null;
  p95_seconds: number | null;
}

/**
 * Returns decisions between two days from the audit log, which also keeps decisions that were taken back. One
 * statement: an index finds the audit rows, and each submission is read once.
 */
export async function loadReviewStats(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<ReviewStats> {
  const { rows } = await db.execute<GroupRow>(sql`
    WITH done AS (
      SELECT to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, a.actor, a.action, s.source, s.account_id,
        CASE WHEN a.action <> 'submission.undone' THEN extract(epoch FROM a.at - s.created_at) END AS waited
      FROM audit_log a
        JOIN submissions s ON s.id = CASE WHEN a.entity = 'submission' THEN a.entity_id::uuid END
      WHERE a.at >= ${from}::timestamp AT TIME ZONE 'UTC' AND a.at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
        AND a.entity = 'submission'
        AND a.action IN ('submission.approved', 'submission.rejected', 'submission.undone')
    ), grouped AS (
      SELECT CASE WHEN grouping(actor) = 0 THEN 'operator' WHEN grouping(source) = 0 THEN 'source'
          WHEN grouping(account_id) = 0 THEN 'shop' ELSE 'total' END AS grouped_by,
        day, actor, source, account_id,
        count(*) FILTER (WHERE action = 'submission.approved')::int AS approved,
        count(*) FILTER (WHERE action = 'submission.rejected')::int AS rejected,
        count(*) FILTER (WHERE action = 'submission.undone')::int AS undone,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY waited) AS p50_seconds,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY waited) AS p95_seconds,
        row_number() OVER (PARTITION BY grouping(account_id), grouping(actor), grouping(source)
          ORDER BY count(*) DESC, account_id) AS place
      FROM done GROUP BY GROUPING SETS ((day, actor), (source), (account_id), ())
    )
    SELECT g.*, o.email AS operator_email, r.name AS rule_name, accounts.email AS account_email FROM grouped g
      LEFT JOIN operators o ON g.actor = 'operator:' || o.id LEFT JOIN accounts ON accounts.id = g.account_id
      LEFT JOIN review_rules r ON g.actor = 'rule:' || r.id
    WHERE g.grouped_by <> 'shop' OR (accounts.id IS NOT NULL AND g.place <= ${MAX_SHOPS + 1})
    ORDER BY g.day DESC, o.email, g.actor, g.source, g.place`);
  const groupsOf = (name: GroupRow['grouped_by']) => rows.filter(({ grouped_by }) => grouped_by === name);
  const [total] = groupsOf('total');
  return {
    from,
    to,
    total: total ? { ...workOf(total), ...waitedOf(total) } : { ...NO_WORK, ...NO_WAIT },
    by_operator: groupsOf('operator').map((row) => ({
      day: row.day,
      actor: row.actor,
      operator_email: row.operator_email,
      rule_name: row.rule_name,
      ...workOf(row),
    })),
    by_source: groupsOf('source').map((row) => ({ source: row.source, ...workOf(row), ...waitedOf(row) })),
    by_shop: groupsOf('shop')
      .slice(0, MAX_SHOPS)
      .map((row) => ({
        account_id: row.account_id,
        email: row.account_email,
        ...workOf(row),
        ...waitedOf(row),
      })),
    generated_at: new Date().toISOString(),
  };
}

const NO_WORK = { approved: 0, rejected: 0, undone: 0 };
const NO_WAIT = { p50_seconds: null, p95_seconds: null };

const workOf = ({ approved, rejected, undone }: GroupRow) => ({ approved, rejected, undone });

const waitedOf = ({ p50_seconds, p95_seconds }: GroupRow) => ({
  p50_seconds: inTenths(p50_seconds),
  p95_seconds: inTenths(p95_seconds),
});

function inTenths(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(Math.max(0, seconds) * 10) / 10;
}
