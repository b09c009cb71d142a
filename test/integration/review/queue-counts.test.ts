import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Stats } from '../../../src/catalog/statistics/stats-contract.ts';
import type { QueueCounts, QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const insertMany = (count: number, age: string) =>
  desk.database.db.execute(sql`
    insert into submissions (id, source, gtin14, content, content_hash, created_at)
    select gen_random_uuid(), 'backflow', lpad(n::text, 14, '0'), '{"name":"Many"}', sha256(n::text::bytea),
      now() - ${age}::interval from generate_series(1, ${count}::int) n`);
const countsOf = async (query = '') =>
  (await desk.caller.get(`/submissions/counts${query}`)).body as QueueCounts;
const listOf = async (query: string) =>
  (await desk.caller.get(`/submissions${query}`)).body as {
    items: QueuedSubmission[];
    total: number;
    total_at_least: boolean;
  };

it('what is kept equals what is counted, no matter who writes at once', async () => {
  const { db } = desk.database;
  const { key } = await insertKey(db);
  const ids = await Promise.all([
    ...Array.from({ length: 20 }, (_, i) => submitFacts(desk.api, { name: `Submission ${i}` })),
    ...Array.from({ length: 20 }, (_, i) => sendItem(desk.api, key, { gtin: gtinOf(i), name: `Item ${i}` })),
  ]);
  const decided = await Promise.all(
    ids.map((id, i) =>
      i % 2 === 0 ? desk.approve(id) : desk.caller.post(`/submissions/${id}/reject`, { reason: 'no' }),
    ),
  );
  const done = decided.filter(({ status }) => status === 200).length;
  expect(done).toBeGreaterThan(0);
  await db.execute(sql`delete from submissions where id in (select id from submissions order by id limit 3)`);
  const { rows } = await db.execute(sql`
    select status, source, gtin14 is not null as has_gtin, count(*)::int as n from submissions group by 1, 2, 3
    except all
    select status, source, has_gtin, sum(entries)::int from submission_counts group by 1, 2, 3 having sum(entries) <> 0`);
  expect(rows).toEqual([]);
  const stats = (await createTestApi(desk.database).get('/stats')).body as Stats;
  expect(stats.submissions_pending).toBe((await countsOf()).state['pending']);
});

it('beyond a bound kinds and ages say at least how many; states, sources and barcodes are exact', async () => {
  await insertMany(5_500, '2 days');
  await submitFacts(desk.api, { name: 'New' });
  const counts = await countsOf();
  expect(counts).toMatchObject({
    state: { pending: 5_501 },
    source: { public: 1, backflow: 5_500 },
    gtin: { with: 5_500, without: 1 },
    claim: { me: 0, others: 0, nobody: 5_501 },
    age: { under_1d: 1, under_7d: 5_000, over_7d: 0 },
    kind: { none: 1_000 },
    at_least: ['kind', 'age'],
  });
  expect(await listOf('?source=backflow&size=1')).toMatchObject({ total: 5_500, total_at_least: false });
  expect(await listOf('?older_than=1d&size=1')).toMatchObject({ total: 5_001, total_at_least: true });
  expect(await listOf('?newer_than=1d')).toMatchObject({ total: 1, total_at_least: false });
  const named = await listOf('?q=new');
  expect(named).toMatchObject({ items: [{ name: 'New' }], total_at_least: true });
});

it('a queue within the bounds is counted exactly', async () => {
  await insertMany(999, '8 days');
  expect(await countsOf()).toMatchObject({ age: { over_7d: 999 }, kind: { none: 999 }, at_least: [] });
  expect(await listOf('?q=many&size=1')).toMatchObject({ total: 999, total_at_least: false });
});

it('the queue is narrowed to one sender, and names those who sent most', async () => {
  const { db } = desk.database;
  const [much, little] = [await insertKey(db), await insertKey(db)];
  for (const n of [1, 2, 3]) await sendItem(desk.api, much.key, { gtin: gtinOf(n), name: `Much ${n}` });
  await sendItem(desk.api, little.key, { gtin: gtinOf(9), name: 'Little' });
  const { items, total } = await listOf(`?account_id=${much.accountId}`);
  expect([items.map(({ name }) => name), total]).toEqual([['Much 1', 'Much 2', 'Much 3'], 3]);
  expect((await countsOf()).sender.map(({ account_id, pending }) => [account_id, pending])).toEqual([
    [much.accountId, 3],
    [little.accountId, 1],
  ]);
});
