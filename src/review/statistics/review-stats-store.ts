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
    with done as (
      select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD') as day, a.actor, a.action, s.source, s.account_id,
        case when a.action <> 'submission.undone' then extract(epoch from a.at - s.created_at) end as waited
      from audit_log a
        join submissions s on s.id = case when a.entity = 'submission' then a.entity_id::uuid end
      where a.at >= ${from}::timestamp at time zone 'UTC' and a.at < (${to}::date + 1)::timestamp at time zone 'UTC'
        and a.entity = 'submission'
        and a.action in ('submission.approved', 'submission.rejected', 'submission.undone')
    ), grouped as (
      select case when grouping(actor) = 0 then 'operator' when grouping(source) = 0 then 'source'
          when grouping(account_id) = 0 then 'shop' else 'total' end as grouped_by,
        day, actor, source, account_id,
        count(*) filter (where action = 'submission.approved')::int as approved,
        count(*) filter (where action = 'submission.rejected')::int as rejected,
        count(*) filter (where action = 'submission.undone')::int as undone,
        percentile_cont(0.5) within group (order by waited) as p50_seconds,
        percentile_cont(0.95) within group (order by waited) as p95_seconds,
        row_number() over (partition by grouping(account_id), grouping(actor), grouping(source)
          order by count(*) desc, account_id) as place
      from done group by grouping sets ((day, actor), (source), (account_id), ())
    )
    select g.*, o.email as operator_email, r.name as rule_name, accounts.email as account_email from grouped g
      left join operators o on g.actor = 'operator:' || o.id left join accounts on accounts.id = g.account_id
      left join review_rules r on g.actor = 'rule:' || r.id
    where g.grouped_by <> 'shop' or (accounts.id is not null and g.place <= ${MAX_SHOPS + 1})
    order by g.day desc, o.email, g.actor, g.source, g.place`);
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
