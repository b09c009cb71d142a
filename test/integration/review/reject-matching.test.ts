import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RejectMatchingResult } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { listAudit, submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let flooder: { accountId: string; key: string };
let shop: { accountId: string; key: string };
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(async () => {
  await desk.clear();
  [flooder, shop] = await Promise.all([insertKey(desk.database.db), insertKey(desk.database.db)]);
});
afterAll(() => desk.database.drop());

async function rejectMatching(body: object): Promise<RejectMatchingResult> {
  const response = await desk.caller.post('/submissions/reject-matching', body);
  expect(response.status, response.text).toBe(200);
  return response.body as RejectMatchingResult;
}
const countStates = async () => {
  const { rows } = await desk.database.db.execute<{ status: string; n: number }>(
    sql`select status, count(*)::int as n from submissions group by status`,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
};
/** As the flooder would have sent them, in one statement. */
const flood = (count: number) =>
  desk.database.db.execute(sql`
    insert into submissions (id, source, gtin14, content, content_hash, account_id)
    select gen_random_uuid(), 'backflow', lpad(n::text, 14, '0'), '{"name":"Flood"}', sha256(n::text::bytea),
      ${flooder.accountId} from generate_series(1, ${count}::int) n`);

describe('reject all of a sender', () => {
  it('counts first, then rejects in batches, each submission with its audit row, and frees the codes', async () => {
    await flood(600);
    const submitted = await submitFacts(desk.api, { name: 'Honest' });
    const filter = { account_id: flooder.accountId };
    const dry = await rejectMatching({ filter, dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, rejected: 0, remaining: 600, claimed: 0 });
    expect(await countStates()).toEqual({ pending: 601 });
    const late = await sendItem(desk.api, flooder.key, { gtin: gtinOf(1), name: 'After the count' });

    const done = await rejectMatching({ filter, up_to: dry.up_to, reason: 'This is abuse.' });
    expect(done).toMatchObject({ dry_run: false, rejected: 600, remaining: 0 });
    expect(await countStates()).toEqual({ pending: 2, rejected: 600 });
    expect(await desk.findStatus(submitted)).toBe('pending');
    expect(await desk.findStatus(late)).toBe('pending');
    const { rows } = await desk.database.db.execute<{ id: string; reviewed_by: string; reason: string }>(
      sql`select id, reviewed_by, reason from submissions where status = 'rejected' limit 1`,
    );
    expect(rows[0]).toMatchObject({ reviewed_by: desk.reviewer.id, reason: 'This is abuse.' });
    expect(await listAudit(desk.database.db, rows[0]?.id ?? '')).toEqual([
      expect.objectContaining({
        action: 'submission.rejected',
        actor: `operator:${desk.reviewer.id}`,
        before: { status: 'pending' },
        after: { status: 'rejected', reason: 'This is abuse.' },
      }),
    ]);
    const audited = await desk.database.db.execute<{ n: number }>(sql`
      select count(*)::int as n from submissions join audit_log on entity_id = submissions.id::text
      where action = 'submission.rejected' and status = 'rejected'`);
    expect(audited.rows[0]?.n).toBe(600);
  });

  it('lets what shops said of the same codes into the queue, and nothing more of the sender', async () => {
    const item = { gtin: gtinOf(1), name: 'Squatted' };
    await sendItem(desk.api, flooder.key, item);
    await sendItem(desk.api, shop.key, { ...item, name: 'Honest' });
    await sendItem(desk.api, shop.key, { gtin: gtinOf(2), name: 'Of the shop' });
    await sendItem(desk.api, flooder.key, { gtin: gtinOf(2), name: 'Would wait' });
    const filter = { account_id: flooder.accountId };
    const { up_to } = await rejectMatching({ filter, dry_run: true });
    expect(await rejectMatching({ filter, up_to, reason: 'Abuse' })).toMatchObject({
      rejected: 1,
      remaining: 0,
    });
    const { rows } = await desk.database.db.execute(sql`
      select content->>'name' as name from submissions where status = 'pending' order by name`);
    expect(rows).toEqual([{ name: 'Honest' }, { name: 'Of the shop' }]);
    const waiting = await desk.database.db.execute(sql`select from backflow_waiting`);
    expect(waiting.rows).toHaveLength(0);
  });
});

it('a filter narrows it, and what another operator works on stays', async () => {
  const grace = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'reviewer')).headers);
  const spam = [
    await submitFacts(desk.api, { name: 'Spam one' }),
    await submitFacts(desk.api, { name: 'Spam two' }),
  ];
  const honest = await submitFacts(desk.api, { name: 'Bread' });
  await grace.post(`/submissions/${spam[0]}/claim`, {});
  const filter = { source: 'public', q: 'spam', has_gtin: false };
  const dry = await rejectMatching({ filter, dry_run: true });
  expect(dry).toMatchObject({ remaining: 1, claimed: 1 });
  expect(await rejectMatching({ filter, up_to: dry.up_to, reason: 'Spam' })).toMatchObject({
    rejected: 1,
    remaining: 0,
    claimed: 1,
  });
  expect(await Promise.all([...spam, honest].map((id) => desk.findStatus(id)))).toEqual([
    'pending',
    'rejected',
    'pending',
  ]);
});

it('two operators who reject the same at once decide each submission once', async () => {
  await flood(700);
  const grace = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'reviewer')).headers);
  const filter = { account_id: flooder.accountId };
  const { up_to } = await rejectMatching({ filter, dry_run: true });
  const body = { filter, up_to, reason: 'Abuse' };
  const answers = await Promise.all(
    [desk.caller, grace].map((one) => one.post('/submissions/reject-matching', body)),
  );
  const rejected = answers.map((answer) => (answer.body as RejectMatchingResult).rejected);
  const rest = await rejectMatching(body);
  expect(rejected[0]! + rejected[1]! + rest.rejected).toBe(700);
  expect(rest.remaining).toBe(0);
});

it.each([
  ['no filter', { filter: {}, dry_run: true }],
  ['an invalid filter', { filter: { state: 'all' }, dry_run: true }],
  ['no reason', { filter: { source: 'public' }, up_to: '2026-01-01T00:00:00Z' }],
  ['no dry run before', { filter: { source: 'public' }, reason: 'Spam' }],
])('with %s it is 400', async (_, body) => {
  const response = await desk.caller.post('/submissions/reject-matching', body);
  expect(response.status, response.text).toBe(400);
});

it('takes a session', async () => {
  const body = { filter: { source: 'public' }, dry_run: true };
  expectAdminError(
    await createAdminCaller(desk.api).post('/submissions/reject-matching', body),
    401,
    'not_authenticated',
  );
});
