import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BackflowResult } from '../../../src/review/submissions/backflow-contract.ts';
import { accounts, tiers } from '../../../src/platform/db/schema/accounts.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { backflowSenders, backflowWaiting } from '../../../src/platform/db/schema/senders.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { submitFacts } from '../../support/review/test-submissions.ts';

const SQUATTED = { gtin: gtinOf(1), name: 'Squatted' };
const HONEST = { gtin: gtinOf(1), name: 'Oat drink', brand: 'Dune' };

let desk: ReviewDesk;
let squatter: { accountId: string; key: string };
let shop: { accountId: string; key: string };
let other: { accountId: string; key: string };
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(async () => {
  await desk.clear();
  [squatter, shop, other] = await Promise.all([
    insertKey(desk.database.db),
    insertKey(desk.database.db),
    insertKey(desk.database.db),
  ]);
});
afterAll(() => desk.database.drop());

async function send({ key }: { key: string }, ...items: object[]) {
  const response = await desk.api.submit('/backflow', { items }, { 'X-API-Key': key });
  expect(response.status, response.text).toBe(200);
  return (response.body as BackflowResult).results[0]!;
}
const reject = async (id: string | null) => {
  const response = await desk.caller.post(`/submissions/${id}/reject`, { reason: 'This is abuse.' });
  expect(response.status, response.text).toBe(200);
};
const listPending = () =>
  desk.database.db
    .select({ source: submissions.source, accountId: submissions.accountId, content: submissions.content })
    .from(submissions)
    .where(eq(submissions.status, 'pending'));
const standingOf = async ({ accountId }: { accountId: string }) => {
  const [row] = await desk.database.db
    .select({
      pending: backflowSenders.pending,
      waiting: backflowSenders.waiting,
      accepted: backflowSenders.accepted,
    })
    .from(backflowSenders)
    .where(eq(backflowSenders.accountId, accountId));
  return row;
};

it('what a shop knows of a squatted code takes the place of the squatting submission when that is rejected', async () => {
  const squatting = await send(squatter, SQUATTED);
  expect(await send(shop, HONEST)).toMatchObject({
    result: 'duplicate',
    submission_id: squatting.submission_id,
  });
  expect(await send(shop, { ...HONEST, name: 'Again' })).toMatchObject({ result: 'duplicate' });
  expect(await send(other, { ...HONEST, name: 'Later' })).toMatchObject({ result: 'duplicate' });
  expect(await standingOf(shop)).toEqual({ pending: 0, waiting: 1, accepted: 0 });
  await reject(squatting.submission_id);
  const { gtin: _, ...content } = HONEST;
  expect(await listPending()).toEqual([{ source: 'backflow', accountId: shop.accountId, content }]);
  expect(await standingOf(shop)).toEqual({ pending: 1, waiting: 0, accepted: 0 });
  expect(await standingOf(squatter)).toEqual({ pending: 0, waiting: 0, accepted: 1 });
});

it('nothing waits behind what the same account has sent', async () => {
  await send(squatter, SQUATTED);
  await send(squatter, { ...SQUATTED, name: 'Again' });
  expect(await desk.database.db.$count(backflowWaiting)).toBe(0);
});

it('a code that a stranger has submitted is kept for the shop as well', async () => {
  const id = await submitFacts(desk.api, SQUATTED);
  expect(await send(shop, HONEST)).toMatchObject({ result: 'duplicate', submission_id: id });
  await reject(id);
  expect(await listPending()).toMatchObject([{ source: 'backflow', accountId: shop.accountId }]);
});

it('while another submission of the code is pending the item waits on', async () => {
  const squatting = await send(squatter, SQUATTED);
  await submitFacts(desk.api, { ...SQUATTED, name: 'A stranger' });
  await send(shop, HONEST);
  await reject(squatting.submission_id);
  expect(await listPending()).toMatchObject([{ source: 'public' }]);
  expect(await standingOf(shop)).toMatchObject({ waiting: 1 });
});

it('an approval makes the barcode known, and what waited goes', async () => {
  const first = await send(squatter, SQUATTED);
  await send(shop, HONEST);
  await desk.approved(first.submission_id ?? '');
  expect(await listPending()).toEqual([]);
  expect(await standingOf(shop)).toMatchObject({ pending: 0, waiting: 0 });
  expect(await send(shop, HONEST)).toMatchObject({ result: 'exists' });
});

it('nothing of a blocked account takes a place', async () => {
  const squatting = await send(squatter, SQUATTED);
  await send(other, { ...SQUATTED, name: 'Of the same gang' });
  await send(shop, HONEST);
  await desk.database.db
    .update(accounts)
    .set({ blockedAt: sql`now()` })
    .where(eq(accounts.id, other.accountId));
  await reject(squatting.submission_id);
  expect(await listPending()).toMatchObject([{ accountId: shop.accountId }]);
});

it('what waits counts with what is pending, and is not kept beyond the cap', async () => {
  await desk.database.db.insert(tiers).values({ code: 'two', backflowPending: 2 });
  const small = await insertKey(desk.database.db, 'two');
  await send(squatter, ...[1, 2, 3].map((n) => ({ gtin: gtinOf(n) })));
  const counts = [1, 2, 3].map((n) => ({ gtin: gtinOf(n), name: 'Kept?' }));
  await send(small, ...counts);
  expect(await standingOf(small)).toMatchObject({ pending: 0, waiting: 2 });
  const refused = await desk.api.submit(
    '/backflow',
    { items: [{ gtin: gtinOf(9) }] },
    { 'X-API-Key': small.key },
  );
  expect(refused.status).toBe(429);
});
