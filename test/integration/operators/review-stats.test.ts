import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

const today = () => new Date().toISOString().slice(0, 10);
const read = async (query = '') => {
  const response = await desk.caller.get(`/stats/review${query}`);
  expect(response.status, response.text).toBe(200);
  return response.body as ReviewStats;
};

it('of nothing there are no rates', async () => {
  expect(await read()).toMatchObject({
    to: today(),
    total: { approved: 0, rejected: 0, undone: 0, p50_seconds: null, p95_seconds: null },
    by_operator: [],
    by_source: [],
    by_shop: [],
  });
});

it('counts what was decided, and taken back, and how long it waited', async () => {
  const { db } = desk.database;
  const { key, accountId } = await insertKey(db);
  const submissions = await Promise.all(['One', 'Two'].map((name) => submitFacts(desk.api, { name })));
  const item = await sendItem(desk.api, key, { gtin: gtinOf(1), name: 'Three' });
  for (const [id, hours] of [
    [submissions[0], 1],
    [submissions[1], 3],
    [item, 10],
  ] as const) {
    await db.execute(
      sql`update submissions set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`,
    );
  }
  for (const id of [submissions[0], item])
    await desk.caller.post(`/submissions/${id}/reject`, { reason: 'No' });
  await desk.asEditor.post(`/submissions/${submissions[1]}/reject`, { reason: 'No' });
  const author = { actor: `operator:${desk.editor.id}` };
  await saveAuditEntry(db, author, {
    action: 'submission.undone',
    entity: 'submission',
    entityId: submissions[1]!,
    before: { status: 'rejected', reason: 'No' },
    after: { status: 'pending' },
  });
  const stats = await read();
  expect(stats.total).toMatchObject({ approved: 0, rejected: 3, undone: 1 });
  expect(stats.total.p50_seconds).toBeCloseTo(3 * 3_600, -2);
  expect(stats.total.p95_seconds).toBeCloseTo(9.3 * 3_600, -2);
  const works = Object.fromEntries(
    stats.by_operator.map(({ actor, day, rejected, undone }) => [actor, { day, rejected, undone }]),
  );
  expect(works).toEqual({
    [`operator:${desk.reviewer.id}`]: { day: today(), rejected: 2, undone: 0 },
    [`operator:${desk.editor.id}`]: { day: today(), rejected: 1, undone: 1 },
  });
  expect(stats.by_source.map(({ source, rejected }) => [source, rejected])).toEqual([
    ['backflow', 1],
    ['public', 2],
  ]);
  expect(stats.by_shop).toEqual([
    expect.objectContaining({
      account_id: accountId,
      email: expect.stringContaining('@'),
      rejected: 1,
      undone: 0,
    }),
  ]);
  expect((await read('?from=2020-01-01&to=2020-03-31')).total.rejected).toBe(0);
});

it.each([
  '?from=2026-01-01&to=2026-04-03',
  '?from=2026-02-01&to=2026-01-31',
  '?from=yesterday',
  '?to=0000-01-01',
  '?to=2026-02-30',
])('%s is no time that can be asked for', async (query) => {
  expectAdminError(await desk.caller.get(`/stats/review${query}`), 400, 'invalid_parameter');
});
