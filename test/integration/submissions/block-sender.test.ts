import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseOldContacts } from '../../../src/review/submissions/erase-old-contacts.ts';
import type { RejectMatchingResult } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import type { SenderBlockAnswer, SenderDetail } from '../../../src/review/senders/sender-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { expectError } from '../../support/test-api.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { errorOf, listAudit, submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let admin: AdminCaller;
beforeAll(async () => {
  desk = await createReviewDesk();
  admin = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'admin')).headers);
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

async function block(path: string, caller = desk.asEditor): Promise<SenderBlockAnswer> {
  const response = await caller.post(`${path}/sender/block`, {});
  expect(response.status, response.text).toBe(200);
  return response.body as SenderBlockAnswer;
}
async function unblock(path: string, caller = desk.asEditor): Promise<SenderBlockAnswer> {
  const response = await caller.post(`${path}/sender/unblock`, {});
  expect(response.status, response.text).toBe(200);
  return response.body as SenderBlockAnswer;
}
const senderOf = async (path: string, caller = desk.caller) =>
  (await caller.get(`${path}/sender`)).body as SenderDetail;
async function rejectAll(filter: object, bulkId: string): Promise<RejectMatchingResult> {
  const post = async (body: object) => {
    const response = await desk.asEditor.post('/submissions/reject-matching', { filter, ...body });
    expect(response.status, response.text).toBe(200);
    return response.body as RejectMatchingResult;
  };
  const { up_to } = await post({ dry_run: true });
  return await post({ up_to, reason: 'Abuse', bulk_id: bulkId });
}
const send = (key: string, n: number) =>
  desk.api.submit('/backflow', { items: [{ gtin: gtinOf(n), name: `Item ${n}` }] }, { 'X-API-Key': key });

describe('a shop that is blocked', () => {
  it('sends no more, keeps its key, and what it sent is rejected and taken back as one', async () => {
    const { key, accountId } = await insertKey(desk.database.db);
    const other = await insertKey(desk.database.db);
    const ids: string[] = [];
    for (const n of [1, 2, 3])
      ids.push(await sendItem(desk.api, key, { gtin: gtinOf(n), name: `Item ${n}` }));
    const [first = '', second = '', third = ''] = ids;
    await desk.approved(first);
    const path = `/submissions/${second}`;
    const before = await senderOf(path);
    expect(before).toMatchObject({
      blocked_at: null,
      record: { pending: 2, approved: 1 },
      rejected_with_block: 0,
    });
    expect(before.approved_entries).toMatchObject([
      { id: first, name: 'Item 1', product_id: expect.any(String) },
    ]);

    const { bulk_id: bulkId } = await block(path);
    expect(await block(path)).toMatchObject({ bulk_id: bulkId });
    const refused = await send(key, 4);
    expectError(refused, 403, 'forbidden');
    expect(errorOf(refused).details).toEqual({ reason: 'sender_blocked' });
    expect((await send(other.key, 4)).status).toBe(200);
    const read = await desk.api.request().get('/api/v1/categories').set('X-API-Key', key);
    expect(read.status).toBe(200);

    expect(await rejectAll({ account_id: accountId }, bulkId)).toMatchObject({
      rejected: 2,
      bulk_id: bulkId,
    });
    expect(await senderOf(path)).toMatchObject({
      rejected_with_block: 2,
      record: { pending: 0, rejected: 2 },
    });
    expect(await desk.findStatus(first)).toBe('approved');

    expect(await unblock(path)).toEqual({ blocked_at: null, bulk_id: bulkId });
    expectAdminError(await desk.asEditor.post(`${path}/sender/unblock`, {}), 409, 'invalid_state');
    const undone = await desk.asEditor.post('/submissions/bulk/undo', { bulk_id: bulkId });
    expect(undone.body).toMatchObject({ done: 2, refused: 0 });
    expect(await Promise.all([second, third].map((id) => desk.findStatus(id)))).toEqual([
      'pending',
      'pending',
    ]);
    expect((await send(key, 5)).status).toBe(200);
    const audit = await listAudit(desk.database.db, second);
    expect(audit.filter(({ action }) => action.startsWith('sender.'))).toMatchObject([
      { action: 'sender.blocked', actor: `operator:${desk.editor.id}`, after: { bulk_id: bulkId } },
      { action: 'sender.unblocked', before: { bulk_id: bulkId } },
    ]);
  });

  it('is blocked at its account too, by admins', async () => {
    const { key, accountId } = await insertKey(desk.database.db);
    const path = `/accounts/${accountId}`;
    expect(await senderOf(path, admin)).toMatchObject({ kind: 'account', blocked_at: null });
    await block(path, admin);
    expectError(await send(key, 1), 403, 'forbidden');
    expect((await listAudit(desk.database.db, accountId)).map(({ action }) => action)).toContain(
      'sender.blocked',
    );
    await unblock(path, admin);
    expect((await send(key, 1)).status).toBe(200);
    expectAdminError(
      await admin.post('/accounts/01890a5d-ac96-774b-bcce-b302099a8057/sender/block', {}),
      404,
      'not_found',
    );
  });

  it('has nothing that waited enter the queue', async () => {
    const { key } = await insertKey(desk.database.db);
    const honest = await insertKey(desk.database.db);
    const held = await submitFacts(desk.api, { name: 'Held', gtin: gtinOf(7) });
    await send(key, 7);
    await send(honest.key, 7);
    const own = await sendItem(desk.api, key, { gtin: gtinOf(8), name: 'Own' });
    await block(`/submissions/${own}`);
    await desk.caller.post(`/submissions/${held}/reject`, { reason: 'No' });
    const { rows } = await desk.database.db.execute(sql`
      select account_id from submissions where gtin14 = lpad(${gtinOf(7)}, 14, '0') and status = 'pending'`);
    expect(rows).toEqual([{ account_id: honest.accountId }]);
  });

  it('many who block it at once make one block', async () => {
    const { key } = await insertKey(desk.database.db);
    const id = await sendItem(desk.api, key, { gtin: gtinOf(1), name: 'Item' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => block(`/submissions/${id}`)));
    expect(new Set(answers.map(({ bulk_id }) => bulk_id)).size).toBe(1);
    const audit = await listAudit(desk.database.db, id);
    expect(audit.filter(({ action }) => action === 'sender.blocked')).toHaveLength(1);
  });
});

