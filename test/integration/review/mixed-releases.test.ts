import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWrongCounts } from '../../../src/review/submissions/submission-count-store.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { findSubmission, sendItem, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

const execute = (statement: ReturnType<typeof sql>) => desk.database.db.execute(statement);
/** As a process of the release before migration 0019 takes a submission in: it knows no risk and no folded name. */
const takeAsBefore = async (name: string, gtin14: string | null = null) => {
  const { rows } = await execute(sql`
    insert into submissions (id, source, gtin14, content, content_hash)
    values (gen_random_uuid(), 'public', ${gtin14}, ${JSON.stringify({ name })}::jsonb, sha256(${name}::bytea)) returning id`);
  return (rows[0] as { id: string }).id;
};
const rejectAsBefore = (id: string) =>
  execute(
    sql`update submissions set status = 'rejected', reason = 'No', reviewed_at = now() where id = ${id}`,
  );
const risksOf = async (id: string) =>
  ((await desk.caller.get(`/submissions/${id}`)).body as { risks: string[] }).risks;
/** A shop's item that waits behind a stranger's submission, and the stranger's. */
const offerBehind = async (n: number) => {
  const { key, accountId } = await insertKey(desk.database.db);
  const stranger = await takeAsBefore(`Squatter ${n}`, gtinOf(n).padStart(14, '0'));
  const sent = await desk.api.submit(
    '/backflow',
    { items: [{ gtin: gtinOf(n), name: `Shop ${n}` }] },
    { 'X-API-Key': key },
  );
  expect(sent.body).toMatchObject({ duplicate: 1 });
  return { stranger, accountId };
};
const entriesOf = async (accountId: string) => {
  const { rows } = await execute(sql`
    select s.status, b.accepted, b.pending, b.waiting, s.risk from backflow_senders b
      left join submissions s using (account_id) where b.account_id = ${accountId}`);
  return rows;
};

test('processes of both releases rate, count and enter next offers once', async () => {
  expect(await risksOf(await takeAsBefore('Twin'))).toEqual(['unknown_sender']);
  expect(await risksOf(await submitFacts(desk.api, { name: 'twin' }))).toEqual([
    'look_alike',
    'unknown_sender',
  ]);
  expect(await risksOf(await takeAsBefore('TWIN'))).toEqual(['look_alike', 'unknown_sender']);

  const first = await offerBehind(1);
  await rejectAsBefore(first.stranger);
  const second = await offerBehind(2);
  await desk.caller.post(`/submissions/${second.stranger}/reject`, { reason: 'No' });
  const entered = [{ status: 'pending', accepted: 0, pending: 1, waiting: 0, risk: 1 }];
  expect(await entriesOf(first.accountId)).toEqual(entered);
  expect(await entriesOf(second.accountId)).toEqual(entered);

  const { key } = await insertKey(desk.database.db);
  const own = await sendItem(desk.api, key, { gtin: gtinOf(3), name: 'Own' });
  await desk.approved(own);
  expect((await findSubmission(desk.database.db, own))?.nameKey).toBe('own');
  expect(await listWrongCounts(desk.database.db)).toEqual([]);
});

test('the daily check finds a count that differs from its rows, and the runbook mends it', async () => {
  await execute(sql`update backflow_senders set pending = pending + 1 where pending = 1`);
  await execute(sql`insert into submission_counts values ('pending', 'public', true, 999, 2)`);
  const wrong = await listWrongCounts(desk.database.db);
  expect(wrong.map(({ counter, kept, rows }) => [counter, kept - rows])).toEqual(
    expect.arrayContaining([
      ['submission_counts', 2],
      ['backflow_senders.pending', 1],
    ]),
  );
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
  const [, remedy = ''] = /Count submissions again[^]*?```sql\n([^]*?)```/.exec(runbook) ?? [];
  await desk.database.pool.query(remedy);
  expect(await listWrongCounts(desk.database.db)).toEqual([]);
});
