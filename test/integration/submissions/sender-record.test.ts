import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const senderOf = async (id: string) =>
  ((await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail).sender;
const reject = async (id: string) => {
  const response = await desk.caller.post(`/submissions/${id}/reject`, { reason: 'No' });
  expect(response.status, response.text).toBe(200);
};
const undo = async (id: string) => {
  const response = await desk.caller.post(`/submissions/${id}/undo`, {});
  expect(response.status, response.text).toBe(200);
};

describe('of a shop', () => {
  it('says what became of all its submissions, also beside the account', async () => {
    const { key, accountId } = await insertKey(desk.database.db);
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5])
      ids.push(await sendItem(desk.api, key, { gtin: gtinOf(n), name: `Item ${n}` }));
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
    const other = await insertKey(desk.database.db);
    const others = await sendItem(desk.api, other.key, { gtin: gtinOf(9), name: 'Of another shop' });
    expect(await senderOf(first)).toMatchObject({
      kind: 'account',
      email: `${accountId}@example.org`,
      record: { pending: 5, approved: 0, rejected: 0, taken_back: 0, approval_rate: null, of_newest: null },
    });
    await desk.approved(first);
    await desk.approved(second);
    await reject(third);
    await reject(fourth);
    await undo(fourth);
    await desk.approved(others);
    const record = { pending: 2, approved: 2, rejected: 1, taken_back: 1, approval_rate: 2 / 3 };
    expect((await senderOf(fifth))?.record).toMatchObject(record);
    const admin = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'admin')).headers);
    const account = await admin.get(`/accounts/${accountId}`);
    expect((account.body as { sender: unknown }).sender).toMatchObject({ kind: 'account', record });
    await undo(first);
    expect((await senderOf(fifth))?.record).toMatchObject({ pending: 3, approved: 1, taken_back: 2 });
  });

  it('is the same whether triggers counted it or the submissions are counted', async () => {
    const { accountId } = await insertKey(desk.database.db);
    const { db } = desk.database;
    await db.execute(sql`
      insert into submissions (id, source, gtin14, content, content_hash, account_id)
      select gen_random_uuid(), 'backflow', lpad(n::text, 14, '0'), '{"name":"Flood"}', sha256(n::text::bytea),
        ${accountId} from generate_series(1, 60) n`);
    await db.execute(sql`
      update submissions set status = 'approved', reviewed_at = now() where gtin14 <= lpad('25', 14, '0')`);
    await db.execute(sql`
      update submissions set status = 'rejected', reviewed_at = now(), reason = 'No'
      where gtin14 > lpad('25', 14, '0') and gtin14 <= lpad('40', 14, '0')`);
    await db.execute(
      sql`delete from submissions where gtin14 = lpad('1', 14, '0') or gtin14 = lpad('40', 14, '0')`,
    );
    const { rows } = await db.execute(
      sql`select pending, approved, rejected, taken_back from backflow_senders where account_id = ${accountId}`,
    );
    expect(rows).toEqual([{ pending: 20, approved: 24, rejected: 14, taken_back: 0 }]);
  });
});

describe('of the queue', () => {
  /** A shop with so many approved and rejected submissions, and one that waits. */
  const insertShop = async (approved: number, rejected: number) => {
    const { accountId } = await insertKey(desk.database.db);
    const { rows } = await desk.database.db.execute<{ id: string; status: string }>(sql`
      insert into submissions (id, source, gtin14, content, content_hash, account_id, status, reviewed_at, reason)
      select gen_random_uuid(), 'backflow', lpad((${(approved * 10 + rejected) * 100}::int + n)::text, 14, '0'), '{"name":"Flood"}', sha256(n::text::bytea),
        ${accountId}::uuid, case when n <= ${approved}::int then 'approved'
          when n <= ${approved + rejected}::int then 'rejected' else 'pending' end,
        case when n <= ${approved + rejected}::int then now() end,
        case when n > ${approved}::int and n <= ${approved + rejected}::int then 'No' end
      from generate_series(1, ${approved + rejected + 1}::int) n returning id, status`);
    return rows.find(({ status }) => status === 'pending')?.id;
  };
  const listOf = async (record: string) => {
    const { status, body } = await desk.caller.get(`/submissions?record=${record}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  };

  it('narrows it: nothing is proven by a few decisions, nor of strangers', async () => {
    const good = await insertShop(9, 1);
    const fair = await insertShop(8, 2);
    const poor = await insertShop(4, 6);
    const few = await insertShop(9, 0);
    const stranger = await submitFacts(desk.api, { name: 'Oats' });
    expect(await listOf('good')).toEqual([good]);
    expect(await listOf('fair')).toEqual([fair]);
    expect(await listOf('poor')).toEqual([poor]);
    expect(new Set(await listOf('unproven'))).toEqual(new Set([few, stranger]));
    expect((await desk.caller.get('/submissions?record=best')).status).toBe(400);
  });
});

describe('of a stranger', () => {
  it('is that of the contact address he names', async () => {
    const contact_email = 'Grace@Example.org';
    const first = await submitFacts(desk.api, { name: 'Oats', contact_email });
    const second = await submitFacts(desk.api, { name: 'Rice', contact_email });
    const third = await submitFacts(desk.api, { name: 'Rye', contact_email });
    await submitFacts(desk.api, { name: 'Wheat', contact_email: 'ada@example.org' });
    await desk.approved(first);
    await reject(second);
    await undo(second);
    expect(await senderOf(third)).toEqual({
      kind: 'contact',
      email: 'grace@example.org',
      blocked_at: null,
      record: { pending: 2, approved: 1, rejected: 0, taken_back: 1, approval_rate: 1, of_newest: null },
    });
  });

  it('is empty for an unknown sender', async () => {
    expect(await senderOf(await submitFacts(desk.api, { name: 'Oats' }))).toBeNull();
  });

  it('is that of his newest submissions when he has sent very many', async () => {
    await desk.database.db.execute(sql`
      insert into submissions (id, source, content, content_hash, contact_email, created_at)
      select gen_random_uuid(), 'public', '{"name":"Flood"}', sha256(n::text::bytea), 'flood@example.org',
        now() - make_interval(secs => n) from generate_series(1, 1200) n`);
    const { rows } = await desk.database.db.execute<{ id: string }>(sql`select id from submissions limit 1`);
    expect((await senderOf(rows[0]?.id ?? ''))?.record).toMatchObject({ pending: 1_000, of_newest: 1_000 });
  });
});