describe('a stranger who is blocked', () => {
  it('is known by the contact address he names', async () => {
    const contact_email = 'Spam@Example.org';
    const first = await submitFacts(desk.api, { name: 'Spam 1', contact_email });
    const second = await submitFacts(desk.api, { name: 'Spam 2', contact_email });
    const honest = await submitFacts(desk.api, { name: 'Bread', contact_email: 'ada@example.org' });
    const path = `/submissions/${first}`;
    const { bulk_id: bulkId } = await block(path);
    const refused = await desk.api.submit('/submissions', {
      name: 'Spam 3',
      contact_email: 'spam@example.org',
    });
    expectError(refused, 403, 'forbidden');
    expect(errorOf(refused).details).toEqual({ reason: 'sender_blocked' });
    expect((await desk.api.submit('/submissions', { name: 'Nobody' })).status).toBe(201);
    expect(await rejectAll({ contact_of: first }, bulkId)).toMatchObject({ rejected: 2, remaining: 0 });
    expect(await Promise.all([first, second, honest].map((id) => desk.findStatus(id)))).toEqual([
      'rejected',
      'rejected',
      'pending',
    ]);
    expect(await senderOf(`/submissions/${second}`)).toMatchObject({
      kind: 'contact',
      blocked_at: expect.any(String),
      rejected_with_block: 2,
    });
    expect(JSON.stringify(await listAudit(desk.database.db, first)).toLowerCase()).not.toContain('spam@');
    await unblock(`/submissions/${second}`);
    expect((await desk.api.submit('/submissions', { name: 'Spam 3', contact_email })).status).toBe(201);
  });

  it('is forgotten with his address', async () => {
    const contact_email = 'spam@example.org';
    const id = await submitFacts(desk.api, { name: 'Spam', contact_email });
    await block(`/submissions/${id}`);
    const { db } = desk.database;
    await db.execute(sql`
      update submissions set status = 'rejected', reason = 'No', reviewed_at = now() - interval '91 days' where id = ${id}`);
    await eraseOldContacts(db);
    expect((await db.execute(sql`select from sender_blocks`)).rows).toHaveLength(0);
    expect((await desk.api.submit('/submissions', { name: 'Bread', contact_email })).status).toBe(201);
  });

  it('cannot be blocked where nothing is stored of him', async () => {
    const id = await submitFacts(desk.api, { name: 'Oats' });
    const refused = await desk.asEditor.post(`/submissions/${id}/sender/block`, {});
    expectAdminError(refused, 409, 'invalid_state');
    expect(errorOf(refused).details).toMatchObject({ reason: 'unknown_sender' });
  });
});
