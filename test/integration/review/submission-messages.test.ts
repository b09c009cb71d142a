import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { QueueCounts, QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { expectError } from '../../support/test-api.ts';
import { errorOf, listAudit, sendItem } from '../../support/review/test-submissions.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

async function submit(name: string): Promise<{ id: string; token: string }> {
  const { body } = await desk.api.submit('/submissions', { name });
  const { id, answer_token: token } = body as { id: string; answer_token: string };
  return { id, token };
}
const ask = (id: string, text = 'Which size?') => desk.caller.post(`/submissions/${id}/questions`, { text });
const answer = (id: string, body: object) => desk.api.submit(`/submissions/${id}/answer`, body);
const statusOf = async (id: string) =>
  (await desk.api.request().get(`/api/public/submissions/${id}`)).body as Record<string, unknown>;
const detailOf = async (id: string) => (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;
const namesOf = async (query: string) =>
  ((await desk.caller.get(`/submissions${query}`)).body as { items: QueuedSubmission[] }).items.map(
    ({ name }) => name,
  );

describe('a question to the contributor', () => {
  it('is read at the status, answered once, and lets the submission wait until then', async () => {
    const { id, token } = await submit('Oats');
    await submit('Rice');
    const asked = await ask(id);
    expect(asked.status, asked.text).toBe(201);
    expect(await statusOf(id)).toMatchObject({
      status: 'pending',
      question: { text: 'Which size?', asked_at: expect.any(String) },
    });
    expect(await namesOf('?waiting=true')).toEqual(['Oats']);
    expect(await namesOf('?waiting=false')).toEqual(['Rice']);
    expect(await namesOf('')).toEqual(['Oats', 'Rice']);
    const next = await desk.caller.get('/submissions/next');
    expect((next.body as { submission: SubmissionDetail }).submission.name).toBe('Rice');

    expect((await answer(id, { token, text: '500 g' })).status).toBe(200);
    expect(await statusOf(id)).not.toHaveProperty('question');
    expect(await namesOf('?waiting=true')).toEqual([]);
    const { messages, asked_at: askedAt } = await detailOf(id);
    expect(askedAt).toBeNull();
    expect(messages).toMatchObject([
      { kind: 'question', text: 'Which size?', operator_email: expect.stringContaining('@') },
      { kind: 'answer', text: '500 g', operator_email: null },
    ]);
    expectError(await answer(id, { token, text: 'Again' }), 409, 'invalid_state');
    expect((await listAudit(desk.database.db, id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['submission.asked', `operator:${desk.reviewer.id}`],
      ['submission.answered', 'anonymous'],
    ]);
  });

  it('shows which submissions were answered, until something else is asked', async () => {
    const { id, token } = await submit('Oats');
    await submit('Rice');
    const question = async () => (await desk.caller.get('/submissions/counts')).body as QueueCounts;
    await ask(id);
    expect((await question()).question).toEqual({ waiting: 1, answered: 0 });
    const { waits_until: until, asked_at: asked } = await detailOf(id);
    expect(new Date(until ?? 0).getTime() - new Date(asked ?? 0).getTime()).toBe(14 * 86_400_000);
    await answer(id, { token, text: '500 g' });
    expect(await detailOf(id)).toMatchObject({
      asked_at: null,
      waits_until: null,
      answered_at: expect.any(String),
    });
    expect((await question()).question).toEqual({ waiting: 0, answered: 1 });
    expect(await namesOf('?answered=true')).toEqual(['Oats']);
    expect(await namesOf('?answered=false')).toEqual(['Rice']);
    await ask(id, 'And the brand?');
    expect(await detailOf(id)).toMatchObject({ answered_at: null, asked_at: expect.any(String) });
    expect(await namesOf('?answered=true')).toEqual([]);
  });

  it('keeps a submission out of the way for two weeks, and can be answered later too', async () => {
    const { id, token } = await submit('Oats');
    await submit('Rice');
    await ask(id);
    const page = async () => (await desk.caller.get('/submissions?waiting=false')).body as { total: number };
    expect(await page()).toMatchObject({ total: 1, total_at_least: false });
    await desk.database.db.execute(sql`
      update submissions set asked_at = now() - interval '14 days 1 second' where id = ${id}`);
    expect(await namesOf('?waiting=false')).toEqual(['Oats', 'Rice']);
    expect(await page()).toMatchObject({ total: 2 });
    expect(await namesOf('?waiting=true')).toEqual([]);
    expect(await detailOf(id)).toMatchObject({ waits_until: null, asked_at: expect.any(String) });
    expect((await answer(id, { token, text: '500 g' })).status).toBe(200);
  });

  it('rejecting all of a filter leaves what waits where the list does not show it', async () => {
    const { id } = await submit('Oats');
    await submit('Rice');
    await ask(id);
    const filter = { source: 'public', waiting: false };
    const dry = await desk.caller.post('/submissions/reject-matching', { filter, dry_run: true });
    expect(dry.body).toMatchObject({ remaining: 1 });
    const alone = { filter: { waiting: false }, dry_run: true };
    expect((await desk.caller.post('/submissions/reject-matching', alone)).status).toBe(400);
  });

  it('is answered by nobody without the token, and not after the decision', async () => {
    const { id, token } = await submit('Oats');
    const other = await submit('Rice');
    await ask(id);
    expectError(await answer(id, { token: other.token, text: 'Mine' }), 403, 'forbidden');
    expectError(await answer(id, { token: 'x', text: 'Mine' }), 403, 'forbidden');
    expectError(await answer(UNKNOWN, { token, text: 'Mine' }), 404, 'not_found');
    for (const body of [{ text: 'x' }, { token, text: '' }, { token, text: 'x'.repeat(2_001) }]) {
      expect((await answer(id, body)).status).toBe(400);
    }
    await desk.caller.post(`/submissions/${id}/reject`, { reason: 'No' });
    expectError(await answer(id, { token, text: 'Late' }), 409, 'invalid_state');
    expect(await statusOf(id)).not.toHaveProperty('question');
    expectAdminError(await ask(id), 409, 'invalid_state');
  });

  it('cannot be asked where nobody can answer', async () => {
    const { key } = await insertKey(desk.database.db);
    const id = await sendItem(desk.api, key, { gtin: gtinOf(1), name: 'Oats' });
    expect((await detailOf(id)).can_ask).toBe(false);
    const refused = await ask(id);
    expectAdminError(refused, 409, 'invalid_state');
    expect(errorOf(refused).details).toMatchObject({ reason: 'no_token' });
    expectAdminError(await ask(UNKNOWN), 404, 'not_found');
  });
});

it('a note is for operators alone', async () => {
  const { id } = await submit('Oats');
  const noted = await desk.caller.post(`/submissions/${id}/notes`, { text: 'Seen in a shop' });
  expect(noted.status, noted.text).toBe(201);
  expect((await detailOf(id)).messages).toMatchObject([{ kind: 'note', text: 'Seen in a shop' }]);
  expect(JSON.stringify(await statusOf(id))).not.toContain('shop');
  expect((await detailOf(id)).history).toMatchObject([{ action: 'submission.noted' }]);
  await desk.caller.post(`/submissions/${id}/reject`, { reason: 'No' });
  expect((await desk.caller.post(`/submissions/${id}/notes`, { text: 'Later' })).status).toBe(201);
});
