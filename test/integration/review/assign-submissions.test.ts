import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueueCounts, QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertSubmissions } from '../../support/review/review-page.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { findSubmission, listAudit } from '../../support/review/test-submissions.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;
let ada: TestOperator;
let grace: TestOperator;
let asAda: AdminCaller;
let asGrace: AdminCaller;
let ids: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  ada = await signInTestOperator(database.db, 'reviewer');
  grace = await signInTestOperator(database.db, 'reviewer');
  asAda = createAdminCaller(api, ada.headers);
  asGrace = createAdminCaller(api, grace.headers);
});
beforeEach(async () => {
  await database.db.delete(submissions);
  ids = await insertSubmissions(
    database.db,
    ['One', 'Two', 'Three'].map((name) => ({ content: { name } })),
  );
});
afterAll(() => database.drop());

const assign = (chosen: string[], operatorId: string | null) =>
  asAda.post('/submissions/assign', { ids: chosen, operator_id: operatorId });
const assigneeOf = async (id = '') => (await findSubmission(database.db, id))?.assignedTo;
const namesOf = async (query: string, caller = asAda) =>
  ((await caller.get(`/submissions${query}`)).body as { items: QueuedSubmission[] }).items.map(
    ({ name }) => name,
  );

describe('an assignment', () => {
  it('is shown, counted, and a filter of the queue', async () => {
    const [one = '', two = ''] = ids;
    const answer = await assign([one, two, one], grace.id);
    expect(answer.body).toEqual({ done: 2, refused: [] });
    await assign([two], ada.id);
    expect((await asAda.get(`/submissions/${one}`)).body).toMatchObject({
      assigned_to: { operator_id: grace.id, email: grace.email },
      claim: null,
    });
    expect(await namesOf('?assigned_to=me')).toEqual(['Two']);
    expect(await namesOf('?assigned_to=me', asGrace)).toEqual(['One']);
    expect(await namesOf('?assigned_to=others')).toEqual(['One']);
    expect(await namesOf('?assigned_to=nobody')).toEqual(['Three']);
    expect(await namesOf(`?assigned_to=${grace.id}`)).toEqual(['One']);
    const { assigned } = (await asAda.get('/submissions/counts')).body as QueueCounts;
    expect(assigned).toEqual(
      expect.arrayContaining([
        { operator_id: ada.id, email: ada.email, pending: 1 },
        { operator_id: grace.id, email: grace.email, pending: 1 },
      ]),
    );
    expectAdminError(await asAda.get('/submissions?assigned_to=somebody'), 400, 'invalid_parameter');
  });

  it('leaves an audit row for each submission that it changes', async () => {
    const [one = '', two = ''] = ids;
    await assign([one], grace.id);
    await assign([one, two], grace.id);
    await assign([one], null);
    const rows = await listAudit(database.db, one);
    expect(rows.map(({ action, actor, before, after }) => ({ action, actor, before, after }))).toEqual([
      {
        action: 'submission.assigned',
        actor: `operator:${ada.id}`,
        before: { assigned_to: null },
        after: { assigned_to: grace.id },
      },
      {
        action: 'submission.assigned',
        actor: `operator:${ada.id}`,
        before: { assigned_to: grace.id },
        after: { assigned_to: null },
      },
    ]);
    expect(await listAudit(database.db, two)).toHaveLength(1);
  });

  it('keeps nobody from deciding, and is over for what is decided or unknown', async () => {
    const [one = '', two = '', three = ''] = ids;
    await assign([one], grace.id);
    expect((await asAda.post(`/submissions/${one}/reject`, { reason: 'no' })).status).toBe(200);
    expect((await assign([one, UNKNOWN, two], ada.id)).body).toEqual({ done: 1, refused: [one, UNKNOWN] });
    expect(await assigneeOf(one)).toBe(grace.id);
    expect(await assigneeOf(three)).toBeNull();
  });

  it('is to somebody who works here: a disabled operator gets none, and keeps none', async () => {
    const gone = await signInTestOperator(database.db, 'reviewer');
    const [one = '', two = ''] = ids;
    await assign([one], gone.id);
    await createAdminCaller(api, gone.headers).post(`/submissions/${two}/claim`, {});
    await database.db.execute(sql`update operators set disabled_at = now() where id = ${gone.id}`);
    expect(await assigneeOf(one)).toBeNull();
    expect((await findSubmission(database.db, two))?.claimedBy).toBeNull();
    expectAdminError(await assign([one], gone.id), 404, 'not_found');
    expectAdminError(await assign([one], UNKNOWN), 404, 'not_found');
    expect(await listAudit(database.db, one)).toHaveLength(1);
  });

  it.each([
    ['none', []],
    ['what is no id', ['x']],
    ['too many', Array.from({ length: 501 }, () => UNKNOWN)],
  ])('of %s is refused', async (_name, chosen) => {
    expectAdminError(await assign(chosen, null), 400, 'validation_failed');
  });

  it('made by many at once leaves the last one, and a row for each change', async () => {
    const [one = ''] = ids;
    await Promise.all(Array.from({ length: 12 }, (_, n) => assign(ids, n % 2 === 0 ? ada.id : grace.id)));
    const rows = await listAudit(database.db, one);
    const last = rows.at(-1)?.after as { assigned_to: string };
    expect(await assigneeOf(one)).toBe(last.assigned_to);
  });
});
