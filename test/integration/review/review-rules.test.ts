import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JudgedRule, ReviewRule } from '../../../src/review/rules/rule-contract.ts';
import { keepRecords } from '../../../src/review/rules/judge-rules.ts';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { listAudit, sendItem, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let asAdmin: AdminCaller;
let productId: string;
beforeAll(async () => {
  desk = await createReviewDesk();
  asAdmin = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'admin')).headers);
});
beforeEach(async () => {
  await desk.clear();
  await desk.database.db.execute(sql`delete from review_rules`);
  productId = await insertProduct(desk.database.db, {
    name: 'Orange juice',
    food: { nutriments: { fat_g: 10 }, nutritionBasis: '100ml' },
  });
});
afterAll(() => desk.database.drop());

const CORRECTIONS = { name: 'Corrections', conditions: { standing: 'correction' }, suggestion: 'approve' };
async function made(rule: object = CORRECTIONS): Promise<ReviewRule> {
  const response = await desk.asEditor.post('/review-rules', rule);
  expect(response.status, response.text).toBe(201);
  return response.body as ReviewRule;
}
async function judged(conditions: object, suggestion = 'approve'): Promise<JudgedRule> {
  const response = await desk.asEditor.post('/review-rules/record', { conditions, suggestion });
  expect(response.status, response.text).toBe(200);
  return response.body as JudgedRule;
}
const correct = (facts: object) => submitFacts(desk.api, { product_id: productId, ...facts });
const reject = (id: string) => desk.caller.post(`/submissions/${id}/reject`, { reason: 'Wrong' });
const rowOf = async (id: string) =>
  ((await desk.caller.get('/submissions')).body as { items: QueuedSubmission[] }).items.find(
    (row) => row.id === id,
  );

describe('a rule', () => {
  it('is written, changed and deleted by an editor, each with its audit row', async () => {
    const rule = await made();
    expect(rule).toMatchObject({
      ...CORRECTIONS,
      reason: null,
      is_automatic: false,
      record: null,
      made_by: desk.editor.email,
      version: 1,
    });
    const change = { ...CORRECTIONS, suggestion: 'reject', reason: 'No.', version: 1 };
    const changed = await desk.asEditor.put(`/review-rules/${rule.id}`, change);
    expect(changed.body).toMatchObject({ suggestion: 'reject', reason: 'No.', version: expect.any(Number) });
    expectAdminError(await desk.asEditor.put(`/review-rules/${rule.id}`, change), 409, 'version_conflict');
    expectAdminError(await desk.asEditor.post('/review-rules', CORRECTIONS), 409, 'already_exists');
    expect((await desk.asEditor.delete(`/review-rules/${rule.id}`)).status).toBe(200);
    expectAdminError(await desk.asEditor.delete(`/review-rules/${rule.id}`), 404, 'not_found');
    expect((await desk.caller.get('/review-rules')).body).toEqual({ items: [] });
    expect((await listAudit(desk.database.db, rule.id)).map(({ action }) => action)).toEqual([
      'review_rule.created',
      'review_rule.changed',
      'review_rule.deleted',
    ]);
  });

  it('is read by a reviewer, written by an editor and switched by an admin', async () => {
    const { id, version } = await made();
    const on = { is_automatic: true, version };
    expectAdminError(await desk.caller.post('/review-rules', CORRECTIONS), 403, 'forbidden');
    expectAdminError(await desk.caller.delete(`/review-rules/${id}`), 403, 'forbidden');
    expectAdminError(await desk.asEditor.post(`/review-rules/${id}/switch`, on), 403, 'forbidden');
    expect((await asAdmin.post(`/review-rules/${id}/switch`, on)).body).toMatchObject({ is_automatic: true });
  });

  it('cannot be without a condition, nor reject without a reason, nor ask by itself', async () => {
    expectAdminError(
      await desk.asEditor.post('/review-rules', { ...CORRECTIONS, conditions: {} }),
      400,
      'validation_failed',
    );
    expectAdminError(
      await desk.asEditor.post('/review-rules', { ...CORRECTIONS, suggestion: 'reject' }),
      400,
      'validation_failed',
    );
    const { id, version } = await made({ ...CORRECTIONS, suggestion: 'ask' });
    expectAdminError(
      await asAdmin.post(`/review-rules/${id}/switch`, { is_automatic: true, version }),
      409,
      'invalid_state',
    );
  });

  it('only suggests again when it is changed after an admin switched it on', async () => {
    const { id, version } = await made();
    const on = await asAdmin.post(`/review-rules/${id}/switch`, { is_automatic: true, version });
    const changed = await desk.asEditor.put(`/review-rules/${id}`, {
      ...CORRECTIONS,
      version: (on.body as ReviewRule).version,
    });
    expect(changed.body).toMatchObject({ is_automatic: false, switched_on_by: null });
  });
});

