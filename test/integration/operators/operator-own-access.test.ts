import { eq } from 'drizzle-orm';
import { URI } from 'otpauth';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGN_IN_FIGURES } from '../../../src/access/limits/limits.ts';
import { operators } from '../../../src/platform/db/schema/operators.ts';
import { createTestAccounts, SERVICE_HASHES } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD, sessionHeadersOf } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

const NEW_PASSWORD = 'eleven slow rivers';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const FIGURES = { ...SIGN_IN_FIGURES, address: { most: 1_000, seconds: 900 } };
beforeEach(() => {
  api = createTestApi(database, { accounts: createTestAccounts(database.db, {}, undefined, FIGURES) });
});

interface SignedIn {
  id: string;
  email: string;
  headers: { Cookie: string; 'X-CSRF-Token': string };
  call: AdminCaller;
}

const logIn = (email: string, more: object = {}) =>
  createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD, ...more });
async function signInAgain(operator: { id: string; email: string }, more: object = {}): Promise<SignedIn> {
  const headers = sessionHeadersOf(await logIn(operator.email, more));
  return { ...operator, headers, call: createAdminCaller(api, headers) };
}
const signInNew = async () => await signInAgain(await insertOperator(database.db));
const statusesOf = (answers: Response[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
const actionsOf = async (id: string) => {
  const { rows } = await database.pool.query<{ action: string }>(
    "SELECT action FROM audit_log WHERE entity_id = $1 AND action NOT LIKE 'operator.sign%' ORDER BY seq",
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('a password change', () => {
  it('ends every session, begins a new one here, and the old password opens nothing', async () => {
    const ada = await signInNew();
    const elsewhere = await signInAgain(ada);
    const changed = await ada.call.post('/me/password', {
      current_password: OPERATOR_PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id: ada.id, email: ada.email });
    const renewed = createAdminCaller(api, sessionHeadersOf(changed));
    const statuses = [ada.call, elsewhere.call, renewed].map(async (call) => (await call.get('/me')).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expectAdminError(await logIn(ada.email), 401, 'invalid_credentials');
    expect((await logIn(ada.email, { password: NEW_PASSWORD })).status).toBe(200);
    expect(await actionsOf(ada.id)).toEqual(['operator.password_changed']);
  });

  it('takes the right current password and a new one that is good enough', async () => {
    const ada = await signInNew();
    const change = (current_password: string, new_password: string) =>
      ada.call.post('/me/password', { current_password, new_password });
    expectAdminError(await change('wrong', NEW_PASSWORD), 401, 'invalid_credentials');
    for (const weak of ['short', 'password', ada.email, 'x'.repeat(129)]) {
      expectAdminError(await change(OPERATOR_PASSWORD, weak), 400, 'weak_password');
    }
    expect((await ada.call.get('/me')).status).toBe(200);
    expect(await actionsOf(ada.id)).toEqual([]);
  });

  it('is locked after five wrong passwords, and anyone who guesses locks no sign-in', async () => {
    const ada = await signInNew();
    const wrong = { current_password: 'wrong', new_password: NEW_PASSWORD };
    for (let i = 0; i < 5; i += 1) await ada.call.post('/me/password', wrong);
    expectAdminError(await ada.call.post('/me/password', wrong), 429, 'rate_limited');
    expect((await logIn(ada.email)).status).toBe(200);
  });

  it('done twice at once is done once', async () => {
    const ada = await signInNew();
    const change = (new_password: string) =>
      ada.call.post('/me/password', { current_password: OPERATOR_PASSWORD, new_password });
    const answers = await Promise.all(['one of two seas', 'two of two seas'].map(change));
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await actionsOf(ada.id)).toEqual(['operator.password_changed']);
  });
});

describe('one-time codes', () => {
  /** Turns them on and gives what the operator's authenticator would show, `steps` of 30 s from now. */
  async function turnOn(ada: SignedIn): Promise<(steps: number) => string> {
    const { body } = await ada.call.post('/me/totp');
    const totp = URI.parse((body as { otpauth_uri: string }).otpauth_uri);
    if (!('period' in totp)) throw new Error('not time-based');
    // The step before this one must still be taken when its code arrives.
    await waitFor('time left in this step', () => Date.now() % 30_000 < 29_000);
    const codeOf = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await ada.call.post('/me/totp/confirm', { code: codeOf(-1) })).body).toEqual({
      totp_enabled: true,
    });
    return codeOf;
  }

  it('are set up with a secret for the authenticator, and asked for only once confirmed', async () => {
    const ada = await signInNew();
    const { body } = await ada.call.post('/me/totp');
    const { secret, otpauth_uri: uri } = body as { secret: string; otpauth_uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(
      `otpauth://totp/Factshelf:${encodeURIComponent(ada.email)}?issuer=Factshelf&secret=${secret}`,
    );
    expect((await logIn(ada.email)).status).toBe(200);
    expectAdminError(await ada.call.post('/me/totp/confirm', { code: '000000' }), 400, 'validation_failed');
    expect((await logIn(ada.email)).body).toMatchObject({ totp_enabled: false });
  });

  it('are asked for after the right password only', async () => {
    const ada = await signInNew();
    const codeOf = await turnOn(ada);
    const asked = await logIn(ada.email);
    expectAdminError(asked, 401, 'invalid_credentials');
    expect(asked.body).toMatchObject({ error: { details: { totp_required: true } } });
    for (const more of [{}, { totp_code: codeOf(0) }]) {
      const wrong = await logIn(ada.email, { password: 'wrong', ...more });
      expectAdminError(wrong, 401, 'invalid_credentials');
      expect(wrong.body).not.toHaveProperty('error.details');
    }
    const right = await logIn(ada.email, { totp_code: codeOf(0) });
    expect(right.status).toBe(200);
    expect(right.body).toMatchObject({ totp_enabled: true });
    expect(await actionsOf(ada.id)).toEqual(['operator.totp_enabled']);
  });

  it('work once each, and none that is older than the last', async () => {
    const ada = await signInNew();
    const codeOf = await turnOn(ada);
    const code = codeOf(0);
    const parallel = await Promise.all([1, 2, 3].map(() => logIn(ada.email, { totp_code: code })));
    expect(statusesOf(parallel)).toEqual([200, 401, 401]);
    const refused = await logIn(ada.email, { totp_code: codeOf(-1) });
    expect(refused.body).toMatchObject({ error: { details: { totp_required: true } } });
    expect((await logIn(ada.email, { totp_code: codeOf(1) })).status).toBe(200);
  });

  it('of another time are refused, and five wrong ones lock; being asked for one is no failure', async () => {
    const ada = await signInNew();
    const codeOf = await turnOn(ada);
    for (let i = 0; i < 8; i += 1) expect((await logIn(ada.email)).status).toBe(401);
    for (const steps of [-20, -3, 3, 20, 2_000]) {
      expectAdminError(await logIn(ada.email, { totp_code: codeOf(steps) }), 401, 'invalid_credentials');
      expect((await logIn(ada.email)).status).not.toBe(200);
    }
    expectAdminError(await logIn(ada.email, { totp_code: codeOf(0) }), 429, 'rate_limited');
  });

  it('are turned off with the password', async () => {
    const ada = await signInNew();
    expectAdminError(
      await ada.call.delete('/me/totp', { password: OPERATOR_PASSWORD }),
      409,
      'invalid_state',
    );
    await turnOn(ada);
    expectAdminError(await ada.call.post('/me/totp'), 409, 'invalid_state');
    expectAdminError(await ada.call.post('/me/totp/confirm', { code: '123456' }), 409, 'invalid_state');
    expectAdminError(await ada.call.delete('/me/totp', { password: 'wrong' }), 401, 'invalid_credentials');
    const off = await ada.call.delete('/me/totp', { password: OPERATOR_PASSWORD });
    expect(off.body).toEqual({ totp_enabled: false });
    expect((await logIn(ada.email)).status).toBe(200);
    expect(await actionsOf(ada.id)).toEqual(['operator.totp_enabled', 'operator.totp_disabled']);
  });
});

it('an operator sees his live sessions and ends those elsewhere', async () => {
  const ada = await signInNew();
  const elsewhere = await signInAgain(ada);
  const eve = await signInNew();
  const { items } = (await ada.call.get('/me/sessions')).body as { items: { is_current: boolean }[] };
  expect(items.map((item) => item.is_current)).toEqual([false, true]);
  expect((await ada.call.delete('/me/sessions')).body).toEqual({ ended: 1 });
  const statuses = [ada, elsewhere, eve].map(async ({ call }) => (await call.get('/me')).status);
  expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  expect(await actionsOf(ada.id)).toEqual(['operator.sessions_ended']);
});

it('a stored hash of weaker parameters is replaced at the next sign-in', async () => {
  api = createTestApi(database, { accounts: createTestAccounts(database.db, {}, SERVICE_HASHES, FIGURES) });
  const ada = await insertOperator(database.db);
  const hashOf = async () =>
    (await database.db.select().from(operators).where(eq(operators.id, ada.id)))[0]?.passwordHash;
  expect(await hashOf()).toContain('m=1024');
  await logIn(ada.email);
  expect(await hashOf()).toContain('m=19456');
  expect((await logIn(ada.email)).status).toBe(200);
});
