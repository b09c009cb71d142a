import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnSubmissionPage } from '../../../src/review/submissions/submission-contract.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { sendItem } from '../../support/review/test-submissions.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  ({ key } = await insertKey(database.db));
});
afterAll(() => database.drop());

const ask = (query: string, headers: Record<string, string> = { 'X-API-Key': key }) =>
  api.request().get(`/api/public/submissions${query}`).set(headers);
const list = async (query = '') => (await ask(`?mine${query}`)).body as OwnSubmissionPage;

test('a shop sees what became of its submissions, newest first, and of no others', async () => {
  const other = await insertKey(database.db);
  await sendItem(api, other.key, { gtin: gtinOf(9), name: 'Of another shop' });
  const ids: string[] = [];
  for (const number of [1, 2, 3]) {
    ids.push(await sendItem(api, key, { gtin: gtinOf(number), name: `Spread ${number}` }));
  }
  const [first = '', second = '', third = ''] = ids;
  const approval = await admin.post(`/submissions/${first}/approve`, {});
  expect(approval.status, approval.text).toBe(200);
  await admin.post(`/submissions/${second}/reject`, { reason: 'no picture' });

  const nothing = { reason: null, product_id: null, reviewed_at: null, created_at: expect.any(String) };
  expect(await list()).toEqual({
    items: [
      { ...nothing, id: third, gtin: gtinOf(3), status: 'pending' },
      {
        ...nothing,
        id: second,
        gtin: gtinOf(2),
        status: 'rejected',
        reason: 'no picture',
        reviewed_at: expect.any(String),
      },
      {
        ...nothing,
        id: first,
        gtin: gtinOf(1),
        status: 'approved',
        product_id: (approval.body as { product_id: string }).product_id,
        reviewed_at: expect.any(String),
      },
    ],
    page: 1,
    size: 20,
    total: 3,
  });
  expect(await list('&status=rejected')).toMatchObject({ items: [{ id: second }], total: 1 });
  expect(await list('&page=2&size=2')).toMatchObject({ items: [{ id: first }], page: 2, size: 2, total: 3 });

  await admin.post(`/submissions/${first}/undo`, {});
  expect(await list('&size=1&page=3')).toMatchObject({ items: [{ id: first, status: 'pending' }] });
});

test('it takes a key, and lists those of its account alone', async () => {
  expectError(await ask('?mine', {}), 401, 'invalid_api_key');
  expectError(await ask('?mine=false'), 400, 'invalid_parameter');
  const refused = await ask('');
  expectError(refused, 400, 'invalid_parameter');
  expect(refused.body.error.details).toEqual({ parameter: 'mine' });
});
