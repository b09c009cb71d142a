import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertSubmissions } from '../../support/review/review-page.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { findSubmission } from '../../support/review/test-submissions.ts';

const OPERATORS = 20;
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;
let operators: TestOperator[];
let callers: AdminCaller[];
let ada: AdminCaller;
let grace: AdminCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  operators = await Promise.all(
    Array.from({ length: OPERATORS }, () => signInTestOperator(database.db, 'reviewer')),
  );
  callers = operators.map(({ headers }) => createAdminCaller(api, headers));
  [ada, grace] = callers as [AdminCaller, AdminCaller];
});
beforeEach(() => database.db.delete(submissions));
afterAll(() => database.drop());

const insert = (count: number) =>
  insertSubmissions(
    database.db,
    Array.from({ length: count }, (_, n) => ({ content: { name: `Entry ${n}` } })),
  );
async function take(caller: AdminCaller, body: object = {}, query = ''): Promise<string | null> {
  const response = await caller.post(`/submissions/next${query}`, body);
  expect(response.status, response.text).toBe(200);
  return (response.body as ClaimedSubmission).id;
}
const assign = (ids: string[], operator: TestOperator | undefined) =>
  database.db
    .update(submissions)
    .set({ assignedTo: operator?.id ?? null })
    .where(inArray(submissions.id, ids));

it(`${OPERATORS} who ask at once, again and again, never get the same submission`, async () => {
  const ids = await insert(OPERATORS * 5);
  const taken: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const got = await Promise.all(callers.map((caller) => take(caller, { except: taken.slice(-100) })));
    taken.push(...got.filter((id) => id !== null));
  }
  expect(taken).toHaveLength(ids.length);
  expect(new Set(taken)).toEqual(new Set(ids));
  const { rows } = await database.db.execute(
    sql`select count(distinct claimed_by)::int as n from submissions`,
  );
  expect(rows).toEqual([{ n: OPERATORS }]);
  expect(await take(ada, { except: taken })).toBeNull();
});

it('a submission is claimed for anyone who gets it, and free again when it is released or the claim has lapsed', async () => {
  const [first, second] = await insert(2);
  const answer = await ada.post('/submissions/next', {});
  expect(answer.body).toMatchObject({ id: first, claim: { operator_id: operators[0]?.id } });
  expect((await findSubmission(database.db, first ?? ''))?.claimedBy).toBe(operators[0]?.id);
  expect(await take(grace)).toBe(second);
  await ada.post(`/submissions/${first}/release`, {});
  expect(await take(grace, { after: second })).toBe(first);
  await database.db.update(submissions).set({ claimedAt: sql`now() - interval '16 minutes'` });
  expect(await take(ada)).toBe(first);
});

describe('the search for the next one', () => {
  it('goes on behind the submission that is left, then from the start, and never back to it', async () => {
    const [first, second, third] = await insert(3);
    expect(await take(ada, { after: first })).toBe(second);
    expect(await take(ada, { after: second })).toBe(third);
    expect(await take(ada, { after: third })).toBe(first);
    expect(await take(ada, { after: third, except: [first, second] })).toBeNull();
    expect(await take(ada, { after: UNKNOWN })).toBe(first);
    expect(await take(grace)).toBeNull();
  });

  it('keeps to the filter and the order', async () => {
    const [first, second, third] = await insert(3);
    expect(await take(ada, {}, '?sort=newest')).toBe(third);
    expect(await take(ada, { after: third }, '?sort=newest')).toBe(second);
    expect(await take(ada, {}, '?q=Entry%200')).toBe(first);
    expect(await take(ada, {}, '?source=backflow')).toBeNull();
  });

  it('begins with what is assigned to me, and skips what is assigned to others', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await insert(4);
    await assign([first], operators[1]);
    await assign([third], operators[0]);
    expect(await take(ada)).toBe(third);
    expect(await take(ada, { after: third })).toBe(fourth);
    expect(await take(ada, { after: fourth, except: [third] })).toBe(second);
    expect(await take(ada, { after: second, except: [third, fourth] })).toBeNull();
    expect(await take(ada, { except: [third, fourth, second] }, '?assigned_to=others')).toBe(first);
    expect(await take(grace, {}, '?assigned_to=me')).toBeNull();
  });

  it('passes over what is decided, and what waits for its contributor', async () => {
    const [first = '', second = '', third] = await insert(3);
    await ada.post(`/submissions/${first}/reject`, { reason: 'no' });
    await database.db
      .update(submissions)
      .set({ askedAt: sql`now()` })
      .where(eq(submissions.id, second));
    expect(await take(ada, {}, '?state=all')).toBe(third);
    expect(await take(ada, { after: third })).toBeNull();
    expect(await take(ada, {}, '?waiting=true')).toBe(second);
  });

  it('passes over what somebody decides at this moment, and does not wait for it', async () => {
    const [first = '', second] = await insert(2);
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select from submissions where id = ${first} for update`);
      expect(await take(ada)).toBe(second);
    });
  });

  it('refuses what is no submission', async () => {
    expectAdminError(await ada.post('/submissions/next', { after: 'x' }), 400, 'validation_failed');
    const except = Array.from({ length: 101 }, () => UNKNOWN);
    expectAdminError(await ada.post('/submissions/next', { except }), 400, 'validation_failed');
    expectAdminError(await ada.post('/submissions/next?sort=best', {}), 400, 'invalid_parameter');
  });
});
