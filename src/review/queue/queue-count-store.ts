import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import {
  buildIndexedCondition,
  buildReadCondition,
  isClaimed,
  isWaiting,
  kindOf,
  type QueueFilter,
} from './queue-condition.ts';
import type { QueueCounts } from './queue-contract.ts';
import {
  listSubmissionCounts,
  type SubmissionCount,
  type Source,
} from '../submissions/submission-count-store.ts';

/** Counting stops here: an index scan of this length takes a few milliseconds. */
const MAX_COUNTED = 5_000;
/** The same for counts that read each submission and look up its category or product. */
const MAX_READ = 1_000;

/** A team has tens of operators. */
const MAX_OPERATORS = 500;
const MAX_SENDERS = 100;

/**
 * Counts matching submissions. Exact if only state, source and barcode are filtered, or if there are few. Otherwise
 * stops at a limit, so that the time does not grow with the queue.
 */
export async function countMatches(
  db: Db | Tx,
  filter: QueueFilter,
  operatorId: string,
): Promise<{ count: number; isExact: boolean }> {
  const { state, source, has_gtin: hasGtin, waiting, ...others } = filter;
  if (waiting !== true && Object.values(others).every((value) => value === undefined)) {
    const isWanted = (row: SubmissionCount) =>
      (state === 'all' || row.status === state) &&
      (source === undefined || row.source === source) &&
      (hasGtin === undefined || row.has_gtin === hasGtin);
    const all = sumOf(await listSubmissionCounts(db), isWanted);
    if (waiting === undefined) return { count: all, isExact: true };
    // Few: each awaits an answer to a question that an operator wrote.
    const waits = await countMatches(db, { ...filter, waiting: true }, operatorId);
    return { count: Math.max(0, all - waits.count), isExact: waits.isExact };
  }
  const read = buildReadCondition(filter);
  const most = read ? MAX_READ : MAX_COUNTED;
  const { rows } = await db.execute<{ looked_at: number; count: number }>(sql`
    select count(*)::int as looked_at, count(*) filter (where ${read ?? sql`true`})::int as count
    from ${firstSubmissions(buildIndexedCondition(filter, operatorId), most + 1, read !== undefined)}`);
  const { looked_at: lookedAt = 0, count = 0 } = rows[0] ?? {};
  return { count, isExact: lookedAt <= most };
}

/** Counts the submissions of each filter: states among all, the others within the given state. */
export async function countQueue(
  db: Db | Tx,
  state: QueueFilter['state'],
  operatorId: string,
): Promise<QueueCounts> {
  const counts = await listSubmissionCounts(db);
  const isOfState = ({ status }: SubmissionCount) => state === 'all' || status === state;
  const count = (isWanted: (row: SubmissionCount) => boolean) =>
    sumOf(counts, (row) => isOfState(row) && isWanted(row));
  const total = count(() => true);
  const claim =
    state === 'pending' || state === 'all' ? await countClaims(db, operatorId) : { me: 0, others: 0 };
  const age = await countAges(db, state, operatorId);
  const ofStatus = (status: string) => sumOf(counts, (row) => row.status === status);
  return {
    state: {
      pending: ofStatus('pending'),
      approved: ofStatus('approved'),
      rejected: ofStatus('rejected'),
    },
    source: {
      public: count(({ source }) => source === 'public'),
      backflow: count(({ source }) => source === 'backflow'),
    },
    kind: await countKinds(db, state, operatorId),
    gtin: { with: count((row) => row.has_gtin), without: count((row) => !row.has_gtin) },
    claim: { ...claim, nobody: Math.max(0, total - claim.me - claim.others) },
    question: await countQuestions(db),
    assigned: await listAssignments(db),
    age,
    sender: await listSenders(db),
    at_least: [
      ...(total > MAX_READ ? (['kind'] as const) : []),
      ...(Object.values(age).some((one) => one >= MAX_COUNTED) ? (['age'] as const) : []),
    ],
  };
}

