import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { decideAtOnce, untilServed } from '../../support/callers/race-requests.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { findSubmission, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

const ROUNDS = 4;
const OPERATORS = 50;

let database: TestDatabase;
let api: TestApi;
let callers: AdminCaller[];
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  callers = await Promise.all(
    Array.from({ length: OPERATORS }, async () =>
      createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers),
    ),
  );
});
afterAll(() => database.drop());

const countProducts = async () =>
  (await database.db.execute<{ n: number }>(sql`select count(*)::int as n from products`)).rows[0]?.n;

it(`${OPERATORS} approvals and as many rejections of one submission are one decision`, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await countProducts();
    const id = await submitFacts(api, { name: `Raced ${round}`, gtin: gtinOf(round) });
    const answers = await decideAtOnce(callers, id);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((item) => item !== won[0])) {
      expectAdminError(answer, 409, 'invalid_state');
    }
    const { status } = won[0]!.body as { status: string };
    expect((await findSubmission(database.db, id))?.status).toBe(status);
    expect((await listAudit(database.db, id)).map(({ action }) => action)).toEqual([`submission.${status}`]);
    expect(await countProducts()).toBe((before ?? 0) + (status === 'approved' ? 1 : 0));
  }
});

it('submissions of one barcode, all approved at once, make one product', async () => {
  const before = await countProducts();
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, i) => submitFacts(api, { name: `Same ${i}`, gtin: gtinOf(1_000) })),
  );
  const answers = await Promise.all(
    ids.map((id, i) =>
      untilServed(() => callers[i]!.post(`/submissions/${id}/approve`, { target_product_id: null })),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectAdminError(answer, 409, 'barcode_conflict');
  }
  expect(await countProducts()).toBe((before ?? 0) + 1);
});
