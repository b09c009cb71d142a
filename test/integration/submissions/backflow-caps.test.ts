import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackflowResult } from '../../../src/review/submissions/backflow-contract.ts';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { errorOf } from '../../support/review/test-submissions.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(async () => {
  await database.db.execute(sql`truncate products, submissions, search_outbox cascade`);
  await setCaps({ perDay: 1_000, pending: 2_000 });
});
afterAll(() => database.drop());

const setCaps = ({ perDay, pending }: { perDay: number | null; pending: number | null }) =>
  database.db
    .update(tiers)
    .set({ backflowPerDay: perDay, backflowPending: pending })
    .where(eq(tiers.code, 'registered'));
const itemsOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ gtin: gtinOf(first + i) }));
const send = (key: string, items: unknown[], to = api) =>
  to.submit('/backflow', { items }, { 'X-API-Key': key });
const countPending = async () => await database.db.$count(submissions, eq(submissions.status, 'pending'));

describe('the caps of an account', () => {
  it.each([
    ['per_day', { perDay: 50, pending: null }],
    ['pending', { perDay: null, pending: 50 }],
  ])('%s is exact, however many batches come at once', async (cap, caps) => {
    await setCaps(caps);
    const { key } = await insertKey(database.db);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, batch) => send(key, itemsOf(batch * 20, 20))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(await countPending()).toBe(50);
    expect(refused.length).toBeGreaterThanOrEqual(7);
    for (const answer of refused) {
      expectError(answer, 429, 'rate_limited');
      expect(errorOf(answer).details).toMatchObject({ cap });
    }
    const accepted = answers.map(({ status, body }) => {
      const result = status === 200 ? body : errorOf({ body } as never).details?.['result'];
      return (result as BackflowResult).accepted;
    });
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(50);
  });

  it('end a batch with what became of the items before, so that it can be sent again', async () => {
    await setCaps({ perDay: 3, pending: null });
    await insertProduct(database.db, { gtins: [gtinOf(1)] });
    const { key, accountId } = await insertKey(database.db);
    const items = [
      { gtin: gtinOf(1) },
      { gtin: '12' },
      ...itemsOf(10, 3),
      { gtin: gtinOf(10) },
      ...itemsOf(20, 2),
    ];
    const refused = await send(key, items);
    expectError(refused, 429, 'rate_limited');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    const { cap, result } = errorOf(refused).details as { cap: string; result: BackflowResult };
    expect(cap).toBe('per_day');
    expect(result).toMatchObject({ received: 8, accepted: 3, exists: 1, duplicate: 1, invalid: 1 });
    expect(result.results.map((item) => item.result)).toEqual([
      'exists',
      'invalid',
      'accepted',
      'accepted',
      'accepted',
      'duplicate',
    ]);
    // What counts are accepted items alone: the others are still answered.
    expect((await send(key, items.slice(0, 6))).body).toMatchObject({ accepted: 0, exists: 1, duplicate: 4 });
    await database.db.execute(sql`update backflow_senders set day = day - 1 where account_id = ${accountId}`);
    expect((await send(key, items)).body).toMatchObject({ accepted: 2, exists: 1, duplicate: 4, invalid: 1 });
  });

  it('of pending ones give room as soon as submissions are decided', async () => {
    await setCaps({ perDay: null, pending: 2 });
    const { key } = await insertKey(database.db);
    expect((await send(key, itemsOf(1, 2))).status).toBe(200);
    const refused = await send(key, itemsOf(3, 1));
    expect(errorOf(refused).details).toMatchObject({ cap: 'pending' });
    expect(refused.headers['retry-after']).toBe('3600');
    await database.db.execute(
      sql`update submissions set status = 'rejected', reason = 'no', reviewed_at = now() where gtin14 = ${`0${gtinOf(1)}`}`,
    );
    expect((await send(key, itemsOf(3, 1))).status).toBe(200);
  });

  it.each([
    { perDay: 0, pending: null },
    { perDay: null, pending: 0 },
  ])('of 0 are 403, nothing is stored: %j', async (caps) => {
    await setCaps(caps);
    const { key } = await insertKey(database.db);
    expectError(await send(key, itemsOf(1, 1)), 403, 'forbidden');
    expect(await countPending()).toBe(0);
  });
});

describe('the cap of the queue', () => {
  it('for back-flow shuts out those who send much, later those who send little, and no stranger', async () => {
    await setCaps({ perDay: null, pending: 1_000 });
    const small = createTestApi(database, { queueCaps: { public: 10, backflow: 250 } });
    const [much, little, trusted] = await Promise.all([
      insertKey(database.db),
      insertKey(database.db),
      insertKey(database.db, 'internal'),
    ]);
    for (const batch of [0, 1])
      expect((await send(much.key, itemsOf(batch * 100, 100), small)).status).toBe(200);
    const refused = await send(much.key, itemsOf(500, 1), small);
    expectError(refused, 429, 'rate_limited');
    expect(errorOf(refused).details).toMatchObject({ cap: 'queue' });
    expect((await send(little.key, itemsOf(600, 50), small)).status).toBe(200);
    expect(errorOf(await send(little.key, itemsOf(700, 1), small)).details).toMatchObject({ cap: 'queue' });
    expect((await send(trusted.key, itemsOf(800, 5), small)).status).toBe(200);
    expect((await small.submit('/submissions', { name: 'Honest' })).status).toBe(201);
  });

  it('for strangers shuts out no shop', async () => {
    const small = createTestApi(database, { queueCaps: { public: 2, backflow: 250 } });
    for (const name of ['One', 'Two'])
      expect((await small.submit('/submissions', { name })).status).toBe(201);
    const refused = await small.submit('/submissions', { name: 'Three' });
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('3600');
    expect((await send((await insertKey(database.db)).key, itemsOf(1, 5), small)).body).toMatchObject({
      accepted: 5,
    });
  });
});
