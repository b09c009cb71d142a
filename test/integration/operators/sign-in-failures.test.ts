import { Secret, TOTP } from 'otpauth';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGN_IN_FIGURES } from '../../../src/access/limits/limits.ts';
import { createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, OPERATOR_PASSWORD, sessionHeadersOf } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  // Failures are counted again for each test.
  api = createTestApi(database, {
    accounts: createTestAccounts(database.db, {}, undefined, SIGN_IN_FIGURES),
    trustProxy: true,
  });
});

const signIn = (email: string, password = OPERATOR_PASSWORD, headers: Record<string, string> = {}) =>
  createAdminCaller(api, headers).post('/login', { email, password });
const me = async (headers: Record<string, string>) =>
  (await createAdminCaller(api, headers).get('/me')).status;
const auditOf = async (id: string) => {
  const { rows } = await database.pool.query<{ actor: string; action: string; after: unknown }>(
    "SELECT actor, action, after FROM audit_log WHERE entity = 'operator' AND entity_id = $1 ORDER BY seq",
    [id],
  );
  return rows;
};

describe('failures', () => {
  const fail = async (times: number, email: string, address = '10.0.0.1'): Promise<Response[]> => {
    const responses = [];
    for (let i = 0; i < times; i += 1) {
      responses.push(await signIn(email, `wrong ${i}`, { 'X-Forwarded-For': address }));
    }
    return responses;
  };

  const from = (address: string, cookie?: string) => ({
    'X-Forwarded-For': address,
    ...(cookie === undefined ? {} : { Cookie: cookie }),
  });
  const statusesOf = (answers: Response[]) => answers.map(({ status }) => status);

  it('lock a place after the fifth, for 15 minutes and for the right password too, and that is audited once', async () => {
    const ada = await insertOperator(database.db);
    const session = sessionHeadersOf(await signIn(ada.email));
    expect(statusesOf(await fail(7, ada.email))).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const locked = await signIn(ada.email, OPERATOR_PASSWORD, from('10.0.0.1'));
    expectAdminError(locked, 429, 'rate_limited');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
    const actions = await waitFor('the audit rows', async () => {
      const rows = (await auditOf(ada.id)).map(({ action }) => action);
      return rows.includes('operator.locked') && rows;
    });
    expect(actions.filter((action) => action === 'operator.sign_in_failed')).toHaveLength(1);
    expect(actions.filter((action) => action === 'operator.locked')).toHaveLength(1);
    expect(await me(session)).toBe(200);
    expect((await signIn(ada.email, OPERATOR_PASSWORD, from('10.0.0.2'))).status).toBe(200);
  });

  it('lock an unknown e-mail as a known one', async () => {
    expect(statusesOf(await fail(6, 'nobody@example.org'))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('lock an address after twenty, whosever e-mails it tries', async () => {
    const ada = await insertOperator(database.db);
    for (let i = 0; i < 20; i += 1) await fail(1, `nobody-${i}@example.org`);
    expectAdminError((await fail(1, ada.email))[0] as Response, 429, 'rate_limited');
    expect((await signIn(ada.email, OPERATOR_PASSWORD, from('10.0.0.2'))).status).toBe(200);
  });

  it('of parallel guesses at a place are five, however many are sent', async () => {
    const ada = await insertOperator(database.db);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, i) => signIn(ada.email, `guess ${i}`, from('10.1.0.1'))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  describe('of strangers from everywhere', () => {
    const guessEverywhere = async (email: string) => {
      const answers: Response[] = [];
      for (let i = 0; i < 14; i += 1) answers.push(...(await fail(4, email, `10.2.0.${i}`)));
      return statusesOf(answers);
    };

    it('end with fifty, of a known e-mail as of an unknown one', async () => {
      const ada = await insertOperator(database.db);
      const expected = [...Array.from({ length: 50 }, () => 401), ...Array.from({ length: 6 }, () => 429)];
      expect(await guessEverywhere(ada.email)).toEqual(expected);
      expect(await guessEverywhere('nobody@example.org')).toEqual(expected);
      expectAdminError(await signIn(ada.email, OPERATOR_PASSWORD, from('10.3.0.1')), 429, 'rate_limited');
    });

    it('lock neither the browser nor the address from which the operator signed in before', async () => {
      const ada = await insertOperator(database.db);
      const before = await signIn(ada.email, OPERATOR_PASSWORD, from('10.4.0.1'));
      const cookies = (before.headers['set-cookie'] as unknown as string[]).map((one) => one.split(';')[0]);
      const device = cookies.find((one) => one?.startsWith('__Host-device='));
      await guessEverywhere(ada.email);
      const right = async (address: string, cookie?: string) =>
        (await signIn(ada.email, OPERATOR_PASSWORD, from(address, cookie))).status;
      expect(await right('10.4.0.1')).toBe(200);
      expect(await right('10.4.0.2', device)).toBe(200);
      // The browser of another operator, and one that is made up, are not known.
      const eve = await insertOperator(database.db);
      expect((await signIn(eve.email, OPERATOR_PASSWORD, from('10.4.0.3', device))).status).toBe(200);
      await guessEverywhere(eve.email);
      expect((await signIn(eve.email, OPERATOR_PASSWORD, from('10.4.0.4', device))).status).toBe(429);
      expect(await right('10.4.0.5', `__Host-device=${'A'.repeat(22)}.${'0'.repeat(64)}`)).toBe(429);
      // A known place has five guesses as any other, and loses none to it.
      for (let i = 0; i < 5; i += 1) await signIn(ada.email, 'wrong', from('10.4.0.6', device));
      expect(await right('10.4.0.6', device)).toBe(429);
      expect(await right('10.4.0.1')).toBe(200);
    });

    it('lock a browser that was known under a former password, and not the one where it was changed', async () => {
      const ada = await insertOperator(database.db);
      const deviceOf = (answer: { headers: Record<string, unknown> }) =>
        (answer.headers['set-cookie'] as string[])
          .map((one) => one.split(';')[0])
          .find((one) => one?.startsWith('__Host-device='));
      const former = deviceOf(await signIn(ada.email, OPERATOR_PASSWORD, from('10.5.0.1')));
      const own = await signIn(ada.email, OPERATOR_PASSWORD, from('10.5.0.2'));
      const session = (own.headers['set-cookie'] as unknown as string[]).map((one) => one.split(';')[0]);
      const next = 'eleven slow rivers';
      const changed = await api
        .request()
        .post('/api/admin/me/password')
        .set({ Cookie: session.join('; '), 'X-CSRF-Token': (own.body as { csrf_token: string }).csrf_token })
        .send({ current_password: OPERATOR_PASSWORD, new_password: next });
      expect(changed.status, changed.text).toBe(200);
      const device = deviceOf(changed);
      await guessEverywhere(ada.email);
      expect((await signIn(ada.email, next, from('10.5.0.3', former))).status).toBe(429);
      expect((await signIn(ada.email, next, from('10.5.0.4', device))).status).toBe(200);
    });

    it('lock an address that was known under a former password, no matter who changed it', async () => {
      const ada = await insertOperator(database.db, 'admin');
      const eve = await insertOperator(database.db);
      const next = 'eleven slow rivers';
      const own = sessionHeadersOf(await signIn(ada.email, OPERATOR_PASSWORD, from('10.6.0.1')));
      await signIn(eve.email, OPERATOR_PASSWORD, from('10.6.0.1'));
      const ofAda = createAdminCaller(api, { ...own, ...from('10.6.0.2') });
      const changed = await ofAda.post('/me/password', {
        current_password: OPERATOR_PASSWORD,
        new_password: next,
      });
      const session = sessionHeadersOf(changed);
      const reset = await createAdminCaller(api, session).put(`/operators/${eve.id}/password`, {
        password: next,
        own_password: next,
      });
      expect([changed.status, reset.status]).toEqual([200, 200]);
      for (const { email } of [ada, eve]) {
        await guessEverywhere(email);
        expectAdminError(await signIn(email, next, from('10.6.0.1')), 429, 'rate_limited');
      }
    });

    it('lock no operator with one-time codes who gives one, and tell nobody else that the password is right', async () => {
      const secret = Buffer.alloc(20, 3);
      const ada = await insertOperator(database.db, 'admin', {
        totpSecret: secret,
        totpConfirmedAt: new Date(),
      });
      const code = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate();
      await guessEverywhere(ada.email);
      const send = (address: string, body: object) =>
        createAdminCaller(api, from(address)).post('/login', { email: ada.email, ...body });
      const password = OPERATOR_PASSWORD;
      expectAdminError(await send('10.5.0.1', { password }), 429, 'rate_limited');
      expectAdminError(await send('10.5.0.2', { password, totp_code: '000000' }), 429, 'rate_limited');
      expectAdminError(
        await send('10.5.0.3', { password: 'wrong', totp_code: code }),
        401,
        'invalid_credentials',
      );
      expect((await send('10.5.0.4', { password, totp_code: code })).status).toBe(200);
    });
  });

  it('at the account endpoints do not count here', async () => {
    const ada = await insertOperator(database.db);
    for (let i = 0; i < 6; i += 1) await api.post('/account', { email: ada.email, password: 'wrong' });
    expect((await signIn(ada.email)).status).toBe(200);
  });
});
