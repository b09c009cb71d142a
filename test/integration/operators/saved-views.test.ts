import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedView } from '../../../src/access/operators/views/view-contract.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

let database: TestDatabase;
let api: TestApi;
let operator: TestOperator;
let reviewer: AdminCaller;
let other: AdminCaller;
let admin: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  operator = await signInTestOperator(database.db, 'reviewer');
  reviewer = createAdminCaller(api, operator.headers);
  const callerOf = async (role: 'reviewer' | 'admin') =>
    createAdminCaller(api, (await signInTestOperator(database.db, role)).headers);
  other = await callerOf('reviewer');
  admin = await callerOf('admin');
});
afterAll(() => database.drop());

const make = async (caller: AdminCaller, body: object): Promise<SavedView> => {
  const response = await caller.post('/views', { list: 'products', params: {}, ...body });
  expect(response.status, response.text).toBe(201);
  return response.body as SavedView;
};

const namesOf = async (caller: AdminCaller) =>
  ((await caller.get('/views')).body as { items: SavedView[] }).items.map(({ name }) => name);

const listAudit = async (id: string) =>
  (
    await database.pool.query(
      'select action, before, after from audit_log where entity_id = $1 order by seq',
      [id],
    )
  ).rows as unknown[];

describe('a saved view', () => {
  test('is its owner’s alone, until it is shared; what is shared is in the audit log', async () => {
    const params = { q: 'oat milk', sort: '-quality', columns: 'brand,quality' };
    const view = await make(reviewer, { name: ' Oat  milk ', params });
    expect(view).toMatchObject({
      name: 'Oat milk',
      list: 'products',
      params,
      is_shared: false,
      owner: { id: operator.id, email: operator.email },
    });
    expect(await namesOf(reviewer)).toEqual(['Oat milk']);
    expect(await namesOf(other)).toEqual([]);
    expectAdminError(await other.patch(`/views/${view.id}`, { name: 'Mine' }), 404, 'not_found');
    expectAdminError(await admin.delete(`/views/${view.id}`), 404, 'not_found');
    await reviewer.patch(`/views/${view.id}`, { name: 'Oats' });
    expect(await listAudit(view.id)).toEqual([]);

    await reviewer.patch(`/views/${view.id}`, { is_shared: true });
    expect(await namesOf(other)).toEqual(['Oats']);
    expectAdminError(await other.patch(`/views/${view.id}`, { name: 'Mine' }), 403, 'forbidden');
    expectAdminError(await other.delete(`/views/${view.id}`), 403, 'forbidden');
    expect((await admin.patch(`/views/${view.id}`, { name: 'All oats' })).status).toBe(200);
    expect((await admin.patch(`/views/${view.id}`, { is_shared: false })).body).toMatchObject({
      is_shared: false,
    });
    expect(await namesOf(admin)).toEqual([]);
    await reviewer.delete(`/views/${view.id}`);
    expect(await namesOf(reviewer)).toEqual([]);
    expect(await listAudit(view.id)).toEqual([
      {
        action: 'view.shared',
        before: expect.objectContaining({ name: 'Oats', is_shared: false }),
        after: { list: 'products', name: 'Oats', params, is_shared: true },
      },
      expect.objectContaining({
        action: 'view.updated',
        after: expect.objectContaining({ name: 'All oats' }),
      }),
      expect.objectContaining({ action: 'view.unshared' }),
    ]);
  });

  test('has a name of its own in its list', async () => {
    const view = await make(reviewer, { name: 'Twice' });
    const second = { list: 'products', name: 'Twice', params: {} };
    expectAdminError(await reviewer.post('/views', second), 409, 'already_exists');
    await make(reviewer, { name: 'Twice', list: 'audit' });
    await make(other, { name: 'Twice' });
    const third = await make(reviewer, { name: 'Third' });
    expectAdminError(await reviewer.patch(`/views/${third.id}`, { name: 'Twice' }), 409, 'already_exists');
    expect((await reviewer.patch(`/views/${view.id}`, { name: 'Twice' })).status).toBe(200);
  });

  test('of a list that an operator may not see is not told to him, nor made by him', async () => {
    await make(admin, {
      name: 'Blocked',
      list: 'keys',
      params: { q: 'someone@example.org' },
      is_shared: true,
    });
    expect(await namesOf(admin)).toContain('Blocked');
    expect(await namesOf(reviewer)).not.toContain('Blocked');
    const keys = { list: 'keys', name: 'Keys', params: {} };
    expectAdminError(await reviewer.post('/views', keys), 403, 'forbidden');
  });

  test('is one of 50, however many are made at once', async () => {
    const busy = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
    for (let n = 1; n < 49; n += 1) await make(busy, { name: `View ${n}` });
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => busy.post('/views', { list: 'audit', name, params: {} })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expectAdminError(
      await busy.post('/views', { list: 'audit', name: 'e', params: {} }),
      409,
      'invalid_state',
    );
  });

  test.each([
    ['a list that there is none of', { list: 'nowhere' }],
    ['no name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(81) }],
    ['a value with a NUL', { params: { q: '\0' } }],
    ['half a character', { params: { q: '\ud800' } }],
    ['a name of a parameter that is none', { params: { 'Q"': 'x' } }],
    [
      'too many parameters',
      { params: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`p${'a'.repeat(n + 1)}`, 'x'])) },
    ],
  ])('with %s is refused', async (_what, wrong) => {
    const response = await reviewer.post('/views', { list: 'products', name: 'Wrong', params: {}, ...wrong });
    expect([
      response.status,
      ['validation_failed', 'invalid_request'].includes(
        (response.body as { error: { code: string } }).error.code,
      ),
    ]).toEqual([400, true]);
  });

  test('that is not there is not found', async () => {
    expectAdminError(await admin.patch(`/views/${NOWHERE}`, { name: 'x' }), 404, 'not_found');
    expectAdminError(await admin.delete(`/views/${NOWHERE}`), 404, 'not_found');
  });
});