function sumOf(counts: readonly SubmissionCount[], isWanted: (row: SubmissionCount) => boolean): number {
  return counts.filter(isWanted).reduce((sum, { count }) => sum + count, 0);
}

/** Selects the oldest submissions, under the table name that conditions use. */
function firstSubmissions(condition: SQL | undefined, most: number, isRead: boolean): SQL {
  return sql`(select ${isRead ? sql`*` : sql`id`} from submissions where ${condition ?? sql`true`}
    order by created_at, id limit ${most}) as submissions`;
}

/** Few rows: claims lapse within minutes, and operators make them by hand. */
async function countClaims(db: Db | Tx, operatorId: string): Promise<{ me: number; others: number }> {
  const { rows } = await db.execute<{ me: number; others: number }>(sql`
    select count(*) filter (where claimed_by = ${operatorId})::int as me,
      count(*) filter (where claimed_by <> ${operatorId})::int as others
    from submissions where ${isClaimed}`);
  return rows[0] ?? { me: 0, others: 0 };
}

async function countQuestions(db: Db | Tx): Promise<QueueCounts['question']> {
  const isAnswered = sql`submissions.answered_at is not null and submissions.status = 'pending'`;
  return { waiting: await countFirst(db, isWaiting), answered: await countFirst(db, isAnswered) };
}

/** Counts up to MAX_COUNTED. */
async function countFirst(db: Db | Tx, condition: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${firstSubmissions(condition, MAX_COUNTED, false)}`,
  );
  return rows[0]?.count ?? 0;
}

async function countAges(
  db: Db | Tx,
  state: QueueFilter['state'],
  operatorId: string,
): Promise<QueueCounts['age']> {
  const countOf = (filter: Partial<QueueFilter>) =>
    countFirst(db, buildIndexedCondition({ state, ...filter }, operatorId));
  return {
    under_1d: await countOf({ newer_than: '1d' }),
    under_7d: await countOf({ newer_than: '7d', older_than: '1d' }),
    over_7d: await countOf({ older_than: '7d' }),
  };
}

async function countKinds(
  db: Db | Tx,
  state: QueueFilter['state'],
  operatorId: string,
): Promise<QueueCounts['kind']> {
  const condition = buildIndexedCondition({ state }, operatorId);
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    select coalesce(${kindOf}, 'none') as kind, count(*)::int as count
    from ${firstSubmissions(condition, MAX_READ, true)} group by 1`);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

async function listAssignments(db: Db | Tx): Promise<QueueCounts['assigned']> {
  const { rows } = await db.execute<QueueCounts['assigned'][number]>(sql`
    select operators.id as operator_id, email, (select count(*)::int from (select from submissions
      where assigned_to = operators.id and status = 'pending' limit ${MAX_COUNTED}) as assigned) as pending
    from operators where disabled_at is null order by email limit ${MAX_OPERATORS}`);
  return rows;
}

async function listSenders(db: Db | Tx): Promise<QueueCounts['sender']> {
  const { rows } = await db.execute<QueueCounts['sender'][number]>(sql`
    select account_id, email, pending from backflow_senders join accounts on accounts.id = account_id
    where pending > 0 order by pending desc, account_id limit ${MAX_SENDERS}`);
  return rows;
}

/** Returns the age in seconds of the oldest submission that waits for an operator, by source; 0 when none does. */
export async function measureQueueAge(db: Db | Tx): Promise<Record<Source, number>> {
  const ageOf = (source: Source) => sql`coalesce(extract(epoch from clock_timestamp() - (
    select min(created_at) from submissions where status = 'pending' and source = ${source} and not ${isWaiting}
  )), 0)::float8`;
  const { rows } = await db.execute<Record<Source, number>>(
    sql`select ${ageOf('public')} as public, ${ageOf('backflow')} as backflow`,
  );
  return rows[0] ?? { public: 0, backflow: 0 };
}
