import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
});
afterAll(() => database.drop());

const issue = (body: object) => admin.post('/keys', body);

interface Issued {
  api_key: string;
  account_id: string;
  revoked_prefix: string | null;
}

it('makes a key that works, with its account, and audits it without its text', async () => {
  const { status, body } = await issue({ email: ' Shop@Example.org ', tier: 'partner' });
  expect(status).toBe(200);
  const { api_key: key, account_id: id } = body as Issued;
  expect(body).toMatchObject({ email: 'shop@example.org', is_new_account: true, revoked_prefix: null });
  const used = await api.get('/stats', { 'X-API-Key': key });
  expect(used.status).toBe(200);
  const { rows } = await database.db.execute<{ action: string; row: string }>(
    `SELECT action, audit_log::text AS row FROM audit_log WHERE actor LIKE 'operator:%' ORDER BY seq`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['account.created', 'key.issued']);
  expect(rows.some(({ row }) => row.includes(key))).toBe(false);
  expect((await admin.get(`/accounts/${id}`)).body).toMatchObject({ tier: 'partner', status: 'active' });
});

it('replaces an active key only with the flag', async () => {
  const first = (await issue({ email: 'twice@example.org', tier: 'registered' })).body as Issued;
  expectAdminError(await issue({ email: 'twice@example.org', tier: 'registered' }), 409, 'invalid_state');
  const second = await issue({ email: 'twice@example.org', tier: 'registered', replace: true });
  expect(second.body).toMatchObject({ is_new_account: false, revoked_prefix: first.api_key.slice(0, 8) });
  const callWith = (key: string) => api.get('/stats', { 'X-API-Key': key });
  expect((await callWith(first.api_key)).status).toBe(401);
  expect((await callWith((second.body as Issued).api_key)).status).toBe(200);
});

it('refuses what is no e-mail, no tier, or blocked', async () => {
  expectAdminError(await issue({ email: 'nobody', tier: 'registered' }), 400, 'invalid_email');
  expectAdminError(await issue({ email: 'a@example.org', tier: 'golden' }), 400, 'validation_failed');
  expectAdminError(await issue({ email: 'a@example.org' }), 400, 'invalid_request');
  const { account_id: id } = (await issue({ email: 'blocked@example.org', tier: 'registered' }))
    .body as Issued;
  await admin.post(`/accounts/${id}/block`);
  expectAdminError(await issue({ email: 'blocked@example.org', tier: 'registered' }), 409, 'invalid_state');
});
