import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { errorOf, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

describe('a rejection', () => {
  it('keeps its reason for the contributor and the audit log, and touches no product', async () => {
    const id = await submitFacts(desk.api, { name: 'Nonsense' });
    const response = await desk.caller.post(`/submissions/${id}/reject`, { reason: ' Not a product ' });
    expect(response.body).toEqual({ id, status: 'rejected', reason: 'Not a product' });
    expect(await listAudit(desk.database.db, id)).toMatchObject([
      { action: 'submission.rejected', after: { reason: 'Not a product' } },
    ]);
    expect(await desk.countProducts()).toBe(0);
    const told = await desk.api.request().get(`/api/public/submissions/${id}`);
    expect(told.body).toMatchObject({ status: 'rejected', reason: 'Not a product', product_id: null });
  });

  it.each([[{}], [{ reason: '' }], [{ reason: 'x'.repeat(501) }], [{ reason: 'a\0b' }]])(
    'with %j is refused',
    async (body) => {
      const id = await submitFacts(desk.api, { name: 'Nonsense' });
      expect((await desk.caller.post(`/submissions/${id}/reject`, body)).status).toBe(400);
      expect(await desk.findStatus(id)).toBe('pending');
    },
  );
});

it('a decided submission is not decided again', async () => {
  const id = await submitFacts(desk.api, { name: 'Once' });
  await desk.approved(id);
  for (const [path, body] of [
    ['approve', {}],
    ['reject', { reason: 'no' }],
  ] as const) {
    const again = await desk.caller.post(`/submissions/${id}/${path}`, body);
    expectAdminError(again, 409, 'invalid_state');
    expect(errorOf(again).details).toMatchObject({ status: 'approved', reviewed_by: desk.reviewer.email });
  }
  expect(await listAudit(desk.database.db, id)).toHaveLength(1);
  expectAdminError(await desk.approve('01890a5d-ac96-774b-bcce-b302099a8057'), 404, 'not_found');
});
