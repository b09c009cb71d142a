import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { installationSecrets } from '../../platform/db/schema/accounts.ts';
import type { LimitSubject } from './stores/limit-store.ts';

interface UsageTable {
  name: SQL;
  id: SQL;
  /** Casts a subject's id to the type of the column. */
  parse: (id: SQL) => SQL;
}

const TABLES: Record<LimitSubject['kind'], UsageTable> = {
  account: { name: sql`account_usage`, id: sql`account_id`, parse: (id) => sql`${id}::uuid` },
  address: { name: sql`address_usage`, id: sql`address_hash`, parse: (id) => sql`decode(${id}, 'hex')` },
};

/** Prepares the statements that every call runs. */
const prepareUsage = (kind: LimitSubject['kind']) => {
  const { name, id, parse } = TABLES[kind];
  const key = parse(sql`${sql.placeholder('subject')}::text`);
  const most = sql`${sql.placeholder('limit')}::bigint`;
  const cost = sql`${sql.placeholder('cost')}::bigint`;
  return {
    find: prepareStatement<{ used: string }>(
      `find_${kind}_usage`,
      sql`select used from ${name} where ${id} = ${key}`,
    ),
    // A figure above the limit, as after the limit was lowered, stays unchanged.
    take: prepareStatement<{ before: string; after: string }>(
      `take_${kind}_calls`,
      sql`
        update ${name} as u
        set used = locked.used + ${cost} *
            greatest(0, least(${sql.placeholder('count')}::bigint, (${most} - locked.used) / ${cost})),
          updated_at = now()
        from (select ${id} as id, used from ${name} where ${id} = ${key} for update) as locked
        where u.${id} = locked.id
        returning locked.used as before, u.used as after`,
    ),
  };
};

const STATEMENTS = { account: prepareUsage('account'), address: prepareUsage('address') };

/** Returns the calls stored in Postgres. */
export async function findUsed(db: Db, subject: LimitSubject): Promise<number> {
  const [row] = await STATEMENTS[subject.kind].find(db, { subject: subject.id });
  return Number(row?.used ?? 0);
}

/**
 * Uses up to `count` times `cost` calls of a quota, and returns how many times succeeded. `limit` null: no limit.
 * Exact under concurrency: the row is locked before it is read. Calls of an account that was deleted a moment ago succeed
 * and are not stored.
 */
export async function takeCalls(
  db: Db,
  subject: LimitSubject,
  { count, limit, cost = 1 }: { count: number; limit: number | null; cost?: number },
): Promise<{ taken: number; used: number }> {
  const { name, id, parse } = TABLES[subject.kind];
  const take = async () =>
    (await STATEMENTS[subject.kind].take(db, { subject: subject.id, count, limit, cost }))[0];
  let row = await take();
  if (!row) {
    // The first call of a subject creates its row. Of several concurrent calls one inserts; then all are counted.
    const key = parse(sql`given.id`);
    await db.execute(sql`
      insert into ${name} (${id}, used)
      select ${key}, 0 from (values (${subject.id}::text)) as given (id) ${whereKnown(subject.kind, key)}
      on conflict do nothing`);
    row = await take();
  }
  if (!row) return { taken: count, used: 0 };
  return { taken: (Number(row.after) - Number(row.before)) / cost, used: Number(row.after) };
}

/** Accounts that are gone have no usage. The lock keeps one from being deleted before the statement ends. */
function whereKnown(kind: LimitSubject['kind'], id: SQL): SQL {
  if (kind === 'address') return sql``;
  return sql`where exists (select from accounts where accounts.id = ${id} for key share)`;
}

export interface Usage {
  subject: LimitSubject;
  used: number;
}

/**
 * Raises the stored figures to these, never lowers one, and returns the stored figures. Locks rows in one order, so
 * that concurrent processes wait instead of deadlocking. Skips deleted accounts.
 */
export async function saveUsed(db: Db, usages: Usage[]): Promise<Usage[]> {
  const saved: Usage[] = [];
  for (const kind of ['account', 'address'] as const) {
    const given = usages.filter(({ subject }) => subject.kind === kind);
    if (given.length === 0) continue;
    const { name, id, parse } = TABLES[kind];
    const ids = sql.param(given.map(({ subject }) => subject.id));
    const figures = sql.param(given.map(({ used }) => used));
    const { rows } = await db.execute<{ id: string; used: string }>(sql`
      insert into ${name} as usage (${id}, used)
      select given.id, given.used
      from (select ${parse(sql`v.id`)}, v.used from unnest(${ids}::text[], ${figures}::bigint[]) as v (id, used))
        as given (id, used)
      ${whereKnown(kind, sql`given.id`)}
      order by given.id
      on conflict (${id}) do update set used = greatest(usage.used, excluded.used), updated_at = now()
      returning ${kind === 'account' ? sql`${id}::text` : sql`encode(${id}, 'hex')`} as id, used`);
    saved.push(...rows.map((row) => ({ subject: { kind, id: row.id }, used: Number(row.used) })));
  }
  return saved;
}

/** Returns the key of this installation's address hashes, which the migrations created. */
export async function findAddressSecret(db: Db): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ secret: installationSecrets.secret })
    .from(installationSecrets)
    .where(eq(installationSecrets.name, 'address_hash'));
  return row?.secret;
}

const SHOWN_DAYS = 30;

/** Returns an account's calls on each of the last 30 days (UTC), oldest first. Days without calls have 0. */
export async function listUsageDays(
  db: Db | Tx,
  accountId: string,
): Promise<{ day: string; calls: number }[]> {
  const { rows } = await db.execute<{ day: string; calls: string }>(sql`
    select days.day::date::text as day, coalesce(u.calls, 0) as calls
    from generate_series(
      (now() at time zone 'UTC')::date - ${SHOWN_DAYS - 1}::int, (now() at time zone 'UTC')::date, '1 day'
    ) as days (day)
    left join account_usage_days u on u.account_id = ${accountId} and u.day = days.day::date
    order by days.day`);
  return rows.map(({ day, calls }) => ({ day, calls: Number(calls) }));
}
