import { Writable } from 'node:stream';
import { Secret, TOTP } from 'otpauth';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { SIGN_IN_GUARD_FIGURES } from '../../../src/access/operators/sessions/sign-in-guard.ts';
import { createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  insertOperator,
  listSessions,
  OPERATOR_PASSWORD,
  sessionHeadersOf,
} from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  // Failures are counted anew for each test.
  api = createTestApi(database, {
    accounts: createTestAccounts(database.db, {}, undefined, SIGN_IN_GUARD_FIGURES),
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

describe('a sign-in', () => {
  it('begins a session: who it is, a CSRF token and the cookie that nothing but the browser sees', async () => {
    const ada = await insertOperator(database.db, 'editor');
    const response = await signIn(` ${ada.email.toUpperCase()} `);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id: ada.id,
      email: ada.email,
      role: 'editor',
      totp_enabled: false,
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
      expect.stringMatching(
        /^__Host-device=[\w-]{22}\.\w{64}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    const { created_at, idle_expires_at, expires_at } = (
      response.body as { session: Record<'created_at' | 'idle_expires_at' | 'expires_at', string> }
    ).session;
    const hoursTo = (end: string) => (Date.parse(end) - Date.parse(created_at)) / 3_600_000;
    expect([hoursTo(idle_expires_at), hoursTo(expires_at)]).toEqual([0.5, 12]);

    const headers = sessionHeadersOf(response);
    const again = await createAdminCaller(api, { Cookie: headers.Cookie }).get('/me');
    expect(again.body).toEqual(response.body);
    const token = headers.Cookie.split('=')[1] ?? '';
    const stored = await database.pool.query(
      "SELECT encode(token_hash, 'escape') AS text FROM operator_sessions",
    );
    expect(JSON.stringify([stored.rows, await auditOf(ada.id)])).not.toContain(token);
    expect(await auditOf(ada.id)).toEqual([
      { actor: `operator:${ada.id}`, action: 'operator.signed_in', after: null },
    ]);
  });

  it('is the same 401 for a wrong password, an unknown e-mail, no e-mail and a disabled operator', async () => {
    const ada = await insertOperator(database.db);
    const gone = await insertOperator(database.db, 'admin', { disabledAt: new Date() });
    const answers = [
      await signIn(ada.email, 'wrong'),
      await signIn(ada.email, ''),
      await signIn('nobody@example.org'),
      await signIn('no e-mail'),
      await signIn(gone.email),
    ];
    for (const response of answers) {
      expectAdminError(response, 401, 'invalid_credentials');
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const texts = answers.map(({ body }) => (body as { error: { message: string } }).error.message);
    expect(new Set(texts).size).toBe(1);
    expect(await listSessions(database.db, gone.id)).toEqual([]);
  });

  it('that fails is in the audit log for an operator who exists, with the reason and without the password', async () => {
    const ada = await insertOperator(database.db);
    await signIn(ada.email, 'a wrong secret');
    const rows = await waitFor('the audit row', async () => {
      const found = await auditOf(ada.id);
      return found.length > 0 && found;
    });
    expect(rows).toEqual([
      { actor: 'anonymous', action: 'operator.sign_in_failed', after: { reason: 'password' } },
    ]);
  });

  it.each([
    ['no body', undefined, 415, 'unsupported_media_type'],
    ['no password', { email: 'ada@example.org' }, 400, 'invalid_request'],
    ['a role', { email: 'ada@example.org', password: 'x', role: 'admin' }, 400, 'invalid_request'],
    ['a code of letters', { email: 'a@b.org', password: 'x', totp_code: 'abcdef' }, 400, 'validation_failed'],
    ['a password that is a number', { email: 'a@b.org', password: 7 }, 400, 'invalid_request'],
    ['5 KB', { email: 'a@b.org', password: 'x'.repeat(5_000) }, 413, 'payload_too_large'],
  ])('with %s is refused', async (_, body, status, code) => {
    expectAdminError(await createAdminCaller(api).post('/login', body), status, code);
  });

  it('gives a new token each time, and ends the session the browser came with', async () => {
    const ada = await insertOperator(database.db);
    const first = sessionHeadersOf(await signIn(ada.email));
    const second = sessionHeadersOf(await signIn(ada.email, OPERATOR_PASSWORD, { Cookie: first.Cookie }));
    expect(second.Cookie).not.toBe(first.Cookie);
    expect(second['X-CSRF-Token']).not.toBe(first['X-CSRF-Token']);
    expect([await me(first), await me(second)]).toEqual([401, 200]);
  });

  it('never takes over a session id that was chosen before it', async () => {
    const ada = await insertOperator(database.db);
    const planted = { Cookie: `__Host-sid=${'A'.repeat(43)}` };
    const headers = sessionHeadersOf(await signIn(ada.email, OPERATOR_PASSWORD, planted));
    expect(headers.Cookie).not.toBe(planted.Cookie);
    expect(await me(planted)).toBe(401);
  });

  it('ends the oldest session when an operator has three, also when many sign in at once', async () => {
    const ada = await insertOperator(database.db);
    const first = sessionHeadersOf(await signIn(ada.email));
    const others = (await Promise.all(Array.from({ length: 5 }, () => signIn(ada.email)))).map(
      sessionHeadersOf,
    );
    expect(await listSessions(database.db, ada.id)).toHaveLength(3);
    expect(await me(first)).toBe(401);
    const last = sessionHeadersOf(await signIn(ada.email));
    expect(await me(last)).toBe(200);
    const statuses = await Promise.all(others.map(me));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });
});

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

it('neither password nor token nor CSRF token is in the log', async () => {
  const ada = await insertOperator(database.db);
  let log = '';
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  api = createTestApi(database, { logger: createLogger('test', 'trace', destination) });
  const headers = sessionHeadersOf(await signIn(ada.email));
  await createAdminCaller(api, headers).post('/logout');
  expect(log).toContain('/api/admin/logout');
  const token = headers.Cookie.split('=')[1] ?? '';
  for (const secret of [OPERATOR_PASSWORD, token, headers['X-CSRF-Token']]) expect(log).not.toContain(secret);
});

it('without its database nobody gets in', async () => {
  const ada = await insertOperator(database.db);
  const other = await createTestDatabase();
  const cutOff = createTestApi(other, { accounts: createTestAccounts(other.db) });
  await other.drop();
  const answer = await createAdminCaller(cutOff).post('/login', {
    email: ada.email,
    password: OPERATOR_PASSWORD,
  });
  expectAdminError(answer, 503, 'unavailable');
  expectAdminError(
    await createAdminCaller(cutOff, { Cookie: '__Host-sid=x' }).get('/me'),
    503,
    'unavailable',
  );
});
