import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Reason } from '../../../src/review/submissions/reasons/reason-contract.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let admin: AdminCaller;
let seeded: Reason[];
beforeAll(async () => {
  desk = await createReviewDesk();
  admin = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'admin')).headers);
  seeded = await list();
});
beforeEach(async () => {
  await desk.clear();
  const { db } = desk.database;
  await db.execute(sql`delete from reject_reasons where id::text not like '0199f2a0-0000-7000-8000-%'`);
  for (const [index, { id, text }] of seeded.entries()) {
    await db.execute(sql`
      update reject_reasons set text = ${text}, place = ${index + 1}, retired_at = null where id = ${id}`);
  }
});
afterAll(() => desk.database.drop());

const list = async () => ((await desk.caller.get('/reject-reasons')).body as { items: Reason[] }).items;
const textsOf = (reasons: readonly Reason[]) => reasons.map(({ text }) => text);

it('begins with those that were always offered', async () => {
  expect(textsOf(await list())).toEqual([
    'This is not a product.',
    'The same was offered before.',
    'The catalogue has this already, with better sources.',
    'The facts cannot be checked: please name a source.',
    'The barcode belongs to another product.',
    'This is advertising or abuse.',
  ]);
});

it('are added, reworded, retired and offered again, each with its audit row', async () => {
  const added = await admin.post('/reject-reasons', { text: ' The picture shows another product. ' });
  expect(added.status, added.text).toBe(201);
  const { id } = added.body as Reason;
  expect((await list()).at(-1)).toMatchObject({
    id,
    text: 'The picture shows another product.',
    retired_at: null,
  });
  const reworded = await admin.patch(`/reject-reasons/${id}`, { text: 'The source shows another product.' });
  expect(reworded.body).toMatchObject({ text: 'The source shows another product.' });
  const [first] = seeded;
  await admin.patch(`/reject-reasons/${first?.id}`, { retired: true });
  expect((await list()).at(-1)).toMatchObject({ id: first?.id, retired_at: expect.any(String) });
  await admin.patch(`/reject-reasons/${first?.id}`, { retired: false });
  expect((await list()).at(-1)).toMatchObject({ id: first?.id, retired_at: null });
  expect(
    (await listAudit(desk.database.db, id)).map(({ action, before, after }) => [action, before, after]),
  ).toEqual([
    ['reject_reason.created', null, { text: 'The picture shows another product.' }],
    [
      'reject_reason.changed',
      { text: 'The picture shows another product.', retired: false },
      { text: 'The source shows another product.', retired: false },
    ],
  ]);
});

it('what was rejected keeps the text that its contributor has read', async () => {
  const [first] = seeded;
  const id = await submitFacts(desk.api, { name: 'Oats' });
  await desk.caller.post(`/submissions/${id}/reject`, { reason: first?.text });
  await admin.patch(`/reject-reasons/${first?.id}`, { text: 'Something else.' });
  const { body } = await desk.api.request().get(`/api/public/submissions/${id}`);
  expect(body).toMatchObject({ status: 'rejected', reason: first?.text });
});

it('are put in order when each is named once, else nothing changes', async () => {
  const ids = seeded.map(({ id }) => id);
  const ordered = await admin.put('/reject-reasons/order', { ids: ids.toReversed() });
  expect(ordered.status, ordered.text).toBe(200);
  expect(textsOf(await list())).toEqual(textsOf(seeded).toReversed());
  const [first = '', second = ''] = ids;
  for (const wrong of [ids.slice(1), [...ids.slice(1), second], [...ids, first], []]) {
    expectAdminError(await admin.put('/reject-reasons/order', { ids: wrong }), 409, 'invalid_state');
  }
  expect(textsOf(await list())).toEqual(textsOf(seeded).toReversed());
});

it('refuses the same words twice, and what is no reason', async () => {
  const [first, second] = seeded;
  const same = { text: first?.text.toUpperCase() };
  expectAdminError(await admin.post('/reject-reasons', same), 409, 'already_exists');
  expectAdminError(await admin.patch(`/reject-reasons/${second?.id}`, same), 409, 'already_exists');
  for (const text of ['', '  ', 'x'.repeat(501), 7]) {
    expect((await admin.post('/reject-reasons', { text })).status).toBe(400);
  }
  const unknown = '/reject-reasons/01890a5d-ac96-774b-bcce-b302099a8057';
  expectAdminError(await admin.patch(unknown, { retired: true }), 404, 'not_found');
});

it('are at most a hundred', async () => {
  await desk.database.db.execute(sql`
    insert into reject_reasons (id, text, place) select gen_random_uuid(), 'Reason ' || n, 6 + n from generate_series(1, 94) n`);
  expectAdminError(await admin.post('/reject-reasons', { text: 'One more' }), 409, 'invalid_state');
});
