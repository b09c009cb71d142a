import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackflowResult } from '../../../src/review/submissions/backflow-contract.ts';
import type { BulkResult } from '../../../src/review/decisions/bulk/bulk-decision-contract.ts';
import type { RejectMatchingResult } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import type { UndoBulkResult } from '../../../src/review/undo/undo-contract.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { backflowSenders, backflowWaiting } from '../../../src/platform/db/schema/senders.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import {
  errorOf,
  findSubmission,
  insertNamedSubmissions,
  listAudit,
  submitFacts,
} from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

async function post<T>(path: string, body: object = {}): Promise<T> {
  const response = await desk.caller.post(`/submissions/${path}`, body);
  expect(response.status, response.text).toBe(200);
  return response.body as T;
}
const reject = (id: string) => post(`${id}/reject`, { reason: 'Spam' });
async function send({ key }: { key: string }, name: string) {
  const response = await desk.api.submit(
    '/backflow',
    { items: [{ gtin: gtinOf(1), name }] },
    { 'X-API-Key': key },
  );
  return (response.body as BackflowResult).results[0]!;
}
const standingOf = async ({ accountId }: { accountId: string }) => {
  const [row] = await desk.database.db
    .select({ pending: backflowSenders.pending, waiting: backflowSenders.waiting })
    .from(backflowSenders)
    .where(eq(backflowSenders.accountId, accountId));
  return row;
};
const listWaiting = () =>
  desk.database.db
    .select({ id: backflowWaiting.id, accountId: backflowWaiting.accountId })
    .from(backflowWaiting);
const countsOf = async () =>
  ((await desk.caller.get('/submissions/counts')).body as { state: object; source: object }).state;

describe('a rejection that is taken back', () => {
  it('is pending as before, and can be decided again', async () => {
    const id = await submitFacts(desk.api, { name: 'Plum jam' });
    const before = await findSubmission(desk.database.db, id);
    await reject(id);
    expect(await post(`${id}/undo`)).toMatchObject({ undone: 'rejected', changes: [], product_id: null });
    expect(await findSubmission(desk.database.db, id)).toEqual(before);
    expect((await listAudit(desk.database.db, id)).at(-1)).toMatchObject({
      action: 'submission.undone',
      before: { status: 'rejected', reason: 'Spam' },
      after: { status: 'pending' },
    });
    expectAdminError(await desk.caller.post(`/submissions/${id}/undo`, {}), 409, 'invalid_state');
    expect(await desk.approved(id)).toMatchObject({ is_new_product: true });
  });

  it('is refused where the same was submitted again', async () => {
    const id = await submitFacts(desk.api, { name: 'Plum jam' });
    await reject(id);
    const again = await submitFacts(desk.api, { name: 'Plum jam' });
    const refused = await desk.caller.post(`/submissions/${id}/undo`, {});
    expectAdminError(refused, 409, 'duplicate_submission');
    expect(errorOf(refused).details).toEqual({ submission_id: again });
    expect(await desk.findStatus(id)).toBe('rejected');
  });

  it.each(['reject', 'approve'])(
    'submissions that waited when it was to %s wait again, and are counted once',
    async (action) => {
      const [first, shop, other] = await Promise.all([1, 2, 3].map(() => insertKey(desk.database.db)));
      const { submission_id: id } = await send(first!, 'First');
      await send(shop!, 'Second');
      await send(other!, 'Third');
      const waiting = await listWaiting();
      expect(waiting).toHaveLength(2);
      await post(`${id}/${action}`, action === 'reject' ? { reason: 'no' } : {});
      expect(await listWaiting()).toHaveLength(action === 'reject' ? 1 : 0);
      await post(`${id}/undo`);
      expect(new Set((await listWaiting()).map((submission) => submission.id))).toEqual(
        new Set(waiting.map((submission) => submission.id)),
      );
      expect(await Promise.all([first!, shop!, other!].map(standingOf))).toEqual([
        { pending: 1, waiting: 0 },
        { pending: 0, waiting: 1 },
        { pending: 0, waiting: 1 },
      ]);
      expect(await countsOf()).toEqual({ pending: 1, approved: 0, rejected: 0 });
      // The one that had waited longest enters first again.
      await reject(id!);
      const [pending] = await desk.database.db
        .select()
        .from(submissions)
        .where(eq(submissions.status, 'pending'));
      expect(pending?.accountId).toBe(shop!.accountId);
    },
  );
});