describe('a suggestion', () => {
  it('stands in the queue and at the submission, the most careful one of several', async () => {
    const id = await correct({ name: 'Orange drink' });
    expect((await rowOf(id))?.suggested).toBeNull();
    const approving = await made();
    expect((await rowOf(id))?.suggested).toEqual({
      rule_id: approving.id,
      name: 'Corrections',
      suggestion: 'approve',
      reason: null,
      right: null,
      judged: null,
    });
    const asking = await made({
      name: 'Names',
      conditions: { only_facts: ['name'] },
      suggestion: 'ask',
    });
    const detail = (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;
    expect(detail.suggested).toMatchObject({ rule_id: asking.id, suggestion: 'ask' });
    await desk.approved(id, { decisions: { name: 'take' } });
    expect(((await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail).suggested).toBeNull();
  });

  it('follows what a submission says, and who sent it', async () => {
    const { key, accountId } = await insertKey(desk.database.db);
    const sent = await sendItem(desk.api, key, { gtin: gtinOf(7), name: 'Sent', brand: 'Mill' });
    const added = await correct({ nutriments: { fat_g: 10.5 } });
    await made({ name: 'Of Mill', conditions: { account_id: accountId }, suggestion: 'approve' });
    await made({ name: 'Small', conditions: { most_change_percent: 6 }, suggestion: 'ask' });
    expect((await rowOf(sent))?.suggested?.name).toBe('Small');
    expect((await rowOf(added))?.suggested?.name).toBe('Small');
    const { items } = (await desk.caller.get('/review-rules')).body as { items: ReviewRule[] };
    const small = items.find(({ name }) => name === 'Small');
    await desk.asEditor.put(`/review-rules/${small?.id}`, {
      name: 'Small',
      conditions: { most_change_percent: 4 },
      suggestion: 'ask',
      version: small?.version,
    });
    expect((await rowOf(added))?.suggested).toBeNull();
    expect(items.find(({ name }) => name === 'Of Mill')?.account_email).toContain('@example.org');
  });
});

describe('the record of a rule', () => {
  it('counts what operators decided alike and otherwise', async () => {
    await desk.approved(await correct({ ingredients_text: 'Oranges' }));
    await reject(await correct({ ingredients_text: 'Lemons' }));
    const changed = await correct({ country_of_origin: 'Italy' });
    const body = { overrides: { country_of_origin: 'Spain' } };
    expect((await desk.asEditor.post(`/submissions/${changed}/approve`, body)).status).toBe(200);
    const conflict = await correct({ nutriments: { fat_g: 11 } });
    await desk.approved(conflict, { decisions: { nutriments: 'take' } });
    await desk.approved(await submitFacts(desk.api, { name: 'Something new' }));
    const record = await judged({ standing: 'correction' });
    expect(record).toMatchObject({ decisions: 5, right: 1, wrong: 2, undecided: 1 });
    expect(record.examples.map(({ id }) => id)).toContain(changed);
    expect(await judged({ standing: 'new' })).toMatchObject({ right: 1, wrong: 0 });
    expect(await judged({ only_facts: ['ingredients_text'] }, 'reject')).toMatchObject({
      right: 1,
      wrong: 1,
    });
  });

  it('compares numbers with those that the product had before', async () => {
    await desk.approved(await correct({ nutriments: { fat_g: 20 } }), { decisions: { nutriments: 'take' } });
    expect(await judged({ most_change_percent: 10 })).toMatchObject({ right: 0, undecided: 0 });
    expect(await judged({ most_change_percent: 100 })).toMatchObject({ undecided: 1 });
  });

  it('calls an approval onto another product wrong, and its submission that of a new product', async () => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(3), name: 'Orange juice 1 l' });
    const body = { target_product_id: productId, decisions: { name: 'keep' } };
    expect((await desk.asEditor.post(`/submissions/${id}/approve`, body)).status).toBe(200);
    expect(await judged({ standing: 'new' })).toMatchObject({ right: 0, wrong: 1 });
    expect(await judged({ standing: 'correction' })).toMatchObject({ right: 0, wrong: 0 });
  });

  it('knows which contributors were asked', async () => {
    const asked = await correct({ ingredients_text: 'Oranges' });
    await desk.caller.post(`/submissions/${asked}/questions`, { text: 'Where is it written?' });
    await reject(asked);
    await reject(await correct({ ingredients_text: 'Lemons' }));
    expect(await judged({ standing: 'correction' }, 'ask')).toMatchObject({ right: 1, wrong: 1 });
  });

  it('is kept for the queue, and starts again when the rule changes', async () => {
    await desk.approved(await correct({ ingredients_text: 'Oranges' }));
    const { id } = await made();
    await keepRecords(desk.database.db);
    const next = await correct({ ingredients_text: 'Lemons' });
    expect((await rowOf(next))?.suggested).toMatchObject({ right: 1, judged: 1 });
    const [rule] = ((await desk.caller.get('/review-rules')).body as { items: ReviewRule[] }).items;
    expect(rule?.record).toMatchObject({ decisions: 1, right: 1, wrong: 0, undecided: 0 });
    expect((await desk.caller.get(`/review-rules/${id}/record`)).body).toMatchObject({ right: 1 });
    await desk.asEditor.put(`/review-rules/${id}`, { ...CORRECTIONS, version: rule?.version });
    expect((await rowOf(next))?.suggested).toMatchObject({ right: null, judged: null });
  });
});
