import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { SIGN_IN_FIGURES } from '../../../src/access/limits/limits.ts';
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
