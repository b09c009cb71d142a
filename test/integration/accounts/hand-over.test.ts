import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { findAccountByEmail } from '../../../src/access/accounts/account-store.ts';
import { handOver } from '../../../src/access/accounts/operate-accounts.ts';
import { regenerateKey } from '../../../src/access/accounts/change-credentials.ts';

const NEW_PASSWORD = 'eleven slow rivers';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
});
afterAll(() => database.drop());

async function registerStranger() {
  const stranger = await register(api);
  const account = await findAccountByEmail(database.db, stranger.email);
  if (!account) throw new Error('the account is gone');
  return { ...stranger, account };
}
const read = async (apiKey: string) => (await api.get('/stats', { 'X-API-Key': apiKey })).status;
const handedOver = async (id: string) => {
  const { status, body } = await admin.post(`/accounts/${id}/hand-over`);
  expect(status).toBe(200);
  return (body as { code: string }).code;
};

describe('an account that an admin hands over', () => {
  it('is of no use to who registered it, and its owner’s with the code, once', async () => {
    const { email, password, apiKey, account } = await registerStranger();
    const code = await handedOver(account.id);
    expect(await read(apiKey)).toBe(401);
    for (const path of ['/account', '/account/regenerate']) {
      expectError(await api.post(path, { email, password }), 401, 'invalid_credentials');
    }
    const { rows } = await database.pool.query('SELECT * FROM account_tokens');
    expect(JSON.stringify(rows)).not.toContain(code);

    expectError(await api.post('/account/password', { code, password: 'short' }), 400, 'weak_password');
    expect((await api.post('/account/password', { code, password: NEW_PASSWORD })).body).toEqual({ email });
    const again = await api.post('/account/password', { code, password: 'nine quiet harbours' });
    expectError(again, 401, 'invalid_credentials');
    const issued = await api.post('/account/regenerate', { email, password: NEW_PASSWORD });
    expect(await read((issued.body as { api_key: string }).api_key)).toBe(200);
  });

  it('has one code at a time, which ends after three days', async () => {
    const { account } = await registerStranger();
    const first = await handedOver(account.id);
    const second = await handedOver(account.id);
    const use = (code: string) => api.post('/account/password', { code, password: NEW_PASSWORD });
    expectError(await use(first), 401, 'invalid_credentials');
    const { rows } = await database.pool.query<{ hours: number }>(
      `UPDATE account_tokens SET expires_at = now() WHERE account_id = $1
       RETURNING extract(epoch FROM (SELECT t.expires_at FROM account_tokens t WHERE t.account_id = $1) - now()) / 3600 AS hours`,
      [account.id],
    );
    expect(Number(rows[0]?.hours)).toBeCloseTo(72, 1);
    expectError(await use(second), 401, 'invalid_credentials');
  });

  it('gives its code to one of many who use it at once', async () => {
    const { account } = await registerStranger();
    const code = await handedOver(account.id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        api.post('/account/password', { code, password: `${NEW_PASSWORD} ${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it('gives no key to a password that was checked just before', async () => {
    const { account } = await registerStranger();
    await handOver(database.db, { id: account.id }, { actor: 'cli' });
    await expect(regenerateKey(database.db, account, 'late-request')).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('has to be one', async () => {
    expectAdminError(
      await admin.post('/accounts/bcaba19b-01cb-5bf9-b0ea-1247cb2ae953/hand-over'),
      404,
      'not_found',
    );
  });
});

describe('a better tier', () => {
  it('is not given to anyone who registered the e-mail, unless the admin knows the holder', async () => {
    const { account } = await registerStranger();
    const path = `/accounts/${account.id}`;
    const refused = await admin.patch(path, { tier: 'partner' });
    expectAdminError(refused, 409, 'invalid_state');
    expect((await admin.get(path)).body).toMatchObject({ tier: 'registered', email_confirmed_at: null });
    const known = await admin.patch(path, { tier: 'partner', holder_known: true });
    expect(known.body).toMatchObject({ tier: 'partner', email_confirmed_at: expect.any(String) });
    expect((await admin.patch(path, { tier: 'registered' })).status).toBe(200);
    expect((await admin.patch(path, { tier: 'internal' })).status).toBe(200);
  });
});