describe('a bulk decision', () => {
  it('shows what it would do, by name, and does what was seen', async () => {
    const productId = await insertProduct(desk.database.db, {
      name: 'Orange juice',
      gtins: [gtinOf(1)],
      food: { nutriments: { fat_g: 1, salt_g: 2 }, nutritionBasis: '100g' },
      provenance: { community: ['nutriments', 'nutrition_basis'] },
    });
    const long = 'Oranges, '.repeat(100).trim();
    const ids = [
      await submitFacts(desk.api, { name: 'New', gtin: gtinOf(2) }),
      await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: long }),
      await submitFacts(desk.api, { gtin: gtinOf(1), nutriments: { fat_g: 3 }, nutrition_basis: '100ml' }),
    ];
    const dry = await post<BulkResult>('bulk', { action: 'approve', ids, dry_run: true });
    expect(dry).toMatchObject({
      bulk_id: null,
      results: [
        { name: 'New', result: 'done', product_id: null, product_name: 'New', is_new_product: true },
        { name: 'Orange juice', product_id: productId, product_name: 'Orange juice', change_count: 1 },
        // Amounts that are there would be lost: nobody looks at single values here.
        { name: 'Orange juice', result: 'refused', code: 'decision_required', seen: null },
      ],
    });
    expect(dry.results[0]?.changes.map(({ name }) => name)).toEqual(['name', 'status', 'barcodes']);
    expect(dry.results[1]?.changes[0]?.after).toBe(`${long.slice(0, 200)}…`);
    const seen = Object.fromEntries(dry.results.flatMap((one) => (one.seen ? [[one.id, one.seen]] : [])));
    const edit = { version: 1, ingredients_text: 'Oranges' };
    expect((await desk.asEditor.patch(`/products/${productId}`, edit)).status).toBe(200);
    const real = await post<BulkResult>('bulk', { action: 'approve', ids: ids.slice(0, 2), seen });
    expect(real.results.map(({ result, code }) => [result, code])).toEqual([
      ['done', null],
      ['refused', 'decision_required'],
    ]);
  });

  it('is taken back as one, the newest first, and what cannot be is named', async () => {
    const ids = [
      await submitFacts(desk.api, { name: 'One', gtin: gtinOf(1) }),
      await submitFacts(desk.api, { name: 'One', gtin: gtinOf(1), ingredients_text: 'Oranges' }),
      await submitFacts(desk.api, { name: 'Two', gtin: gtinOf(2) }),
    ];
    const { bulk_id: bulkId, results } = await post<BulkResult>('bulk', { action: 'approve', ids });
    const two = results[2]?.product_id;
    expect((await desk.asEditor.patch(`/products/${two}`, { version: 1, name: 'Three' })).status).toBe(200);
    const undone = await post<UndoBulkResult>('bulk/undo', { bulk_id: bulkId });
    expect(undone).toMatchObject({ bulk_id: bulkId, done: 2, refused: 1, cursor: null, remaining: 0 });
    expect(undone.results.map(({ id, name, result, code }) => [id, name, result, code])).toEqual([
      [ids[2], 'Two', 'refused', 'invalid_state'],
      [ids[1], 'One', 'done', null],
      [ids[0], 'One', 'done', null],
    ]);
    expect(await desk.countProducts()).toBe(1);
    expect(await post<UndoBulkResult>('bulk/undo', { bulk_id: bulkId })).toMatchObject({
      done: 0,
      refused: 1,
    });
    const unknown = await desk.caller.post('/submissions/bulk/undo', {
      bulk_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    });
    expectAdminError(unknown, 404, 'not_found');
  });

  it('of thousands that a filter matched is taken back in steps', async () => {
    const spam = Array.from({ length: 1_100 }, (_, n) => ({ name: `Spam ${n}`, gtin: gtinOf(n) }));
    const ids = await insertNamedSubmissions(desk.database.db, spam);
    const filter = { q: 'Spam' };
    const dry = await post<RejectMatchingResult>('reject-matching', { filter, dry_run: true });
    let bulkId: string | null = null;
    for (let remaining = 1; remaining > 0;) {
      const body = { filter, reason: 'Spam', up_to: dry.up_to, ...(bulkId ? { bulk_id: bulkId } : {}) };
      const step: RejectMatchingResult = await post<RejectMatchingResult>('reject-matching', body);
      bulkId = step.bulk_id;
      remaining = step.remaining;
    }
    expect(await countsOf()).toEqual({ pending: 0, approved: 0, rejected: 1_100 });
    let cursor: number | null = null;
    let done = 0;
    let calls = 0;
    do {
      const body: object = { bulk_id: bulkId, ...(cursor === null ? {} : { cursor }) };
      const step: UndoBulkResult = await post<UndoBulkResult>('bulk/undo', body);
      expect(step.results.length).toBeLessThanOrEqual(500);
      ({ cursor } = step);
      done += step.done;
      calls += 1;
    } while (cursor !== null);
    expect(done).toBe(1_100);
    expect(calls).toBeGreaterThanOrEqual(3);
    expect(await countsOf()).toEqual({ pending: 1_100, approved: 0, rejected: 0 });
    const { rows } = await desk.database.db.execute<{ id: string }>(
      sql`select id from submissions order by created_at, id limit 1`,
    );
    expect(rows[0]?.id).toBe(ids[0]);
  });
});
