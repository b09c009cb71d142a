import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../../src/review/decisions/bulk/bulk-decision-contract.ts';
import { auditLog } from '../../../src/platform/db/schema/operations.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { findSubmission, submitFacts } from '../../support/review/test-submissions.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;
let asAda: AdminCaller;
let asGrace: AdminCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  asAda = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
  asGrace = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
});
beforeEach(() => database.db.execute(sql`truncate products, submissions, search_outbox cascade`));
afterAll(() => database.drop());

async function bulk(body: object): Promise<BulkResult> {
  const response = await asAda.post('/submissions/bulk', body);
  expect(response.status, response.text).toBe(200);
  return response.body as BulkResult;
}
const statusOf = async (id: string) => (await findSubmission(database.db, id))?.status;
const countRows = async () => {
  const { rows } = await database.db.execute(sql`
    select (select count(*)::int from products) as products, (select count(*)::int from audit_log) as audit,
      (select count(*)::int from search_outbox) as marks`);
  return rows[0];
};

describe('many approvals at once', () => {
  it('are judged each for itself, and conflicts are left to a person', async () => {
    await insertProduct(database.db, {
      name: 'Orange juice',
      brand: 'Dune',
      gtins: [gtinOf(1)],
      provenance: { operator: ['brand'] },
    });
    const good = await submitFacts(api, { name: 'Good', gtin: gtinOf(2) });
    const conflict = await submitFacts(api, { gtin: gtinOf(1), brand: 'Other' });
    const claimed = await submitFacts(api, { name: 'Claimed' });
    await asGrace.post(`/submissions/${claimed}/claim`, {});
    const rejected = await submitFacts(api, { name: 'Rejected' });
    await asAda.post(`/submissions/${rejected}/reject`, { reason: 'no' });
    const ids = [good, conflict, good.toUpperCase(), UNKNOWN, 'no id', claimed, rejected];

    const before = await countRows();
    const dry = await bulk({ action: 'approve', ids, dry_run: true });
    expect(await countRows()).toEqual(before);
    expect(await statusOf(good)).toBe('pending');

    const real = await bulk({ action: 'approve', ids });
    for (const result of [dry, real]) {
      expect(result).toMatchObject({ action: 'approve', done: 1, refused: 5 });
      expect(result.results.map(({ id, result: verdict, code }) => [id, verdict, code])).toEqual([
        [good, 'done', null],
        [conflict, 'refused', 'decision_required'],
        [good.toUpperCase(), 'repeated', null],
        [UNKNOWN, 'refused', 'not_found'],
        ['no id', 'refused', 'not_found'],
        [claimed, 'refused', 'invalid_state'],
        [rejected, 'refused', 'invalid_state'],
      ]);
    }
    expect(dry.results[0]?.product_id).toBeNull();
    expect(real.results[0]?.product_id).toEqual(expect.any(String));
    expect(real.results[1]?.details).toMatchObject({ fields: [{ field: 'brand' }] });
    expect(await Promise.all([good, conflict, claimed].map(statusOf))).toEqual([
      'approved',
      'pending',
      'pending',
    ]);
  });
});

it('many rejections have one reason and an audit row each', async () => {
  const ids = await Promise.all(['One', 'Two', 'Three'].map((name) => submitFacts(api, { name })));
  const dry = await bulk({ action: 'reject', ids, reason: 'Spam', dry_run: true });
  expect(dry).toMatchObject({ done: 3, refused: 0, dry_run: true });
  expect(await statusOf(ids[0]!)).toBe('pending');
  expect(await bulk({ action: 'reject', ids, reason: 'Spam' })).toMatchObject({ done: 3, refused: 0 });
  expect(await findSubmission(database.db, ids[2]!)).toMatchObject({ status: 'rejected', reason: 'Spam' });
  const rows = (await database.db.select().from(auditLog)).filter(({ entityId }) =>
    ids.includes(entityId ?? ''),
  );
  expect(rows.map(({ action }) => action)).toEqual(Array.from({ length: 3 }, () => 'submission.rejected'));
});

it.each([
  ['no ids', { action: 'approve', ids: [] }],
  ['501 ids', { action: 'approve', ids: Array.from({ length: 501 }, () => UNKNOWN) }],
  ['1,001 ids', { action: 'reject', reason: 'no', ids: Array.from({ length: 1_001 }, () => UNKNOWN) }],
  ['ids that are numbers', { action: 'approve', ids: [1] }],
  ['another action', { action: 'delete', ids: [UNKNOWN] }],
  ['a rejection without reason', { action: 'reject', ids: [UNKNOWN] }],
  ['an approval with a reason', { action: 'approve', ids: [UNKNOWN], reason: 'good' }],
  ['overrides', { action: 'approve', ids: [UNKNOWN], overrides: { name: 'All the same' } }],
])('a bulk decision with %s is 400', async (_, body) => {
  expect((await asAda.post('/submissions/bulk', body)).status).toBe(400);
});
